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

  it('are none where the keys may not read products, and the page waits while the shop is busy', async () => {
    expect(await products.of('shop', ['7'], ask(answered({}, 401)))).toMatchObject({ kind: 'ok', value: new Map() });
    expect(await products.of('shop', ['7'], ask(answered({}, 503)))).toMatchObject({ kind: 'later' });
  });
});
