import { IS_REMOVED } from '#libs/orders';
import { beginRemoval, removalEnded } from '../../support/shop/retention.js';
import { ChurnSystem } from '../../support/servers/churn-system.js';
import { eventually } from '../../support/waiting/eventually.js';

describe("the removal of a tenant's old data", () => {
  let system: ChurnSystem;

  beforeAll(async () => {
    system = await ChurnSystem.start({ FIT_MODELS: 'false' });
  });
  afterAll(() => system.stop());

  it('goes on after the worker was killed in the middle, and removes each order once', async () => {
    const large = await system.shop();
    await system.owner.query(FILL, [large.tenantId]);
    const counts = async () => (await system.owner.query<Counts>(COUNTS, [large.tenantId])).rows[0]!;
    const before = await counts();
    await beginRemoval(system, large);
    const half = await eventually('half of the removal', async () => {
      const now = await counts();
      return now.removed > before.orders / 10 ? now : null;
    });
    await system.worker.kill();
    const killed = await counts();
    expect(killed.removed).toBeGreaterThanOrEqual(half.removed);
    expect(killed).toEqual({ ...before, removed: killed.removed });
    expect(killed.removed).toBeLessThan(before.orders);
    await system.worker.start();
    await removalEnded(system, large);
    expect(await counts()).toEqual({ ...before, removed: before.orders });
    expect(await large.rows('events')).toEqual([]);
  }, 180_000);
});

interface Counts {
  readonly orders: number;
  readonly removed: number;
  readonly customers: number;
  readonly units: string;
}

const FILL = `
WITH customer AS (
  INSERT INTO customers (tenant_id, id, external_id) SELECT $1::uuid, md5($1::uuid::text || i)::uuid, 'l-' || i FROM generate_series(1, 20000) i RETURNING id, external_id),
bought AS (SELECT id, external_id || '-' || n AS key, now() - interval '500 days' - n * interval '40 days' AS at, n FROM customer, generate_series(1, 3) n),
event AS (
  INSERT INTO events (tenant_id, event_id, customer_id, event_type, occurred_at, value) SELECT $1::uuid, key, id, 'order_completed', at, n FROM bought)
INSERT INTO orders (tenant_id, order_key, customer_id, state_at, state, placed_at, amount, amount_at)
SELECT $1::uuid, 'event:' || key, id, at, 2, at, n, at FROM bought`;

const COUNTS = `
SELECT count(*)::int AS orders, (count(*) FILTER (WHERE ${IS_REMOVED}))::int AS removed, count(DISTINCT customer_id)::int AS customers,
       trunc(coalesce(sum(amount * 10000), 0))::text AS units FROM orders WHERE tenant_id = $1`;
