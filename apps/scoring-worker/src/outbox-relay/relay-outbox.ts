import { Injectable } from '@nestjs/common';
import type { TenantId } from '#libs/core';
import { Database, type TenantDb } from '#libs/database';
import { canonicalJson, type DeadLetterReason, markEndpointDue, registerEndpoint } from '#libs/delivery';
import { Log } from '#libs/observability';
import type { DeliverWebhooksJob } from '#libs/queues';
import { DeliverDue } from '../deliver-webhook/deliver-due.js';
import { countGivenUp } from '../deliver-webhook/observe-attempt.js';
import { noteEntries } from '../run-campaign/note-entries.sql.js';
import type { QueuedStage } from '../runner/stage.js';
import {
  insertDeliveries,
  lockRelay,
  readRelaySettings,
  type RelaySettings,
  takeOutboxEvents,
  tenantsWithOutboxEvents,
} from './relay-outbox.sql.js';

/** Outbox events per transaction. */
const CHUNK = 1000;

/**
 * Turns outbox events into deliveries: each event into exactly one, or into none when the tenant does not want it. Then starts to
 * deliver them.
 */
@Injectable()
export class RelayOutbox implements QueuedStage<TenantId, DeliverWebhooksJob> {
  constructor(
    private readonly database: Database,
    private readonly deliverDue: DeliverDue,
    private readonly log: Log,
  ) {}

  readonly onJob = ({ tenantId }: DeliverWebhooksJob): Promise<boolean> => this.work(tenantId);

  findDue(): Promise<TenantId[]> {
    return tenantsWithOutboxEvents(this.database);
  }

  async work(tenantId: TenantId): Promise<boolean> {
    await this.relay(tenantId);
    await this.deliverDue.startFor(tenantId);
    return false;
  }

  /** Relays until the outbox is empty, or another worker relays for the tenant. */
  private async relay(tenantId: TenantId): Promise<void> {
    const done = { relayed: 0, dropped: 0 };
    for (let hasMore = true; hasMore;) {
      const chunk = await this.database.transaction(tenantId, (db) => relayChunk(db));
      done.relayed += chunk.relayed;
      done.dropped += chunk.dropped;
      if (chunk.dead !== null) countGivenUp([{ reason: chunk.dead, count: chunk.relayed }]);
      hasMore = chunk.hasMore;
    }
    if (done.relayed + done.dropped > 0) this.log.info('outbox.relayed', { tenantId, ...done });
  }
}

interface Relayed {
  readonly relayed: number;
  readonly dropped: number;
  /** Reason why these deliveries are dead letters; null when they are sent. */
  readonly dead: DeadLetterReason | null;
  readonly hasMore: boolean;
}

async function relayChunk(db: TenantDb): Promise<Relayed> {
  if (!(await lockRelay(db))) return { relayed: 0, dropped: 0, dead: null, hasMore: false };
  const settings = await readRelaySettings(db);
  const taken = await takeOutboxEvents(db, CHUNK);
  await noteEntries(db, taken);
  const url = settings?.url ?? null;
  const wanted = settings === null || url === null ? [] : taken.filter(({ event }) => settings.event_types?.includes(event) ?? true);
  const dead = settings === null ? null : deadFrom(settings);
  if (url !== null && wanted.length > 0) {
    // Before the insert: it locks the endpoint's row, so that a worker cannot end its lease between the two.
    const endpointId = await (dead === null ? markEndpointDue : registerEndpoint)(db, url);
    const rows = wanted.map(({ payload, ...row }) => ({ ...row, body: canonicalJson({ ...payload }) }));
    await insertDeliveries(db, endpointId, dead, rows);
  }
  return { relayed: wanted.length, dropped: taken.length - wanted.length, dead, hasMore: taken.length >= CHUNK };
}

/** Returns the reason why the tenant's events cannot be sent now; null when they can. */
function deadFrom({ enabled, has_secret: hasSecret }: RelaySettings): DeadLetterReason | null {
  if (!enabled) return 'endpoint_disabled';
  return hasSecret ? null : 'no_secret';
}
