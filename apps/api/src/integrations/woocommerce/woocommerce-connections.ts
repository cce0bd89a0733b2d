import { Injectable } from '@nestjs/common';
import { Clock, conflict, HOUR_MS, notFound, type TenantId } from '#libs/core';
import { Database, type TenantDb } from '#libs/database';
import { type AuditOrigin, recordAudit, SecretBox } from '#libs/tenants';
import type { AccountCaller } from '#libs/guards';
import { keepTokens, unknownWooCommerceTopics } from '#libs/storefront';
import { lockForOwner } from '../../http/access/lock-for-role.js';
import { letWorkersBegin } from '../connections.sql.js';
import { connectWooCommerce, findWooCommerce, noteRestUrl, type WooCommerceConnection } from './connect-woocommerce.sql.js';
import { keysText, type WooCommerceKeys } from './try-keys.js';

/** A connection to store. Its keys have been tested. */
export interface NewConnection {
  readonly shop: string;
  readonly restUrl: string | null;
  readonly secret: string;
  /** Null when the shop only sends its orders and we do not read any. */
  readonly keys: WooCommerceKeys | null;
  /** The time for which the previous secret stays valid. */
  readonly graceHours: number;
}

/** Keys that the shop accepted, and the address at which it did. */
interface TriedKeys {
  readonly shop: string;
  readonly restUrl: string;
  readonly keys: WooCommerceKeys;
}

/** Stores the connections of WooCommerce shops. */
@Injectable()
export class WooCommerceConnections {
  constructor(
    private readonly database: Database,
    private readonly box: SecretBox,
    private readonly clock: Clock,
  ) {}

  /** @throws AppError `not_found` when the tenant has no connected WooCommerce shop. */
  async find(tenantId: TenantId): Promise<WooCommerceConnection> {
    const connection = await this.database.transaction(tenantId, findWooCommerce);
    if (connection === null) throw notFound('WooCommerce connection');
    return connection;
  }

  /** @throws AppError `conflict` when another shop is connected. */
  async connect(caller: AccountCaller, input: NewConnection, origin: AuditOrigin): Promise<Pick<WooCommerceConnection, 'status'>> {
    const now = this.clock.now();
    const { tenantId, userId } = caller;
    const { keys, graceHours, shop } = input;
    const formerUntil = graceHours === 0 ? null : new Date(now.getTime() + graceHours * HOUR_MS);
    return this.database.transaction(tenantId, async (db) => {
      await lockForOwner(db, caller, now);
      const connection = await connectWooCommerce(db, this.box, { ...input, userId, isTried: keys !== null, formerUntil }, now);
      if (connection === null) throw conflict('another shop is connected: disconnect it first');
      if (keys !== null) await this.keepKeys(db, connection.id, { keys, userId }, now);
      await recordAudit(db, { action: 'storefront.connected', ...origin, details: { platform: 'woocommerce', shop } }, now);
      return keys === null ? connection : { status: 'connected' };
    });
  }

  /** @throws AppError `not_found` when the shop was disconnected in the meantime. */
  async saveKeys(caller: AccountCaller, { shop, restUrl, keys }: TriedKeys, origin: AuditOrigin): Promise<void> {
    const now = this.clock.now();
    const { tenantId, userId } = caller;
    await this.database.transaction(tenantId, async (db) => {
      await lockForOwner(db, caller, now);
      const connection = await findWooCommerce(db);
      if (connection?.shop !== shop) throw notFound('WooCommerce connection');
      await noteRestUrl(db, connection.id, restUrl);
      await this.keepKeys(db, connection.id, { keys, userId }, now);
      await recordAudit(db, { action: 'storefront.connected', ...origin, details: { platform: 'woocommerce', shop } }, now);
    });
  }

  /** Lets the workers read the shop's orders. Keys do not expire and need no renewal. */
  private async keepKeys(
    db: TenantDb,
    id: string,
    { keys, userId }: Pick<TriedKeys, 'keys'> & { userId: string },
    now: Date,
  ): Promise<void> {
    await letWorkersBegin(db, id, { scopes: null, userId, topics: unknownWooCommerceTopics() }, now);
    const grant = { accessToken: keysText(keys), refreshToken: null, lifetimeMs: null, scopes: null };
    await keepTokens(db, this.box, { connectionId: id, grant, replaces: null }, now);
  }
}
