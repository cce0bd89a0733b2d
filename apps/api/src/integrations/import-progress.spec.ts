import { type ImportRow, secondsLeft } from './import-progress.js';

const NOW = new Date('2026-11-28T10:00:00Z');
const ago = (seconds: number): Date => new Date(NOW.getTime() - seconds * 1000);
const PAGES = JSON.stringify({ by: 'created_at', since: '2026-09-29T00:00:00Z', after: 'x', passed: 50 });
const fileBegun = (seconds: number, ordersSince?: string): string =>
  JSON.stringify({ bulk: 'gid://shopify/BulkOperation/1', at: 0, began: ago(seconds).toISOString(), ordersSince });
const inPages: ImportRow = {
  import_state: 'running',
  import_cursor: PAGES,
  import_done: 0,
  import_total: 400,
  import_customers: 0,
  import_customers_total: null,
  import_collected: null,
  import_collected_at: null,
  import_ms_each: null,
};
const inFiles = { ...inPages, import_cursor: fileBegun(60), import_total: 6000, import_customers_total: 30_000 };

describe('the time that an import still takes', () => {
  it('is that of the last pages for each order, or the usual one before', () => {
    expect(secondsLeft(inPages, 0, NOW)).toBe(10);
    expect(secondsLeft({ ...inPages, import_done: 100, import_ms_each: 80 }, 0, NOW)).toBe(24);
    expect(secondsLeft({ ...inPages, import_done: 410, import_ms_each: 80 }, 0, NOW)).toBe(0);
  });

  it('has the customers who follow and the scores that wait', () => {
    expect(secondsLeft({ ...inPages, import_customers_total: 500, import_ms_each: 40 }, 0, NOW)).toBe(16 + 13);
    expect(secondsLeft({ ...inFiles, import_done: 2000, import_ms_each: 0.5 }, 6000, NOW)).toBe(2 + 15 + 30 + 2);
    const last = { ...inFiles, import_done: 5990, import_customers: 10_000, import_ms_each: 0.5 };
    expect(secondsLeft(last, 0, NOW)).toBe(10);
  });

  it('has what the platform still collects, at the rate at which it does', () => {
    const collecting = { ...inFiles, import_cursor: fileBegun(9), import_collected: 3000, import_collected_at: ago(0) };
    expect(secondsLeft(collecting, 0, NOW)).toBe(Math.ceil(3000 / 400 + 3 + 15 + 30));
    expect(secondsLeft({ ...collecting, import_cursor: fileBegun(13), import_collected_at: ago(4) }, 0, NOW)).toBe(
      Math.ceil(3.5 + 3 + 15 + 30),
    );
    const customers = { ...collecting, import_cursor: fileBegun(7, '2026-09-29T00:00:00Z'), import_done: 6000, import_collected: 27_000 };
    expect(secondsLeft(customers, 0, NOW)).toBe(Math.ceil(3000 / 3500 + 15));
  });

  it('is that of the waiting scores after the import, and unknown without a total', () => {
    expect(secondsLeft({ ...inPages, import_state: 'done' }, 4000, NOW)).toBe(2);
    expect(secondsLeft({ ...inPages, import_state: 'done' }, 0, NOW)).toBeNull();
    expect(secondsLeft({ ...inPages, import_state: 'failed' }, 10, NOW)).toBeNull();
    expect(secondsLeft({ ...inPages, import_total: null }, 10, NOW)).toBeNull();
  });
});
