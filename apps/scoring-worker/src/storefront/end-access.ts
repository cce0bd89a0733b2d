import { Injectable } from '@nestjs/common';
import { Config } from '#libs/config';
import { Clock, DAY_MS, type TenantId } from '#libs/core';
import { Database } from '#libs/database';
import { recordAudit, SecretBox } from '#libs/tenants';
import { type Mail, queueNoticeToOwners, storefrontReauthorizeMail, tellOfRemoval } from '#libs/mail';
import { Log } from '#libs/observability';
import { endConnection, endCustomerAccess, forgetTokens } from '#libs/storefront';
import { type LeasedConnection, readLeased, stopUntilReauthorized } from './due-connections.sql.js';

/** An older mail is not sent. */
const MAIL_LIFETIME_MS = 7 * DAY_MS;

/** Ends a connection after the platform has refused access. Only the shop's administrator can grant it again, so the owners get a mail. */
@Injectable()
export class EndAccess {
  constructor(
    private readonly database: Database,
    private readonly box: SecretBox,
    private readonly clock: Clock,
    private readonly log: Log,
    private readonly config: Config,
  ) {}

  private get integrations(): string {
    return `${this.config.dashboardUrl}/integrations`;
  }

  async end(tenantId: TenantId, connection: LeasedConnection): Promise<void> {
    await (connection.uninstall_reported_at === null ? this.askAgain(tenantId, connection) : this.recordRemoval(tenantId, connection));
  }

  /** The platform reported that the app was removed, and it refuses our token. Both together prove the removal. */
  private async recordRemoval(tenantId: TenantId, connection: LeasedConnection): Promise<void> {
    const now = this.clock.now();
    const { id, platform, shop } = connection;
    await this.database.transaction(tenantId, async (db) => {
      await readLeased(db, connection.lease);
      await endConnection(db, id, { now, reportedAt: null });
      await recordAudit(db, { action: 'storefront.disconnected', actor: { kind: 'system' }, details: { platform, shop } }, now);
      await tellOfRemoval(db, this.box, { shop, link: this.integrations }, now);
    });
    this.log.info('storefront.uninstalled', { tenantId, connectionId: id });
  }

  private async askAgain(tenantId: TenantId, connection: LeasedConnection): Promise<void> {
    const now = this.clock.now();
    const { platform, shop } = connection;
    await this.database.transaction(tenantId, async (db) => {
      await stopUntilReauthorized(db, connection);
      await forgetTokens(db, connection.id);
      if (platform === 'shopify') await endCustomerAccess(db);
      await recordAudit(db, { action: 'storefront.reauthorize_needed', actor: { kind: 'system' }, details: { platform, shop } }, now);
      const compose = (to: string): Mail => storefrontReauthorizeMail(to, shop, this.integrations);
      await queueNoticeToOwners(db, this.box, { kind: 'shop_access_ended', compose }, { now, lifetimeMs: MAIL_LIFETIME_MS });
    });
    this.log.warn('storefront.reauthorize_needed', { tenantId, connectionId: connection.id });
  }
}
