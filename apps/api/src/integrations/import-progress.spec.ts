import { type ImportRow, outlookOf } from './import-progress.js';

const NOW = new Date('2026-11-28T10:00:00Z');
const ago = (seconds: number): Date => new Date(NOW.getTime() - seconds * 1000);
const PAGES = JSON.stringify({ by: 'created_at', since: '2026-09-29T00:00:00Z', after: 'x', passed: 50 });
const fileBegun = (seconds: number, { at = 0, ordersSince }: { at?: number; ordersSince?: string } = {}): string =>
  JSON.stringify({ bulk: 'gid://shopify/BulkOperation/1', at, began: ago(seconds).toISOString(), ordersSince });
const inPages: ImportRow = {
  platform: 'shopify',
  scopes: 'read_orders',
  import_state: 'running',
  import_cursor: PAGES,
  import_done: 0,
  import_total: 400,
  import_customers: 0,
  import_customers_total: null,
  import_collected: null,
  import_collected_at: null,
  import_collect_rate: null,
  import_ms_each: null,
};
const inFiles = { ...inPages, import_cursor: fileBegun(60, { at: 9000 }), import_total: 6000, import_customers_total: 30_000 };
const GIB = 2 ** 30;
const ROOM = { used: { day: 0, all: 0 }, limits: { day: GIB, all: 10 * GIB } };
const secondsLeft = (row: ImportRow, waiting = 0): number | null => outlookOf(row, waiting, ROOM, NOW).secondsLeft;
/** Seconds for the days of the last orders of 30,000 customers, which follow. */
const DAYS = 210 + 35;

