import { DAY_MS } from '#libs/core';
import type { PlatformAnswer } from './platform-http.js';
import { ProductCategories } from './product-categories.js';

const answered = (body: unknown, status = 200): PlatformAnswer => ({ kind: 'answered', status, headers: {}, text: JSON.stringify(body) });
const product = (id: number, name: string, slug = 'tea') => ({ id, categories: [{ id: 1, name, slug }] });

describe('The categories of WooCommerce products', () => {
  let now = 0;
  let products: ProductCategories;
  let asked: string[];
  const ask =
    (answer: PlatformAnswer) =>
    async (url: string): Promise<PlatformAnswer> => {
      asked.push(url);
      return answer;
    };

  beforeEach(() => {
    now = Date.parse('2026-11-20T10:00:00Z');
    products = new ProductCategories({ now: () => new Date(now) });
    asked = [];
  });

  it('are asked for once a day, also of products without one', async () => {
    const shop = ask(answered([product(7, 'Tea &amp; Coffee'), product(8, 'Uncategorized', 'uncategorized')]));
    const found = await products.of('shop', ['7', '8', '9', 'x'], shop);
    expect(found).toMatchObject({ kind: 'ok', value: new Map([['7', 'Tea & Coffee']]) });
    await products.of('shop', ['7', '9'], shop);
    expect(asked).toEqual(['/products?include=7,8,9&per_page=100&_fields=id,categories']);
    now += DAY_MS;
    await products.of('shop', ['7'], shop);
    await products.of('another shop', ['7'], shop);
    expect(asked).toHaveLength(3);
  });

  it('are asked for a hundred at a time', async () => {
    await products.of('shop', Array.from({ length: 150 }, (_, i) => String(i + 1)), ask(answered([]))); // prettier-ignore
    expect(asked.map((url) => url.split(',').length - 1)).toEqual([100, 50]);
  });

  it('are none where the keys may not read products, or the shop has trouble with them', async () => {
    const html: PlatformAnswer = { kind: 'answered', status: 200, headers: {}, text: '<html></html>' };
    for (const answer of [answered({}, 401), answered({}, 503), html, { kind: 'unreachable', error: 'timeout' } as const])
      expect(await products.of('shop', ['7'], ask(answer))).toEqual({ kind: 'ok', value: new Map(), pauseMs: 0 });
    expect(asked).toHaveLength(4);
    expect(await products.of('shop', ['7'], ask(answered([product(7, 'Tea')])))).toMatchObject({ value: new Map([['7', 'Tea']]) });
    expect(await products.of('shop', ['7', '8'], ask(answered({}, 503)))).toMatchObject({ value: new Map([['7', 'Tea']]) });
  });

  it('wait while the shop gets too many calls', async () => {
    expect(await products.of('shop', ['7'], ask(answered({}, 429)))).toMatchObject({ kind: 'later', why: 'http_429' });
  });

  it('come for all products of a page also when another shop fills the memory of the process', async () => {
    await products.of('shop', ['7'], ask(answered([product(7, 'Tea')])));
    const found = await products.of('shop', ['7', '8'], async (url) => {
      await products.of('another shop', Array.from({ length: 50_000 }, (_, i) => String(i + 1)), ask(answered([]))); // prettier-ignore
      return ask(answered([product(8, 'Coffee')]))(url);
    });
    expect(found).toMatchObject({ value: new Map([['7', 'Tea'], ['8', 'Coffee']]) }); // prettier-ignore
  });
});
