import { Injectable } from '@nestjs/common';
import { Clock, DAY_MS, shopKeyOf, type TenantId } from '#libs/core';
import { Database } from '#libs/database';
import type { IntegrationsDto } from './integrations.dto.js';
import { isInOrder, mayReadAllOrders, Platforms } from '#libs/storefront';
import { readStorageUse } from '#libs/tenants';
import { type ImportOutlook, outlookOf } from './import-progress.js';
import {
  type ConnectionRow,
  countForeignOrders,
  countWaiting,
  findLatestConnection,
  findRefused,
  type RefusedMessages,
} from './connections.sql.js';

/** A fault that was mended in the shop disappears after this time. */
const REFUSED_SHOWN_MS = 7 * DAY_MS;

@Injectable()
export class GetIntegrations {
  constructor(
    private readonly database: Database,
    private readonly platforms: Platforms,
    private readonly clock: Clock,
  ) {}

  async get(tenantId: TenantId): Promise<IntegrationsDto> {
    const now = this.clock.now();
    const since = new Date(now.getTime() - REFUSED_SHOWN_MS);
    const { connection, foreignOrders, refused, outlook } = await this.database.transaction(tenantId, async (db) => {
      const latest = await findLatestConnection(db);
      return {
        connection: latest,
        foreignOrders: latest?.currency == null ? 0 : await countForeignOrders(db, latest.currency),
        outlook: latest === null ? NO_OUTLOOK : outlookOf(latest, await countWaiting(db), await readStorageUse(db, now), now),
        refused: latest === null ? [] : await findRefused(db, shopKeyOf(latest), since),
      };
    });
    return {
      ...(connection === null ? NEVER_CONNECTED : toReply(connection, foreignOrders, outlook)),
      refused: refused.map(toRefused),
      available_platforms: this.platforms.available,
    };
  }
}

const NO_OUTLOOK: ImportOutlook = { secondsLeft: null, shortOf: null };

type OfConnection = Omit<IntegrationsDto, 'available_platforms' | 'refused'>;

const NEVER_CONNECTED: OfConnection = {
  platform: null,
  shop: null,
  own_app: false,
  status: 'disconnected',
  connected_at: null,
  last_webhook_at: null,
  webhooks: [],
  currency: null,
  foreign_orders: 0,
  orders_granted: null,
  import: {
    state: 'none',
    done: 0,
    total: null,
    customers: 0,
    customers_total: null,
    collected: null,
    seconds_left: null,
    short_of_storage: null,
  },
  order_counts: null,
};

const toRefused = ({ reason, count, lastAt }: RefusedMessages): IntegrationsDto['refused'][number] => ({
  reason,
  fault: !isInOrder(reason),
  count,
  last_at: lastAt.toISOString(),
});

const toReply = (row: ConnectionRow, foreignOrders: number, { secondsLeft, shortOf }: ImportOutlook): OfConnection => ({
  platform: row.platform,
  shop: row.shop,
  own_app: row.own_app,
  status: row.status,
  connected_at: row.connected_at?.toISOString() ?? null,
  last_webhook_at: row.last_webhook_at?.toISOString() ?? null,
  webhooks: row.status === 'disconnected' ? [] : row.webhooks.map(({ topic, ok }) => ({ topic, ok })),
  currency: row.currency,
  foreign_orders: foreignOrders,
  orders_granted: grantedOf(row),
  import: {
    state: row.import_state,
    done: row.import_done,
    total: row.import_total,
    customers: row.import_customers,
    customers_total: row.import_customers_total,
    collected: row.import_collected,
    seconds_left: secondsLeft,
    short_of_storage: shortOf,
  },
  order_counts: countsOf(row),
});

const countsOf = ({ counts, counted_at: countedAt, status }: ConnectionRow): IntegrationsDto['order_counts'] =>
  counts === null || countedAt === null || status === 'disconnected' ? null : { ...counts, counted_at: countedAt.toISOString() };

function grantedOf({ platform, status, scopes }: ConnectionRow): IntegrationsDto['orders_granted'] {
  if (platform === 'woocommerce' || status === 'disconnected') return null;
  return platform === 'shopify' && mayReadAllOrders(scopes) ? 'all' : 'last_60_days';
}
