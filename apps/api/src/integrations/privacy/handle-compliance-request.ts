import { Injectable } from '@nestjs/common';
import {
  AppError,
  type AuditAction,
  Clock,
  type CustomerId,
  customerIdOf,
  DAY_MS,
  newId,
  normaliseShop,
  placeholderOf,
  shopKeyOf,
  type StorefrontPlatform,
  type TenantId,
  toTenantId,
} from '#libs/core';
import { Database, hashShop, type TenantDb } from '#libs/database';
import { recordAudit } from '#libs/tenants';
import { type SignedCall, UnsignedError } from '#libs/guards';
import { Log } from '#libs/observability';
import { endConnection, inNamespace, namespaceOf, readFirstShop } from '#libs/storefront';
import { openErasure } from '../../customers/erase/erase-customer.sql.js';
import { lockPerson, withWholePerson } from '../../customers/erase/lock-person.js';
import { OutgoingMail } from '../../mail/outgoing-mail.js';
import { ShopIds } from '../../ingest/storefront/shop-ids.js';
import { shopsAskingIn } from '../../ingest/storefront/shop-of-body.js';
import { type CallTimes, haveComeBack, lockCall, noteAccepted, noteIgnored, readStanding } from './compliance-calls.sql.js';
import { type ComplianceRequest, readComplianceRequest, type Subject } from './compliance-request.js';
import {
  allIdentifiersIn,
  askIfUninstalled,
  findNamed,
  findSubjects,
  forgetRejectedOf,
  forgetPlaceholders,
  type KnownCustomer,
  type NamedSubjects,
  recordDataRequest,
  requestRedaction,
} from './privacy.sql.js';
import { isFromBefore, isReplay } from './stale-calls.js';

/** A shop of one tenant, with its current and past connections. */
interface Concerned {
  readonly tenantId: TenantId;
  readonly connectionIds: readonly string[];
  readonly platform: StorefrontPlatform;
  readonly shop: string;
}

type Request = Exclude<ComplianceRequest, { kind: 'none' }>;

/**
 * Carries out the privacy requests of platforms. A call of the operator's app is about every tenant in whose shop that app is or was installed,
 * one of a merchant's own app about that tenant alone.
 */
@Injectable()
export class HandleComplianceRequest {
  constructor(
    private readonly database: Database,
    private readonly shopIds: ShopIds,
    private readonly outgoing: OutgoingMail,
    private readonly clock: Clock,
    private readonly log: Log,
  ) {}

  /**
   * @returns the number of connections concerned. Zero means an unknown shop or a call that is ignored, which is not an error of the platform.
   * @throws AppError `unauthorized` when header and body name different shops, `validation_error` when the body names no shop.
   */
  async handle({ headers, tenantId: ownTenantId, connection }: SignedCall, body: unknown): Promise<number> {
    const request = readComplianceRequest(headers.topic, body);
    if (request.kind === 'none') return 0;
    const shop = shopOfBody(headers.shop, body);
    const rows = await this.database.findShopConnections(hashShop(shop));
    const connections = new Map<TenantId, string[]>();
    // The app of an ended connection does not act on a later one.
    const onlyId = connection?.status === 'disconnected' ? connection.id : null;
    for (const { tenant_id: id, connection_id: connectionId, platform, own_app: isOwn } of rows)
      if (
        platform === headers.family &&
        (ownTenantId === null ? !isOwn : isOwn && id === ownTenantId && (onlyId ?? connectionId) === connectionId)
      )
        connections.set(toTenantId(id), [...(connections.get(toTenantId(id)) ?? []), connectionId]);
    let concerned = 0;
    for (const [tenantId, connectionIds] of connections)
      if (await this.handleFor({ tenantId, connectionIds, platform: headers.family, shop }, request, headers))
        concerned += connectionIds.length;
    return concerned;
  }

