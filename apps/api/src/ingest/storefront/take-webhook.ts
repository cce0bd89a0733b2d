import { Injectable } from '@nestjs/common';
import { Clock, LIMITS, shopKeyOf, shopOf, type StorefrontPlatform, type TenantId } from '#libs/core';
import { Database, type TenantDb } from '#libs/database';
import { type LiveConnection, type SignedCall, UnsignedError } from '#libs/guards';
import { findOwners, foldNewest, Ingestion } from '#libs/ingestion';
import { Log } from '#libs/observability';
import type { JobOrigin } from '#libs/queues';
import { currencyOfOrders, type Mapped, mapResource, noteShopCurrency, refusedResources, type Topic, topicOf } from '#libs/storefront';
import { notePassedOn } from './note-passed-on.sql.js';
import { countTaken, ordersWithoutOwner, platformEvents, type Taken } from './platform-events.js';
import { ShopIds } from './shop-ids.js';
import { shopsNamedIn } from './shop-of-body.js';

const NOTHING: Taken = { accepted: 0, rejected: 0 };

/** Turns a storefront's resources into events of the tenant, and stores them like all other events. */
@Injectable()
export class TakeWebhook {
  constructor(
    private readonly database: Database,
    private readonly ingestion: Ingestion,
    private readonly shopIds: ShopIds,
    private readonly clock: Clock,
    private readonly log: Log,
  ) {}

  /**
   * @param tenantId the tenant of the call; null when it is unknown, and then the call is refused
   * @param assumed the topic of a call that names none
   * @throws AppError `unauthorized` when the body belongs to another shop, `service_unavailable` when the events may not be stored, or are too many for a minute;
   * sending the call again is safe.
   */
  async take(call: SignedCall, assumed: Topic, resources: readonly unknown[], origin: JobOrigin): Promise<Taken> {
    const { tenantId, headers, connection } = call;
    if (tenantId === null) throw new UnsignedError();
    const source = sourceOf(call, resources);
    const topic = headers.topic === null ? assumed : topicOf(headers.topic);
    const taken = topic === null ? NOTHING : await this.store(tenantId, call, { ...source, topic }, resources, origin);
    if (connection !== null) await this.note(tenantId, connection);
    return taken;
  }

  private async store(
    tenantId: TenantId,
    call: SignedCall,
    about: About,
    resources: readonly unknown[],
    origin: JobOrigin,
  ): Promise<Taken> {
    const { headers, connection } = call;
    const ids = await this.shopIds.forShop(tenantId, about);
    const source = { ...about, ...ids, currency: connection?.currency ?? undefined, now: this.clock.now() };
    const mapped = resources.map((resource) => mapResource(about.topic, resource, source));
    if (connection?.currency === null) await this.noteCurrency(tenantId, connection, mapped);
    const batch = platformEvents(mapped, await this.ownersOf(tenantId, mapped));
    await call.countEvents(batch.events.length);
    // Comes first, so that all stored data belongs to a shop that we can find again.
    if (connection === null && about.shop !== '' && batch.events.length > 0)
      await this.database.transaction(tenantId, (db) => notePassedOn(db, about, source.now));
    const sender = { via: 'storefront', sender: shopKeyOf(about) } as const;
    const outcomes = await this.ingestion.batch(tenantId, batch.events, {
      backfill: false,
      dryRun: false,
      deliveryKey: headers.eventId === null ? null : `${about.platform}:${about.shop}:${about.topic}:${headers.eventId}`,
      ofPlaceholders: batch.ofPlaceholders,
      source: sender,
      origin,
    });
    await this.ingestion.keepRejected(
      tenantId,
      sender,
      refusedResources({ ...about, ...ids }, resources, [...batch.refused, ...batch.unread]),
    );
    const taken = countTaken(batch, outcomes);
    if (taken.rejected > 0) {
      const reasons = [...batch.refused.values(), ...outcomes.flatMap((outcome) => (outcome.kind === 'rejected' ? [outcome.code] : []))];
      this.log.warn('storefront.rejected', { tenantId, topic: about.topic, ...taken, reasons: [...new Set(reasons)].join(',') });
    }
    return taken;
  }

  /** Runs before the first orders are stored: a tenant without orders takes over the currency. */
  private async noteCurrency(tenantId: TenantId, { id }: LiveConnection, mapped: readonly Mapped[]): Promise<void> {
    const currency = currencyOfOrders(mapped);
    if (currency !== null) await this.database.transaction(tenantId, (db) => noteShopCurrency(db, id, currency, this.clock.now()));
  }

  private async ownersOf(tenantId: TenantId, mapped: readonly Mapped[]): Promise<ReadonlyMap<string, string>> {
    const orderIds = ordersWithoutOwner(mapped).filter((id) => id.isWellFormed() && !id.includes('\u0000'));
    if (orderIds.length === 0) return new Map();
    return this.database.transaction(tenantId, async (db) => {
      const owners = await findOwners(db, orderIds);
      if (orderIds.every((id) => owners.has(id))) return owners;
      // The order may have arrived just now and still wait for the worker.
      await foldNewest(db);
      return findOwners(db, orderIds);
    });
  }

  private async note(tenantId: TenantId, { id, status, lastWebhookAt }: LiveConnection): Promise<void> {
    const now = this.clock.now();
    const since = new Date(now.getTime() - LIMITS.webhookSeenMs);
    if (status !== 'pending' && lastWebhookAt !== null && lastWebhookAt >= since) return;
    await this.database.transaction(tenantId, (db) => noteWebhook(db, id, now, since));
  }
}

/** The shop that sends the call. */
interface Speaker {
  readonly platform: StorefrontPlatform;
  /** Empty when neither a connection nor a header names the shop. */
  readonly shop: string;
}

interface About extends Speaker {
  readonly topic: Topic;
}

/**
 * Returns the shop that sends the call. The body is signed and the header that names the shop is not, so they must agree.
 * @throws UnsignedError when the resources name another shop, or several.
 */
function sourceOf({ headers, connection }: SignedCall, resources: readonly unknown[]): Speaker {
  const { platform } = connection ?? { platform: headers.family };
  const named = shopsNamedIn(platform, resources);
  const shop = connection?.shop ?? (headers.shop === null ? null : shopOf(platform, headers.shop)) ?? [...named][0] ?? '';
  if ([...named].some((each) => each !== shop)) throw new UnsignedError();
  return { platform, shop };
}

// Needs the primary key of storefront_connections. $4 keeps a busy shop from updating its row with every call.
const NOTE_WEBHOOK = `
UPDATE storefront_connections
SET last_webhook_at = $3, connected_at = coalesce(connected_at, $3), status = CASE WHEN status = 'pending' THEN 'connected' ELSE status END
WHERE tenant_id = $1 AND id = $2 AND status <> 'disconnected' AND (last_webhook_at IS NULL OR last_webhook_at < $4 OR status = 'pending')`;

/** Records a call of the shop. The first call completes a pending connection. @param since a recorded time newer than this stays. */
async function noteWebhook(db: TenantDb, connectionId: string, now: Date, since: Date): Promise<void> {
  await db.query(NOTE_WEBHOOK, [connectionId, now, since]);
}
