import { Injectable } from '@nestjs/common';
import { Config } from '#libs/config';
import { Clock, DAY_MS, type TenantId } from '#libs/core';
import { Database, recordAudit, SecretBox } from '#libs/database';
import { queueMailToOwners, storefrontReauthorizeMail } from '#libs/mail';
import { Log } from '#libs/observability';
import { forgetTokens } from '#libs/storefront';
import { type LeasedConnection, stopUntilReauthorized } from './due-connections.sql.js';

/** After so long nobody needs to be told any more. */
const MAIL_LIFETIME_MS = 7 * DAY_MS;

/** The platform takes our access no more: only somebody who rules the shop can give it again, and the owners are told. */
@Injectable()
export class EndAccess {
  constructor(
    private readonly database: Database,
    private readonly box: SecretBox,
    private readonly clock: Clock,
    private readonly log: Log,
    private readonly config: Config,
  ) {}

  async end(tenantId: TenantId, connection: LeasedConnection): Promise<void> {
    const now = this.clock.now();
    const { platform, shop } = connection;
    const link = `${this.config.dashboardUrl}/integrations`;
    await this.database.transaction(tenantId, async (db) => {
      await stopUntilReauthorized(db, connection);
      await forgetTokens(db, connection.id);
      await recordAudit(db, { action: 'storefront.reauthorize_needed', actor: { kind: 'system' }, details: { platform, shop } }, now);
      await queueMailToOwners(db, this.box, (to) => storefrontReauthorizeMail(to, shop, link), { now, lifetimeMs: MAIL_LIFETIME_MS });
    });
    this.log.warn('storefront.reauthorize_needed', { tenantId, connectionId: connection.id });
  }
}