  /** @returns false when the call is ignored. */
  private async handleFor(concerned: Concerned, request: Request, headers: SignedCall['headers']): Promise<boolean> {
    const { tenantId } = concerned;
    const guestId = 'subject' in request ? await this.shopIds.guestIdsOf(tenantId) : null;
    const handle = async (db: TenantDb): Promise<'done' | Ignored> => {
      const named = 'subject' in request ? await namedBy(db, concerned, request.subject, guestId) : null;
      return this.handleIn(db, concerned, { request, named }, headers);
    };
    const outcome = await withWholePerson(() => this.database.transaction(tenantId, handle));
    this.log.info('storefront.complied', { tenantId, asked: request.kind, outcome });
    return outcome === 'done';
  }

  private async handleIn(
    db: TenantDb,
    concerned: Concerned,
    asked: Asked,
    { digest, sentAt }: SignedCall['headers'],
  ): Promise<'done' | Ignored> {
    const now = this.clock.now();
    const { kind } = asked.request;
    const standing = await readStanding(db, concerned.connectionIds);
    const times = kind === 'data_request' ? NEVER : await lockCall(db, digest);
    const { acceptedAt } = times;
    const call = { kind, sentAt, acceptedAt, hasComeBack: await hasComeBack(db, concerned, asked, acceptedAt) };
    const ignored = isFromBefore(call, standing) ? 'late' : isReplay(call, standing, now) ? 'replayed' : null;
    if (ignored !== null) {
      await this.recordIgnored(db, concerned, { kind, reason: ignored, digest, times });
      return ignored;
    }
    if (kind !== 'data_request') await noteAccepted(db, digest, now);
    // The time of a repeated call proves nothing: it is not signed.
    await this.carryOut(db, concerned, { ...asked, reportedAt: acceptedAt === null ? sentAt : null, isRepeated: acceptedAt !== null });
    return 'done';
  }

  /** Tells the tenant once a day of each call: a replay costs its sender nothing, and must not fill the audit log. */
  private async recordIgnored(db: TenantDb, { platform, shop }: Concerned, { kind, reason, digest, times }: IgnoredCall): Promise<void> {
    const now = this.clock.now();
    if (times.ignoredAt !== null && now.getTime() - times.ignoredAt.getTime() < DAY_MS) return;
    await noteIgnored(db, digest, now);
    await this.record(db, 'storefront.call_ignored', { platform, shop, asked: kind, reason });
  }

  private async carryOut(db: TenantDb, concerned: Concerned, { request, named, reportedAt, isRepeated }: Task): Promise<void> {
    const { connectionIds } = concerned;
    const now = this.clock.now();
    switch (request.kind) {
      case 'data_request':
        return this.keepRequest(db, concerned, request.subject, await findSubjects(db, named ?? NO_SUBJECTS));
      case 'redact_customer': {
        if (named === null) return;
        const customers = await findNamed(db, named);
        await forgetRejectedOf(db, shopKeyOf(concerned), named);
        // Before the customers are locked, as the worker that scores locks them after what waits.
        await forgetPlaceholders(db, named.orderIds);
        return this.erase(db, concerned, customers);
      }
      case 'redact_shop':
        for (const id of connectionIds) {
          await requestRedaction(db, id, now);
          await this.end(db, concerned, id, null);
        }
        return;
      case 'uninstalled':
        for (const id of connectionIds) {
          // Without a time the call may be old, and the shop may have connected again since. Only the platform knows.
          if (reportedAt === null && (await askIfUninstalled(db, id, now))) continue;
          if (!isRepeated && (await this.end(db, concerned, id, reportedAt))) await this.outgoing.tellOfRemoval(db, concerned.shop, now);
        }
    }
  }

  private async keepRequest(
    db: TenantDb,
    { platform, shop }: Concerned,
    { reference }: Subject,
    customers: readonly KnownCustomer[],
  ): Promise<void> {
    const now = this.clock.now();
    // A request without an id is known by its day: a repeat on the same day is the same request, one on another day is a new one.
    const named = reference === '' ? now.toISOString().slice(0, 10) : reference;
    for (const customer of customers) {
      const request = { id: newId(), platform, shop, reference: named, customer };
      if (await recordDataRequest(db, request, now)) await this.record(db, 'customer.data_requested', { request_id: request.id });
    }
  }

