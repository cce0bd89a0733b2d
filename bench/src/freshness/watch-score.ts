import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { customerIdOf, type TenantId } from '#libs/core';
import { HttpClient } from '../load/http-client.js';
import type { SystemUnderTest, Shop } from '../system/system-under-test.js';

const LOOK_EVERY_MS = 20;

// Statistics of a table that was empty a moment ago would let each look read the whole table.
const BY_KEY = 'SET enable_seqscan = off; SET enable_bitmapscan = off; SET plan_cache_mode = force_generic_plan';
const SCORED = `
SELECT c.id, c.orders_count FROM unnest($1::uuid[], $2::uuid[]) AS w (tenant_id, id), customers c
WHERE c.tenant_id = w.tenant_id AND c.id = w.id AND c.calculated_at IS NOT NULL`;

/** A customer of a shop, and the orders that the score has to count. */
export interface AwaitedScore {
  readonly shop: Pick<Shop, 'tenantId' | 'apiKey'>;
  /** The shop's own identifier, watched once at a time. */
  readonly customerId: string;
  readonly orders: number;
}

interface Watch {
  readonly tenantId: TenantId;
  readonly orders: number;
  readonly giveUpAt: number;
  readonly end: (isScored: boolean) => void;
}

/**
 * Waits for scores. One statement looks for all of them, and each is asked for over HTTP only when it is there: asking the API
 * for each score again and again took up to a quarter of the cores from the service that is measured.
 */
export class ScoreWatcher {
  private readonly watches = new Map<string, Watch>();
  private looking: Promise<void> | null = null;

  private readonly clients = new Map<string, HttpClient>();

  private constructor(
    private readonly apiUrl: string,
    private readonly postgres: Client,
  ) {}

  static async connect(system: SystemUnderTest): Promise<ScoreWatcher> {
    const postgres = new Client(system.servers.postgres.url);
    // Postgres ends before this process, so the connection may fail.
    postgres.on('error', () => undefined);
    await postgres.connect();
    await postgres.query(BY_KEY);
    return new ScoreWatcher(system.apiUrl, postgres);
  }

  /**
   * Waits until the API answers with a score that includes `orders` orders.
   * @param since start of the wait. @param giveUpAt end of the wait. Both are times of `performance.now()`.
   * @returns milliseconds from `since` until that answer; infinite when it did not come in time.
   */
  async untilScoreCounts(
    awaited: AwaitedScore,
    { since, giveUpAt }: { readonly since: number; readonly giveUpAt: number },
  ): Promise<number> {
    const { shop: { tenantId }, customerId, orders } = awaited; // prettier-ignore
    const isScored = await new Promise<boolean>((resolve) => {
      this.watches.set(customerIdOf(tenantId, customerId), { tenantId, orders, giveUpAt, end: resolve });
      this.looking ??= this.look();
    });
    if (!isScored || (await this.ordersOf(awaited)) < orders) return Number.POSITIVE_INFINITY;
    return performance.now() - since;
  }

  async close(): Promise<void> {
    for (const client of this.clients.values()) client.close();
    await this.postgres.end();
  }

  private async look(): Promise<void> {
    while (this.watches.size > 0) {
      const watches = [...this.watches];
      const values = [watches.map(([, { tenantId }]) => tenantId), watches.map(([id]) => id)];
      const { rows } = await this.postgres.query<{ id: string; orders_count: number }>({ name: 'scored', text: SCORED, values });
      const found = new Map(rows.map((row) => [row.id, row.orders_count]));
      for (const [id, { orders, giveUpAt, end }] of watches) {
        const isScored = (found.get(id) ?? 0) >= orders;
        if (!isScored && performance.now() < giveUpAt) continue;
        this.watches.delete(id);
        end(isScored);
      }
      await sleep(LOOK_EVERY_MS);
    }
    this.looking = null;
  }

  private async ordersOf({ shop: { apiKey }, customerId }: AwaitedScore): Promise<number> {
    const client = this.clients.get(apiKey) ?? new HttpClient(this.apiUrl, apiKey);
    this.clients.set(apiKey, client);
    const { status, text } = await client.get(`/customers/${customerId}/churn`);
    if (status !== 200) return 0;
    const detail = JSON.parse(text) as { features_extended: { orders_total: number } };
    return detail.features_extended.orders_total;
  }
}
