import { type Analytics, analyticsOf } from '../../support/shop/analytics.js';
import { batch, order } from '../../support/shop/builders.js';
import { ChurnSystem } from '../../support/servers/churn-system.js';
import type { Shop } from '../../support/shop/shop.js';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

const customersOf = ({ distribution }: Pick<Analytics, 'distribution'>): number =>
  Object.values(distribution).reduce((sum, count) => sum + count, 0);

/** `2026-11-21: 3` for every day of the trend: how many customers had a score. */
const trendOf = ({ trends }: Analytics): string[] => trends.map((day) => `${day.date}: ${customersOf(day)}`);

describe('the trend of a shop', () => {
  let system: ChurnSystem;
  let customers = 0;

  beforeAll(async () => {
    // No nightly pass runs in between: a state changes only when a customer orders.
    system = await ChurnSystem.start({ NIGHTLY_HOUR_UTC: '23', SWEEP_INTERVAL_MS: '100' });
  }, 60_000);
  afterAll(() => system.stop());

  const orderOfNewCustomer = async (shop: Shop): Promise<void> => {
    customers += 1;
    await shop.send(order({ customer_id: `c-${customers}`, value: 20 }));
  };

  /** Returns the UTC midnight at the start of the day that many days from now. */
  const midnight = (days: number): number => Date.parse(new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10));
  const dayOf = (at: number): string => new Date(at).toISOString().slice(0, 10);

  it('has a point for every day in the time zone of the shop', async () => {
    const [inLosAngeles, inAuckland, inUtc] = await Promise.all(
      ['America/Los_Angeles', 'Pacific/Auckland', 'UTC'].map((timezone) => system.shop({ timezone })),
    );
    const shops = [inLosAngeles, inAuckland, inUtc] as Shop[];
    const first = midnight(1);
    const [before, day, after] = [dayOf(first - DAY_MS), dayOf(first), dayOf(first + DAY_MS)];
    // In summer and in winter: in Los Angeles it is still the day before, in Auckland the same day.
    await system.setClock(first + 6.5 * HOUR_MS - Date.now());
    for (const shop of shops) await orderOfNewCustomer(shop);
    const trends = async (): Promise<string[][]> => Promise.all(shops.map(async (shop) => trendOf(await analyticsOf(shop))));
    expect(await trends()).toEqual([[`${before}: 1`], [`${day}: 1`], [`${day}: 1`]]);
    // Six hours later it is the same day in Los Angeles and the next day in Auckland.
    await system.setClock(first + 12.5 * HOUR_MS - Date.now());
    for (const shop of shops) await orderOfNewCustomer(shop);
    expect(await trends()).toEqual([[`${before}: 1`, `${day}: 2`], [`${day}: 1`, `${after}: 2`], [`${day}: 2`]]);
  });

  it('repeats the last known values while nothing happens, and has no values for earlier days', async () => {
    const shop = await system.shop();
    const day = (number: number): string => dayOf(midnight(1) + number * DAY_MS);
    const moveTo = (number: number): Promise<void> => system.setClock(midnight(1) + number * DAY_MS + 12 * HOUR_MS - Date.now());
    await moveTo(1);
    await orderOfNewCustomer(shop);
    await moveTo(4);
    expect(trendOf(await analyticsOf(shop, '7d'))).toEqual([1, 2, 3, 4].map((number) => `${day(number)}: 1`));
    // The worker was down for three days. Events from that time count from the moment it is back.
    await system.worker.stop();
    await shop.post('/events', batch(order({ customer_id: 'waits' }))).expect(202);
    expect((await analyticsOf(shop)).trends.at(-1)).toEqual({ ...(await analyticsOf(shop, '7d')).trends[0], date: day(4) });
    await moveTo(7);
    await shop.settled();
    const week = await analyticsOf(shop, '7d');
    expect(trendOf(week)).toEqual([1, 2, 3, 4, 5, 6].map((number) => `${day(number)}: 1`).concat(`${day(7)}: 2`));
    expect(week.previous_period).toBeNull();
    await moveTo(100);
    const later = await analyticsOf(shop, '90d');
    expect(later.trends.map(({ date }) => date)).toEqual(Array.from({ length: 90 }, (_, i) => day(11 + i)));
    expect(later.previous_period).toMatchObject({ date: day(10), distribution: week.distribution });
    for (const { date, ...totals } of later.trends) expect({ date, ...totals }).toEqual({ ...week.trends.at(-1), date });
    expect(customersOf(later)).toBe(2);
  });

  it('ends with today also where the clock of the database server skips a midnight', async () => {
    // Chile sets its clocks forward at the midnight before the first Sunday of September that is not the 1st: between the 2nd and the 8th.
    const year = new Date(midnight(2)).getUTCFullYear() + 1;
    const september = (day: number): number => Date.UTC(year, 8, day, 12);
    await system.owner.query(
      `DO $$ BEGIN EXECUTE format('ALTER DATABASE %I SET timezone = ''America/Santiago''', current_database()); END $$`,
    );
    await system.setClock(september(1) - Date.now());
    const shop = await system.shop();
    await orderOfNewCustomer(shop);
    await system.setClock(september(12) - Date.now());
    const days = Array.from({ length: 12 }, (_, i) => `${dayOf(september(1 + i))}: 1`);
    expect(trendOf(await analyticsOf(shop))).toEqual(days);
  });
});
