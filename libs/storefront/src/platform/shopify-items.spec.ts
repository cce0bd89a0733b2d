import type { PlatformAnswer } from './calls/platform-http.js';
import { wholeOrders, withAllLines, withLines } from './shopify-items.js';

const order = (id: number): Record<string, unknown> => ({ id });
const line = (of: number, sku: string): Record<string, unknown> => ({ sku, __parentId: of });

describe('The lines of orders in a file of Shopify', () => {
  it('go into the order above them; those before the first order have come with an earlier part', () => {
    const found = withLines([line(0, 'x'), order(1), line(1, 'a'), line(1, 'b'), order(2)]);
    expect(found).toEqual([
      { id: 1, lineItems: { nodes: [line(1, 'a'), line(1, 'b')] } },
      { id: 2, lineItems: { nodes: [] } },
    ]);
  });

  it('leave the last order of a part to the next one, unless it is the only one', () => {
    expect(wholeOrders([order(1), line(1, 'a'), order(2), line(2, 'b')])).toBe(2);
    expect(wholeOrders([order(1), line(1, 'a')])).toBe(2);
    expect(wholeOrders([line(0, 'x'), order(1), line(1, 'a')])).toBe(1);
    expect(wholeOrders([line(0, 'x')])).toBe(1);
  });
});

describe('The lines of long orders on a page of Shopify', () => {
  const COST = 305;
  const orders = Array.from({ length: 17 }, (_, id) => ({ id, lineItems: { nodes: ['first'], pageInfo: { hasNextPage: true } } }));
  const whole = { nodes: ['all'] };
  let available: number;
  let perSecond: number;
  let waits: number[];

  const ask = async (): Promise<PlatformAnswer> => {
    const fits = available >= COST;
    if (fits) available -= COST;
    const throttleStatus = { currentlyAvailable: available, restoreRate: perSecond };
    const body = {
      ...(fits ? { data: { order: { lineItems: whole } } } : { errors: [{ message: 'Throttled' }] }),
      extensions: { cost: { requestedQueryCost: COST, throttleStatus } },
    };
    return Promise.resolve({ kind: 'answered', status: 200, headers: {}, text: JSON.stringify(body) });
  };
  const wait = async (ms: number): Promise<void> => {
    waits.push(ms);
    available = Math.min(1000, available + (ms / 1000) * perSecond);
    return Promise.resolve();
  };

  beforeEach(() => {
    [available, perSecond, waits] = [30, 100, []];
  });

  it('are all read while the shop throttles, and the next page waits until there is room for it', async () => {
    const read = await withAllLines(ask, orders, wait);
    expect(read).toMatchObject({ kind: 'ok', value: orders.map(({ id }) => ({ id, lineItems: whole })) });
    expect(read).toMatchObject({ pauseMs: Math.ceil((1000 - available) / perSecond) * 1000 });
    expect(waits).toHaveLength(17);
  });

  it('stay those of the page when the shop throttles for two minutes', async () => {
    perSecond = 0.1;
    expect(await withAllLines(ask, orders, wait)).toMatchObject({ kind: 'ok', value: orders });
    expect(waits.reduce((sum, ms) => sum + ms, 0)).toBe(120_000);
  });

  it('wait for a shop in trouble', async () => {
    const busy = async (): Promise<PlatformAnswer> => Promise.resolve({ kind: 'answered', status: 503, headers: {}, text: '' });
    expect(await withAllLines(busy, orders, wait)).toMatchObject({ kind: 'later', why: 'http_503' });
    expect(waits).toEqual([]);
  });
});
