import { isEndless, judgeRefusal } from './judge-import.js';

const importing = { import_cursor: 'page 20', import_refusals: 0, import_restarts: 0 };

describe('an import whose next page is refused', () => {
  it.each(['http_403', 'http_406', 'blocked_address', 'page_repeated', 'graphql_access_denied'])(
    'asks for the same page again after %s, and ends when that does not help',
    (why) => {
      expect(judgeRefusal(importing, why)).toBe('again');
      expect(judgeRefusal({ ...importing, import_refusals: 7 }, why)).toBe('again');
      expect(judgeRefusal({ ...importing, import_refusals: 8 }, why)).toBe('end');
    },
  );

  it.each(['unknown_cursor', 'http_400', 'http_410', 'http_422', 'graphql_invalid'])('begins anew after %s, three times', (why) => {
    expect(judgeRefusal(importing, why)).toBe('restart');
    expect(judgeRefusal({ ...importing, import_restarts: 2 }, why)).toBe('restart');
    expect(judgeRefusal({ ...importing, import_restarts: 3 }, why)).toBe('end');
  });

  it('ends when that is the first page', () => {
    for (const why of ['http_403', 'http_400']) expect(judgeRefusal({ ...importing, import_cursor: null }, why)).toBe('end');
  });
});

describe('an import that goes on and on', () => {
  it('ends at several times the pages that its orders fill, whatever number of them the shop tells', () => {
    const has = (import_pages: number, import_total: number | null): boolean => isEndless({ import_pages, import_total });
    expect([has(0, 0), has(99, 0), has(100, 0)]).toEqual([false, false, true]);
    expect([has(499, 10_000), has(500, 10_000)]).toEqual([false, true]);
    expect([has(49_999, 999_999_999_999), has(50_000, 999_999_999_999), has(49_999, null), has(50_000, null)]).toEqual([
      false,
      true,
      false,
      true,
    ]);
  });
});
