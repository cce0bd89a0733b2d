import { simulateShop } from '../../../tools/src/simulator/simulate-shop.js';
import { ChurnSystem } from '../../support/servers/churn-system.js';
import type { Shop } from '../../support/shop/shop.js';
import { order as event } from '../../support/shop/builders.js';
import { fittedModel, importHistory, until } from '../../support/shop/simulated-shop.js';

const DAY_MS = 86_400_000;
const WEEK_DAYS = 7;
/** Every fourth Sunday gets a model; UTC day 3 was the first Sunday. */
const MODEL_DAYS = 28;
const HORIZON = 30;
/** Days from the Sunday that is looked at until the day on which the past is calculated. */
const LATER_DAYS = 88;
const WORKER = { SWEEP_INTERVAL_MS: '100', FIT_MODELS: 'true' };

interface Totals {
  readonly customers: number;
  readonly low: number;
  readonly medium: number;
  readonly high: number;
  readonly critical: number;
  readonly fresh: number;
  readonly second_order_due: number;
  readonly active: number;
  readonly slipping: number;
  readonly lost: number;
  readonly score_sum: string;
  readonly revenue_sum: string;
  readonly expected_sum: string;
}

interface Week extends Omit<Totals, 'customers'> {
  readonly day: string;
  readonly model_version: string;
  readonly actual_sum: string | null;
  readonly outcome: { listed: { returned: { customers: number }; stayedAway: { customers: number }; spentCents: number } } | null;
}

interface Named {
  readonly customer_id: string;
  readonly score: string;
  readonly revenue_at_risk: string;
  readonly returned_on: string | null;
}

/** A point of a trend. */
interface Point {
  readonly date: string;
  readonly calculated: boolean;
}

const MONEY = /^\d+\.\d\d$/;
const COUNTS = ['low', 'medium', 'high', 'critical', 'new', 'second_order_due', 'active', 'slipping', 'lost'];
const SUMS = 'score_sum::text, revenue_sum::text, expected_sum::text';
const WEEK = `day::text, model_version, ${COUNTS.join(', ').replace('new', 'new AS fresh')}, ${SUMS}, actual_sum::text, outcome`;
const LIVE = [
  'count(*)::int AS customers',
  ...['low', 'medium', 'high', 'critical'].map((label) => `(count(*) FILTER (WHERE label = '${label}'))::int AS ${label}`),
  ...['new', 'second_order_due', 'active', 'slipping', 'lost'].map((state) => `(count(*) FILTER (WHERE lifecycle = '${state}'))::int AS ${state === 'new' ? 'fresh' : state}`),
  'sum(score)::text AS score_sum, sum(revenue_at_risk)::text AS revenue_sum, sum(expected_revenue)::text AS expected_sum',
].join(', '); // prettier-ignore

/** The Sunday on which a model of the past is fitted, far enough back. */
function frozenDay(): number {
  const latest = Math.floor(Date.now() / DAY_MS) - LATER_DAYS;
  return latest - ((latest - 3) % MODEL_DAYS);
}

const dateOf = (day: number): string => new Date(day * DAY_MS).toISOString().slice(0, 10);

/** Orders alone: a cancellation of today says nothing of what was known then. */
const ordersUntil = (day: number, customers: number): { occurred_at: string }[] =>
  simulateShop({ seed: 5, customers, months: 14, now: new Date(day * DAY_MS) }).filter(
    ({ event_type: type }) => type === 'order_completed' || type === 'order_created',
  );

