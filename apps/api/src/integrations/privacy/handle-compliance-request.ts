import { Injectable } from '@nestjs/common';
import {
  AppError,
  type AuditAction,
  Clock,
  customerIdOf,
  newId,
  normaliseShop,
  type StorefrontPlatform,
  type TenantId,
  toTenantId,
} from '#libs/core';
import { Database, hashShop, recordAudit, type TenantDb } from '#libs/database';
import { type SignedCall, UnsignedError } from '#libs/guards';
import { Log } from '#libs/observability';
import { endConnection } from '#libs/storefront';
import { openErasure } from '../../customers/erase-customer.sql.js';
import { Pseudonyms } from '../../ingest/storefront/pseudonyms.js';
import { shopsAskingIn } from '../../ingest/storefront/shop-of-body.js';
import { type ComplianceRequest, readComplianceRequest, type Subject } from './compliance-request.js';
import { askIfUninstalled, findSubjects, forgetOwnerless, type KnownCustomer, recordDataRequest, requestRedaction } from './privacy.sql.js';

/** A current or past connection of a shop. */
interface Concerned {
  readonly tenantId: TenantId;
  readonly connectionId: string;
  readonly platform: StorefrontPlatform;
  readonly shop: string;
}

/** Carries out the privacy requests of platforms for every tenant that the shop is or was connected to. */
@Injectable()
export class HandleComplianceRequest {
  constructor(
    private readonly database: Database,
    private readonly pseudonyms: Pseudonyms,
    private readonly clock: Clock,
    private readonly log: Log,
  ) {}

  /**
   * @returns the number of connections concerned. Zero means an unknown shop, which is not an error of the platform.
   * @throws AppError `unauthorized` when header and body name different shops, `validation_error` when the body names no shop.
   */
  async handle({ headers }: SignedCall, body: unknown): Promise<number> {
    const request = readComplianceRequest(headers.topic, body);
    if (request.kind === 'none') return 0;
    const shop = shopOf(headers.shop, body);
    const rows = await this.database.findShopConnections(hashShop(shop));
    const concerned = rows.filter(({ platform }) => platform === headers.family);
    for (const row of concerned) {
      const connection = { tenantId: toTenantId(row.tenant_id), connectionId: row.connection_id, platform: headers.family, shop };
      await this.handleFor(connection, request, headers.sentAt);
    }
    return concerned.length;
  }

  private async handleFor(
    connection: Concerned,
    request: Exclude<ComplianceRequest, { kind: 'none' }>,
    reportedAt: Date | null,
  ): Promise<void> {
    const { tenantId, connectionId } = connection;
    const guestId =
      request.kind === 'data_request' || request.kind === 'redact_customer' ? await this.pseudonyms.forTenant(tenantId) : null;
    const now = this.clock.now();
    await this.database.transaction(tenantId, async (db) => {
      switch (request.kind) {
        case 'data_request':
          return this.keepRequest(db, connection, request.subject, await subjectsOf(db, request.subject, guestId));
        case 'redact_customer':
          await this.erase(db, await subjectsOf(db, request.subject, guestId));
          return forgetOwnerless(db, ordersOf(request.subject));
        case 'redact_shop':
          await requestRedaction(db, connectionId, now);
          return this.end(db, connection, null);
        case 'uninstalled':
          // Without a time the call may be old, and the shop may have connected again since. Only the platform knows.
          if (reportedAt === null && (await askIfUninstalled(db, connectionId, now))) return;
          return this.end(db, connection, reportedAt);
      }
    });
    this.log.info('storefront.complied', { tenantId, connectionId, asked: request.kind });
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

  private async erase(db: TenantDb, customers: readonly KnownCustomer[]): Promise<void> {
    for (const { id } of customers) {
      const jobId = newId();
      if (await openErasure(db, jobId, id, this.clock.now())) await this.record(db, 'customer.erasure_requested', { job_id: jobId });
    }
  }

  private async end(db: TenantDb, { connectionId, platform, shop }: Concerned, reportedAt: Date | null): Promise<void> {
    if ((await endConnection(db, connectionId, { now: this.clock.now(), reportedAt })) !== null)
      await this.record(db, 'storefront.disconnected', { platform, shop });
  }

  private record(db: TenantDb, action: AuditAction, details: Record<string, string>): Promise<void> {
    return recordAudit(db, { action, actor: { kind: 'system' }, details }, this.clock.now());
  }
}

/** Returns the customer with the platform's id, the guest with the e-mail address, and the customers of the orders. */
function subjectsOf(db: TenantDb, subject: Subject, guestId: ((email: string) => string) | null): Promise<KnownCustomer[]> {
  const { customerId, email } = subject;
  const externalIds = [customerId, email === null ? null : (guestId?.(email) ?? null)].filter((id) => id !== null);
  return findSubjects(db, externalIds.map((id) => customerIdOf(db.tenantId, id)), ordersOf(subject)); // prettier-ignore
}

/** Returns the order ids that the database can look up. */
const ordersOf = ({ orderIds }: Subject): string[] => orderIds.filter((id) => id.isWellFormed() && !id.includes('\u0000'));

/** Takes the shop only from the signed body. A header could turn a request for one shop into a request for another. */
function shopOf(header: string | null, body: unknown): string {
  const named = [...new Set(shopsAskingIn(body))];
  const [shop] = named;
  const isOfAnother = header !== null && named.length > 0 && normaliseShop(header) !== shop;
  if (named.length > 1 || isOfAnother) throw new UnsignedError();
  if (shop == null)
    throw new AppError('validation_error', 'no shop is named: shop_domain of the body must hold its domain; the header is not signed');
  return shop;
}