describe('the time that an import still takes', () => {
  it('is that of the last pages for each order, or the usual one before', () => {
    expect(secondsLeft(inPages)).toBe(10);
    expect(secondsLeft({ ...inPages, import_done: 100, import_ms_each: 80 })).toBe(24);
    expect(secondsLeft({ ...inPages, import_done: 410, import_ms_each: 80 })).toBe(0);
    expect(secondsLeft({ ...inPages, platform: 'woocommerce', import_cursor: null, import_total: 6000 })).toBe(150);
  });

  it('is longer for orders with their items, which Shopify collects in a file sooner', () => {
    const withItems = { ...inPages, scopes: 'read_orders,read_products' };
    expect(secondsLeft(withItems)).toBe(80);
    expect(secondsLeft({ ...withItems, import_cursor: null, import_total: 100 })).toBe(20);
    expect(secondsLeft({ ...withItems, import_cursor: null, import_total: 1000 })).toBe(Math.ceil(0.5 + 1 + 1 / 6));
    const customers = JSON.stringify({ ordersSince: '2026-09-29T00:00:00Z', after: 'x' });
    const read = { ...withItems, import_done: 400, import_cursor: customers, import_customers: 100, import_customers_total: 500 };
    expect(secondsLeft(read)).toBe(Math.ceil(10 + 3.5 + 35));
  });

  it('has the customers who follow and the scores that wait', () => {
    expect(secondsLeft({ ...inPages, import_customers_total: 500, import_ms_each: 40 })).toBe(16 + 12.5 + 3.5 + 35);
    expect(secondsLeft({ ...inFiles, import_done: 2000, import_ms_each: 0.5 }, 6000)).toBe(2 + 15 + 30 + 5 + 2 + DAYS);
    const last = { ...inFiles, import_done: 5990, import_customers: 10_000, import_ms_each: 0.5 };
    expect(secondsLeft(last)).toBe(10 + DAYS);
  });

  it('has what the platform still collects, at the rate at which it does', () => {
    const collecting = { ...inFiles, import_cursor: fileBegun(9), import_collected: 3000, import_collected_at: ago(0) };
    const late = 15 / 3 / 2;
    const customers = 30_000 / 400 + 10 / 2;
    expect(secondsLeft(collecting)).toBe(Math.ceil(3000 / 400 + late + 3 + customers + 15 + DAYS));
    expect(secondsLeft({ ...collecting, import_cursor: fileBegun(13), import_collected_at: ago(4) })).toBe(
      Math.ceil(3.5 + late + 3 + customers + 15 + DAYS),
    );
    const file = fileBegun(7, { ordersSince: '2026-09-29T00:00:00Z' });
    expect(secondsLeft({ ...collecting, import_cursor: file, import_done: 6000, import_collected: 27_000 })).toBe(
      Math.ceil(3000 / 3500 + 30_000 / 3500 / 3 / 2 + 15 + DAYS),
    );
  });

  it('has the whole file before the platform says how far it is, at the rate of the file before', () => {
    expect(secondsLeft({ ...inFiles, import_cursor: null })).toBe(6 + 1 + 3 + 30 + 5 + 15 + DAYS);
    expect(secondsLeft({ ...inFiles, import_cursor: fileBegun(2) })).toBe(4 + 1 + 3 + 30 + 5 + 15 + DAYS);
    expect(secondsLeft({ ...inFiles, import_done: 6000, import_collect_rate: 5000 })).toBe(6 + 1 + 15 + DAYS);
    const file = fileBegun(0, { ordersSince: '2026-09-29T00:00:00Z' });
    expect(secondsLeft({ ...inFiles, import_cursor: file, import_done: 6000, import_collect_rate: 5000 })).toBe(6 + 1 + 15 + DAYS);
  });

  it('has the days of last orders that are counted and not read yet', () => {
    // Three counts of fifty days are left.
    const days = { ordersSince: '2026-09-29T00:00:00Z', before: '2026-08-10', oldest: '2026-03-20', after: null };
    const cursor = (older: number | null, counted: readonly (readonly [string, number])[]): string =>
      JSON.stringify({ ...days, older, days: counted });
    const read = { ...inFiles, import_done: 6000, import_customers: 30_000 };
    expect(secondsLeft({ ...read, import_cursor: cursor(null, []) })).toBe(DAYS);
    expect(
      secondsLeft({
        ...read,
        import_cursor: cursor(4000, [
          ['2026-09-01', 300],
          ['2026-08-20', 700],
        ]),
      }),
    ).toBe(50 + Math.ceil(3 * 2.5));
  });

  it('is that of the waiting scores after the import, and unknown without a total', () => {
    expect(secondsLeft({ ...inPages, import_state: 'done' }, 4000)).toBe(2);
    expect(secondsLeft({ ...inPages, import_state: 'done' })).toBeNull();
    expect(secondsLeft({ ...inPages, import_state: 'failed' }, 10)).toBeNull();
    expect(secondsLeft({ ...inPages, import_total: null }, 10)).toBeNull();
  });

  it('reaches to the next UTC day, or the one after, when the storage quota of a day has no room for the rest', () => {
    const row = { ...inPages, import_total: 600_000 };
    const untilMidnight = 14 * 3600;
    const full = { used: { day: GIB, all: GIB }, limits: { day: GIB, all: 10 * GIB } };
    expect(outlookOf(inPages, 0, full, NOW)).toEqual({ secondsLeft: untilMidnight, shortOf: 'day' });
    expect(outlookOf(row, 0, ROOM, NOW)).toEqual({ secondsLeft: untilMidnight, shortOf: 'day' });
    expect(outlookOf(row, 0, full, NOW)).toEqual({ secondsLeft: untilMidnight + 24 * 3600, shortOf: 'day' });
    expect(outlookOf({ ...row, import_total: null }, 0, full, NOW)).toEqual({ secondsLeft: null, shortOf: 'day' });
  });

  it('is unknown when the storage quota has no room at all for the rest', () => {
    const row = { ...inPages, import_total: 5_000_000 };
    expect(outlookOf(row, 0, ROOM, NOW)).toEqual({ secondsLeft: null, shortOf: 'total' });
    const full = { used: { day: 0, all: 10 * GIB }, limits: { day: GIB, all: 10 * GIB } };
    expect(outlookOf(inPages, 0, full, NOW)).toEqual({ secondsLeft: null, shortOf: 'total' });
    expect(outlookOf({ ...inPages, import_state: 'done' }, 0, full, NOW)).toEqual({ secondsLeft: null, shortOf: null });
  });
});