describe('the past weeks of a shop', () => {
  let system: ChurnSystem;
  let shop: Shop;
  const frozen = frozenDay();

  beforeAll(async () => {
    system = await ChurnSystem.start({ ...WORKER, WORKER_QUEUES: 'scoring' });
  }, 60_000);
  afterAll(() => system.stop());

  /** Lets the service live on a day, a minute before its end. */
  const liveOn = (day: number): Promise<void> => system.setClock((day + 1) * DAY_MS - 60_000 - Date.now());
  const weeks = (): Promise<Week[]> => shop.rows<Week>('past_weeks', WEEK);
  const calculated = async (): Promise<Week[]> => {
    await until(
      'past weeks',
      async () => {
        const [replay] = await shop.rows<{ done: boolean }>('past_replays', 'finished_at IS NOT NULL AND due_at IS NULL AS done');
        return replay?.done ?? false;
      },
      240_000,
    );
    return weeks();
  };

  it('are as the live scores of that day were, on the same orders', async () => {
    shop = await system.shop();
    await system.owner.query('UPDATE tenants SET horizon_days = $2 WHERE id = $1', [shop.tenantId, HORIZON]);
    const orders = ordersUntil(frozen + LATER_DAYS, 400);
    const isEarly = ({ occurred_at: at }: { occurred_at: string }): boolean => Date.parse(at) < (frozen + 1) * DAY_MS;

    await liveOn(frozen);
    await importHistory(shop, orders.filter(isEarly)); // prettier-ignore
    const { model_version: version } = await fittedModel(shop);
    const [live] = await shop.rows<Totals>('customers', LIVE);
    const slipping = await shop.rows<{ id: string; score: string; revenue: string; lifecycle: string }>(
      'customers',
      'id, score::text, revenue_at_risk::text AS revenue, lifecycle',
    );

    await liveOn(frozen + LATER_DAYS);
    await importHistory(shop, orders.filter((order) => !isEarly(order))); // prettier-ignore
    await fittedModel(shop, version);
    const rows = await calculated();
    const week = rows.find(({ day }) => day === dateOf(frozen));
    const { customers, ...totals } = live!;
    expect(customers).toBeGreaterThan(200);
    expect(week).toMatchObject({ ...totals, model_version: version });

    const named = await shop.rows<Named>('past_named', 'customer_id, score::text, revenue_at_risk::text, returned_on::text');
    const first = slipping.filter(({ lifecycle }) => lifecycle === 'slipping' || lifecycle === 'second_order_due').toSorted((one, other) => Number(other.revenue) - Number(one.revenue)).slice(0, 100); // prettier-ignore
    expect(named).toHaveLength(first.length);
    expect(new Map(named.map(({ customer_id: id, score }) => [id, score]))).toEqual(new Map(first.map(({ id, score }) => [id, score])));
    const listed = week?.outcome?.listed;
    expect(listed && listed.returned.customers + listed.stayedAway.customers).toBe(totals.slipping + totals.second_order_due);
    const returned = named.flatMap(({ returned_on: day }) => day ?? []);
    expect(returned.filter((day) => day <= dateOf(frozen) || day > dateOf(frozen + HORIZON))).toEqual([]);
  }, 480_000);

  it('are half a year of Sundays, with outcomes where the horizon has passed', async () => {
    const rows = (await weeks()).toSorted((one, other) => (one.day < other.day ? -1 : 1));
    const days = rows.map(({ day }) => Date.parse(day) / DAY_MS);
    const today = frozen + LATER_DAYS;
    expect(days.filter((day) => day > today - 26 * WEEK_DAYS)).toHaveLength(26);
    expect(days.every((day) => (day - 3) % WEEK_DAYS === 0)).toBe(true);
    expect(rows.map(({ actual_sum: actual }) => actual !== null)).toEqual(days.map((day) => day + HORIZON < today));
  });

  it('answer GET /churn/backtest page by page, and no other shop', async () => {
    const other = await system.shop();
    expect((await other.get('/churn/backtest').expect(200)).body).toMatchObject({ status: 'not_started', named: null, data: [] });
    const { body } = await shop.get('/churn/backtest?limit=5').expect(200);
    expect(body).toMatchObject({
      status: 'ready',
      origin: dateOf(frozen),
      until: dateOf(frozen + HORIZON),
      horizon_days: HORIZON,
      currency: 'EUR',
      revenue: { expected: expect.stringMatching(MONEY), actual: expect.stringMatching(MONEY) },
      pagination: { has_more: true },
    });
    expect(body.progress.done).toBe(body.progress.total);
    expect(body.came_back.customers + body.stayed_away.customers).toBe(body.named.customers);
    expect(body.calibration.reduce((sum: number, { n }: { n: number }) => sum + n, 0)).toBeGreaterThan(200);
    const found = [...body.data];
    for (let cursor = body.pagination.next_cursor; cursor !== null;) {
      const next = await shop.get(`/churn/backtest?limit=20&cursor=${cursor}`).expect(200);
      found.push(...next.body.data);
      cursor = next.body.pagination.next_cursor;
    }
    expect(found).toHaveLength(Math.min(100, body.named.customers));
    const mean = found.reduce((sum, { score }) => sum + Number(score), 0) / found.length;
    expect(Number(body.named.mean_score)).toBeCloseTo(mean, 3);
    expect(body.fitted_on).toBe(/\d{4}-\d\d-\d\d$/.exec(body.model_version)?.[0]);
    const { expected, p10, p90 } = body.revenue;
    expect(p10 === null || (Number(p10) <= Number(p90) && Number(expected) > 0)).toBe(true);
    expect(found.filter(({ came_back_on: day }) => day !== null)).toHaveLength(body.came_back.customers);
    expect(found.map(({ revenue_at_risk: risk }) => Number(risk))).toEqual(found.map(({ revenue_at_risk: risk }) => Number(risk)).toSorted((a, b) => b - a)); // prettier-ignore
    for (const query of ['limit=0', 'limit=x', 'cursor=x', `cursor=${Buffer.from('seal 1').toString('base64url')}`])
      await shop.get(`/churn/backtest?${query}`).expect(422);
    await shop.get('/churn/backtest').unset('X-API-Key').expect(401);
    await other.get(`/churn/backtest?cursor=${body.pagination.next_cursor}`).expect(422);
  });

  it('stand in the trends before the first live day, and give the expected revenue its interval', async () => {
    const { body } = await shop.get('/analytics/lifecycle').expect(200);
    const firstLive: Point = body.trend.find((point: Point) => !point.calculated);
    expect(firstLive.date).toBe(dateOf(frozen));
    const past: Point[] = body.trend.filter((point: Point) => point.calculated);
    expect(past.length).toBeGreaterThan(10);
    expect(past.every(({ date }) => date < firstLive.date)).toBe(true);
    expect(new Set(body.trend.map(({ date }: Point) => date)).size).toBe(body.trend.length);
    const [horizon, quarter, year] = body.revenue.sums;
    expect(horizon).toMatchObject({ days: HORIZON, replays: expect.any(Number), p10: expect.stringMatching(MONEY) });
    expect(Number(horizon.p10)).toBeLessThan(Number(horizon.p90));
    expect(horizon.replays).toBeGreaterThanOrEqual(20);
    expect(quarter).toMatchObject({ days: 90, p10: expect.stringMatching(MONEY), p90: expect.stringMatching(MONEY) });
    expect(year).toMatchObject({ days: 365, p10: null, p90: null, replays: 0 });
    const analytics = await shop.get('/churn/analytics?period=90d').expect(200);
    expect(analytics.body.trends.at(-1)).toMatchObject({ calculated: false });
    expect(analytics.body.previous_period).toMatchObject({ calculated: expect.any(Boolean) });
  });

  it('are too few in a small shop, which says so', async () => {
    const small = await system.shop();
    await importHistory(small, ordersUntil(frozen + LATER_DAYS, 12));
    await fittedModel(small);
    await until(
      'the end of a short replay',
      async () => (await small.get('/churn/backtest')).body.status === 'not_enough_history',
      120_000,
    );
    expect((await small.get('/churn/backtest')).body).toMatchObject({
      origin: null,
      named: null,
      came_back: null,
      calibration: [],
      data: [],
    });
  }, 240_000);

  it('are finished by another worker after the first is killed, without a week twice', async () => {
    const before = await weeks();
    await system.worker.stop();
    await system.owner.query('DELETE FROM past_weeks WHERE tenant_id = $1', [shop.tenantId]);
    await system.owner.query('UPDATE past_replays SET due_at = $2, finished_at = NULL WHERE tenant_id = $1', [
      shop.tenantId,
      new Date((frozen + LATER_DAYS) * DAY_MS),
    ]);
    const clock = { TEST_CLOCK_OFFSET_MS: String((frozen + LATER_DAYS + 1) * DAY_MS - 60_000 - Date.now()) };
    await system.worker.start(clock);
    await until('a first block', async () => (await weeks()).length > 0, 120_000);
    await system.worker.kill();
    expect((await weeks()).length).toBeLessThan(before.length);
    await system.owner.query('UPDATE work_leases SET until = now(), not_before = now() WHERE tenant_id = $1', [shop.tenantId]);
    await system.worker.start(clock);
    const inOrder = (rows: readonly Week[]): Week[] => rows.toSorted((one, other) => (one.day < other.day ? -1 : 1));
    expect(inOrder(await calculated())).toEqual(inOrder(before));
  }, 480_000);

  it('list nobody whom the shop has deleted since', async () => {
    const named = async (): Promise<string[]> =>
      ((await shop.get('/churn/backtest?limit=100')).body.data as { external_id: string }[]).map((row) => row.external_id);
    const [first, ...others] = await named();
    await shop.send(event({ customer_id: first, event_type: 'customer_deleted', value: undefined }));
    await shop.settled();
    expect(await named()).toEqual(others);
  }, 60_000);

  it('forget an erased customer', async () => {
    const [named] = await shop.rows<{ customer_id: string }>('past_named', 'customer_id');
    const customers = await shop.rows<{ id: string; external_id: string }>('customers', 'id, external_id');
    const externalId = customers.find(({ id }) => id === named?.customer_id)?.external_id;
    await shop.delete(`/customers/${externalId}`).expect(202);
    await until('the erasure', async () =>
      (await shop.rows<{ id: string }>('customers', 'id')).every(({ id }) => id !== named?.customer_id),
    );
    expect((await shop.rows<{ customer_id: string }>('past_named', 'customer_id')).map(({ customer_id: id }) => id)).not.toContain(named?.customer_id); // prettier-ignore
  }, 60_000);
});
