import { Injectable } from '@nestjs/common';
import type { TenantId } from '#libs/core';
import { Database } from '#libs/database';
import type { IntegrationsDto } from './integrations.dto.js';
import { Platforms } from '#libs/storefront';
import { type ConnectionRow, countForeignOrders, findLatestConnection } from './connections.sql.js';

@Injectable()
export class GetIntegrations {
  constructor(
    private readonly database: Database,
    private readonly platforms: Platforms,
  ) {}

  async get(tenantId: TenantId): Promise<IntegrationsDto> {
    const { connection, foreignOrders } = await this.database.transaction(tenantId, async (db) => {
      const latest = await findLatestConnection(db);
      return { connection: latest, foreignOrders: latest?.currency == null ? 0 : await countForeignOrders(db, latest.currency) };
    });
    return {
      ...(connection === null ? NEVER_CONNECTED : toReply(connection, foreignOrders)),
      available_platforms: this.platforms.available,
    };
  }
}

const NEVER_CONNECTED: Omit<IntegrationsDto, 'available_platforms'> = {
  platform: null,
  shop: null,
  status: 'disconnected',
  connected_at: null,
  last_webhook_at: null,
  webhooks: [],
  currency: null,
  foreign_orders: 0,
  import: { state: 'none', done: 0, total: null },
};

const toReply = (row: ConnectionRow, foreignOrders: number): Omit<IntegrationsDto, 'available_platforms'> => ({
  platform: row.platform,
  shop: row.shop,
  status: row.status,
  connected_at: row.connected_at?.toISOString() ?? null,
  last_webhook_at: row.last_webhook_at?.toISOString() ?? null,
  webhooks: row.status === 'disconnected' ? [] : row.webhooks.map(({ topic, ok }) => ({ topic, ok })),
  currency: row.currency,
  foreign_orders: foreignOrders,
  import: { state: row.import_state, done: row.import_done, total: row.import_total },
});
