import { Injectable } from '@nestjs/common';
import { Clock, conflict, HOUR_MS, notFound, type TenantId } from '#libs/core';
import { type AuditOrigin, Database, recordAudit, SecretBox, type TenantDb } from '#libs/database';
import { keepTokens, unknownWooCommerceTopics } from '#libs/storefront';
import { letWorkersBegin } from '../connections.sql.js';
import { connectWooCommerce, findWooCommerce, noteRestUrl, type WooCommerceConnection } from './connect-woocommerce.sql.js';
import { keysText, type WooCommerceKeys } from './try-keys.js';

/** A connection as it is to be kept; its keys have been tried. */
export interface NewConnection {
  readonly shop: string;
  readonly restUrl: string | null;
  readonly secret: string;
  /** Null: the shop tells of its orders, and is not asked for any. */
  readonly keys: WooCommerceKeys | null;
  /** How long the secret before stays good. */
  readonly graceHours: number;
  readonly userId: string;
}

/** Keys that the shop has taken, and where. */
interface TriedKeys {
  readonly shop: string;
  readonly restUrl: string;
  readonly keys: WooCommerceKeys;
  readonly userId: string;
}

/** Keeps what is needed for a WooCommerce shop. */
@Injectable()
export class WooCommerceConnections {
  constructor(
    private readonly database: Database,
    private readonly box: SecretBox,
    private readonly clock: Clock,
  ) {}

  /** @throws AppError `not_found` when the tenant has connected no shop of WooCommerce. */
  async find(tenantId: TenantId): Promise<WooCommerceConnection> {
    const connection = await this.database.transaction(tenantId, findWooCommerce);
    if (connection === null) throw notFound('WooCommerce connection');
    return connection;
  }

  /** @throws AppError `conflict` when another shop is connected. */
  async connect(tenantId: TenantId, input: NewConnection, origin: AuditOrigin): Promise<Pick<WooCommerceConnection, 'status'>> {
    const now = this.clock.now();
    const { keys, userId, graceHours, shop } = input;
    const formerUntil = graceHours === 0 ? null : new Date(now.getTime() + graceHours * HOUR_MS);
    return this.database.transaction(tenantId, async (db) => {
      const connection = await connectWooCommerce(db, this.box, { ...input, isTried: keys !== null, formerUntil }, now);
      if (connection === null) throw conflict('another shop is connected: disconnect it first');
      if (keys !== null) await this.keepKeys(db, connection.id, { keys, userId }, now);
      await recordAudit(db, { action: 'storefront.connected', ...origin, details: { platform: 'woocommerce', shop } }, now);
      return keys === null ? connection : { status: 'connected' };
    });
  }

  /** @throws AppError `not_found` when the shop has been disconnected meanwhile. */
  async giveKeys(tenantId: TenantId, { shop, restUrl, keys, userId }: TriedKeys, origin: AuditOrigin): Promise<void> {
    const now = this.clock.now();
    await this.database.transaction(tenantId, async (db) => {
      const connection = await findWooCommerce(db);
      if (connection?.shop !== shop) throw notFound('WooCommerce connection');
      await noteRestUrl(db, connection.id, restUrl);
      await this.keepKeys(db, connection.id, { keys, userId }, now);
      await recordAudit(db, { action: 'storefront.connected', ...origin, details: { platform: 'woocommerce', shop } }, now);
    });
  }

  /** Lets the workers read its orders. Keys do not end, and need no renewal. */
  private async keepKeys(db: TenantDb, id: string, { keys, userId }: Pick<TriedKeys, 'keys' | 'userId'>, now: Date): Promise<void> {
    await letWorkersBegin(db, id, { scopes: null, userId, topics: unknownWooCommerceTopics() }, now);
    const grant = { accessToken: keysText(keys), refreshToken: null, lifetimeMs: null, scopes: null };
    await keepTokens(db, this.box, { connectionId: id, grant, replaces: null }, now);
  }
}
