import { isEndless, lookBackOutcome, refusalOutcome } from './import-outcome.js';

const importing = { platform: 'generic', import_cursor: 'page 20', import_refusals: 0, import_restarts: 0 };

describe('an import whose page is refused', () => {
  it.each(['http_403', 'http_406', 'blocked_address', 'page_repeated', 'graphql_access_denied'])(
    'asks for the same page again after %s, 8 times at most',
    (why) => {
      expect(refusalOutcome(importing, why)).toBe('again');
      expect(refusalOutcome({ ...importing, import_refusals: 7 }, why)).toBe('again');
      expect(refusalOutcome({ ...importing, import_refusals: 8 }, why)).toBe('end');
    },
  );

  it.each(['unknown_cursor', 'bulk_failed', 'bulk_file', 'http_400', 'http_410', 'http_422', 'graphql_invalid'])(
    'restarts after %s, three times at most',
    (why) => {
      expect(refusalOutcome(importing, why)).toBe('restart');
      expect(refusalOutcome({ ...importing, import_restarts: 2 }, why)).toBe('restart');
      expect(refusalOutcome({ ...importing, import_restarts: 3 }, why)).toBe('end');
    },
  );

  it('has its restarts page by page after those in bulk', () => {
    const inBulk = { ...importing, platform: 'shopify' };
    expect([3, 5, 6].map((restarts) => refusalOutcome({ ...inBulk, import_restarts: restarts }, 'unknown_cursor'))).toEqual([
      'restart',
      'restart',
      'end',
    ]);
  });

  it('ends when the refused page is the first one', () => {
    for (const why of ['http_403', 'http_400']) expect(refusalOutcome({ ...importing, import_cursor: null }, why)).toBe('end');
  });
});

describe('a look back whose page is refused', () => {
  const outcomesAfter = (why: string, reconcile_cursor: string | null = 'page 20'): string[] =>
    [0, 2, 3].map((reconcile_restarts) => lookBackOutcome({ reconcile_cursor, reconcile_restarts }, why));

  it.each(['unknown_cursor', 'http_400', 'page_repeated'])('restarts after %s, three times at most', (why) => {
    expect(outcomesAfter(why)).toEqual(['restart', 'restart', 'end']);
  });

  it('waits while the shop is closed, or when its first page is refused', () => {
    expect(outcomesAfter('http_403')).toEqual(['again', 'again', 'again']);
    expect(outcomesAfter('http_400', null)).toEqual(['again', 'again', 'again']);
  });
});

describe('an import or a look back without an end', () => {
  it('stops at several times the pages that its orders fill, and at 50,000 pages whatever number the shop reports', () => {
    expect([isEndless(0, 0), isEndless(399, 0), isEndless(400, 0)]).toEqual([false, false, true]);
    expect([isEndless(1066, 10_000), isEndless(1067, 10_000)]).toEqual([false, true]);
    expect([
      isEndless(49_999, 999_999_999_999),
      isEndless(50_000, 999_999_999_999),
      isEndless(49_999, null),
      isEndless(50_000, null),
    ]).toEqual([false, true, false, true]);
  });

  it('does not stop at pages of 17 orders with their items', () => {
    expect(isEndless(Math.ceil(500_000 / 17), 500_000)).toBe(false);
  });
});
