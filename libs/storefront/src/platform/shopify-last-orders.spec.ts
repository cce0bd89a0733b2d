import { firstLastOrders, lastOrdersPage, readLastOrdersCursor } from './shopify-last-orders.js';

const SINCE = '2026-09-28T12:00:00.000Z';

/** Answers as Shopify does about a shop with customers by the day of their last order. */
function shopWith(byDay: Readonly<Record<string, readonly number[]>>) {
  const asked: string[] = [];
  const connection = (filter: string, first: number, after: string | undefined): object => {
    const [, operator = '', day = ''] = /^last_order_date (=|<) (\S+)$/.exec(filter) ?? [];
    const ids = Object.entries(byDay).flatMap(([on, all]) => ((operator === '=' ? on === day : on < day) ? all : []));
    const rest = ids.filter((id) => id > Number(after ?? 0));
    const page = rest.slice(0, first);
    return {
      totalCount: ids.length,
      edges: page.map((id) => ({ node: { id: `gid://shopify/CustomerSegmentMember/${id}` } })),
      pageInfo: { hasNextPage: rest.length > page.length, endCursor: String(page.at(-1)) },
    };
  };
  const ask = async (query: string) => {
    asked.push(query);
    const list = /(\w+): customerSegmentMembers\(query: "([^"]+)", timezone: "UTC", first: (\d+)(?:, after: "(\d+)")?\)/g;
    const data = Object.fromEntries(
      [...query.matchAll(list)].map(([, name, filter, first, after]) => [name, connection(filter!, Number(first), after)]),
    );
    return { kind: 'answered' as const, status: 200, text: JSON.stringify({ data }), headers: {} };
  };
  return { ask, asked };
}

async function readAll(ask: Parameters<typeof lastOrdersPage>[0]): Promise<Record<string, string[]>> {
  const found: Record<string, string[]> = {};
  let cursor: string | null = firstLastOrders(SINCE);
  while (cursor !== null) {
    const page = await lastOrdersPage(ask, readLastOrdersCursor(cursor)!);
    if (page.kind !== 'ok') throw new Error(page.kind);
    for (const { on, ids } of (JSON.parse(page.value.text) as { lastOrders: { on: string; ids: string[] }[] }).lastOrders)
      (found[on] ??= []).push(...ids);
    cursor = page.value.cursor;
  }
  return found;
}

describe('the days of the last orders of a Shopify shop', () => {
  it('are read back to the first one, over empty years, and many customers of one day page by page', async () => {
    const many = Array.from({ length: 620 }, (_, n) => n + 10);
    const { ask, asked } = shopWith({ '2026-09-28': [1], '2026-09-27': [2, 3], '2026-09-20': many, '2026-06-01': [4], '2019-02-28': [5] });
    expect(await readAll(ask)).toEqual({
      '2026-09-28': ['1'],
      '2026-09-27': ['2', '3'],
      '2026-09-20': many.map(String),
      '2026-06-01': ['4'],
      '2019-02-28': ['5'],
    });
    for (const query of asked) expect(query.length).toBeLessThan(10_000);
  });

  it('have no customers who ordered since', async () => {
    expect(await readAll(shopWith({ '2026-09-29': [1], '2026-10-01': [2] }).ask)).toEqual({});
  });

  it('are asked for at no more than 250 customers at a time', async () => {
    const days = Array.from(
      { length: 40 },
      (_, n) => [new Date(Date.UTC(2026, 7, 1 + n)).toISOString().slice(0, 10), [n * 100 + 1, n * 100 + 2]] as const,
    );
    const { ask, asked } = shopWith({ ...Object.fromEntries(days), '2026-08-05': Array.from({ length: 200 }, (_, n) => 9000 + n) });
    await readAll(ask);
    for (const query of asked.filter((one) => one.startsWith('query LastOrders '))) {
      const sizes = [...query.matchAll(/first: (\d+)/g)].map(([, first]) => Number(first));
      expect(sizes.reduce((sum, first) => sum + first, 0)).toBeLessThanOrEqual(250);
    }
  });

  it('stay unknown where the shop refuses', async () => {
    const refused = {
      kind: 'answered' as const,
      status: 200,
      text: JSON.stringify({ data: null, errors: [{ extensions: { code: 'ACCESS_DENIED' } }] }),
      headers: {},
    };
    expect(await readAll(async () => refused)).toEqual({});
  });
});