  private async erase(db: TenantDb, shop: Concerned, customers: readonly CustomerId[]): Promise<void> {
    await lockPerson(db, async () => (await allIdentifiersIn(db, customers)).map(({ id }) => id));
    for (const { id: customerId } of await allIdentifiersIn(db, customers)) {
      const jobId = newId();
      if ((await openErasure(db, { id: jobId, customerId, shop: shopKeyOf(shop) }, this.clock.now())) === jobId)
        await this.record(db, 'customer.erasure_requested', { job_id: jobId });
    }
  }

  /** @returns false when the connection had ended before, or began later */
  private async end(db: TenantDb, { platform, shop }: Concerned, connectionId: string, reportedAt: Date | null): Promise<boolean> {
    if ((await endConnection(db, connectionId, { now: this.clock.now(), reportedAt })) === null) return false;
    await this.record(db, 'storefront.disconnected', { platform, shop });
    return true;
  }

  private record(db: TenantDb, action: AuditAction, details: Record<string, string>): Promise<void> {
    return recordAudit(db, { action, actor: { kind: 'system' }, details }, this.clock.now());
  }
}

/** A request, and the customers and orders that it names as we store them; null when it is about a shop. */
interface Asked {
  readonly request: Request;
  readonly named: NamedSubjects | null;
}

/** A request to carry out. */
interface Task extends Asked {
  readonly reportedAt: Date | null;
  readonly isRepeated: boolean;
}

/** `late`: sent before the current connection began. `replayed`: carried out before, and the shop has sent nothing since that it could be about. */
type Ignored = 'late' | 'replayed';

interface IgnoredCall {
  readonly kind: Request['kind'];
  readonly reason: Ignored;
  readonly digest: Buffer;
  readonly times: CallTimes;
}

const NEVER: CallTimes = { acceptedAt: null, ignoredAt: null };
const NO_SUBJECTS: NamedSubjects = { ids: [], orderIds: [] };

/** Returns whether the shop has sent something since a call that was carried out, also a refund that waits for its order. */
async function hasComeBack(db: TenantDb, shop: Concerned, { request, named }: Asked, acceptedAt: Date | null): Promise<boolean> {
  if (acceptedAt === null || named === null || request.kind !== 'redact_customer') return false;
  const customers = await findSubjects(db, named);
  const placeholders = named.orderIds.map((orderId) => placeholderOf(db.tenantId, orderId));
  return haveComeBack(db, [...customers.map(({ id }) => id), ...placeholders], shopKeyOf(shop), acceptedAt);
}

/** Returns the customer with the platform's id, the guest with the e-mail address, and the orders, as we store them. */
async function namedBy(
  db: TenantDb,
  shop: Concerned,
  subject: Subject,
  guestId: ((email: string) => string) | null,
): Promise<NamedSubjects> {
  const { customerId, email } = subject;
  const namespace = namespaceOf(await readFirstShop(db), shop);
  const externalIds = [customerId, email === null ? null : (guestId?.(email) ?? null)].filter((id) => id !== null);
  const ids = externalIds.map((id) => customerIdOf(db.tenantId, inNamespace(namespace, id)));
  return { ids, orderIds: await ordersOf(db, shop, subject) };
}

/** Returns the order ids that the database can look up, as we store them. */
async function ordersOf(db: TenantDb, shop: Concerned, { orderIds }: Subject): Promise<string[]> {
  const namespace = namespaceOf(await readFirstShop(db), shop);
  return orderIds.filter((id) => id.isWellFormed() && !id.includes('\u0000')).map((id) => inNamespace(namespace, id));
}

/** Takes the shop only from the signed body. A header could turn a request for one shop into a request for another. */
function shopOfBody(header: string | null, body: unknown): string {
  const named = [...new Set(shopsAskingIn(body))];
  const [shop] = named;
  const isOfAnother = header !== null && named.length > 0 && normaliseShop(header) !== shop;
  if (named.length > 1 || isOfAnother) throw new UnsignedError();
  if (shop == null)
    throw new AppError('validation_error', 'no shop is named: shop_domain of the body must hold its domain; the header is not signed');
  return shop;
}
