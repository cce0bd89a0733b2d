import { type Clock, DAY_MS } from '#libs/core';
import { listIn } from '../../mapping/fields.js';
import type { Categories } from '../../mapping/order-items.js';
import type { PlatformAnswer } from './platform-http.js';
import { type PlatformResult, readAnswer } from './platform-result.js';

/** The largest page of the API. */
const AT_ONCE = 100;
/** Products that a process remembers. */
const MOST = 50_000;
/** The category that WooCommerce gives a product without one. */
const NONE = 'uncategorized';

interface Known {
  /** Null: the product has no category, or is gone. */
  readonly category: string | null;
  readonly until: number;
}

/** Looks the categories of WooCommerce products up, and remembers them for a day: the pages of an import name the same products. */
export class ProductCategories {
  private readonly known = new Map<string, Known>();

  constructor(private readonly clock: Clock) {}

  /** @returns the categories of these products; none where the keys may not read products */
  async of(
    shop: string,
    products: readonly string[],
    ask: (url: string) => Promise<PlatformAnswer>,
  ): Promise<Exclude<PlatformResult<Categories>, { kind: 'refused' | 'unauthorized' }>> {
    const now = this.clock.now().getTime();
    const numbers = products.filter((id) => /^\d{1,15}$/.test(id));
    const unknown = numbers.filter((id) => (this.known.get(`${shop} ${id}`)?.until ?? 0) <= now);
    if (this.known.size + unknown.length > MOST) this.known.clear();
    for (let at = 0; at < unknown.length; at += AT_ONCE) {
      const some = unknown.slice(at, at + AT_ONCE);
      const query = `include=${some.join(',')}&per_page=${AT_ONCE}&_fields=id,categories`;
      const found = readAnswer(await ask(`/products?${query}`), categoriesIn);
      if (found.kind === 'later') return found;
      // A key that may read orders belongs to a user who may not read products.
      if (found.kind !== 'ok') return { kind: 'ok', value: new Map(), pauseMs: 0 };
      for (const id of some) this.known.set(`${shop} ${id}`, { category: found.value.get(id) ?? null, until: now + DAY_MS });
    }
    const pairs = numbers.flatMap((id) => {
      const category = this.known.get(`${shop} ${id}`)?.category ?? null;
      return category === null ? [] : [[id, category] as const];
    });
    return { kind: 'ok', value: new Map(pairs), pauseMs: 0 };
  }
}

/** Reads the first category of each product. WordPress stores `&` in names as `&amp;`. */
function categoriesIn(text: string): Map<string, string> {
  const products = listIn(JSON.parse(text));
  if (products === null) throw new TypeError('there is no list of products');
  const pairs = products.flatMap(({ id, categories }) => {
    const named = (listIn(categories) ?? []).find(({ slug, name }) => slug !== NONE && typeof name === 'string');
    return named === undefined ? [] : [[String(id), String(named['name']).replaceAll('&amp;', '&')] as const];
  });
  return new Map(pairs);
}
