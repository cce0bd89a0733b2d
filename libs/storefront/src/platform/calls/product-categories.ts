import { LRUCache } from 'lru-cache';
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
  private readonly known = new LRUCache<string, Known>({ max: MOST });

  constructor(private readonly clock: Clock) {}

  /**
   * Returns the categories of the products that the shop shows. The answer is `later` only when the shop gets too many calls, because no other
   * failure may delay the orders.
   */
  async of(
    shop: string,
    products: readonly string[],
    ask: (url: string) => Promise<PlatformAnswer>,
  ): Promise<Exclude<PlatformResult<Categories>, { kind: 'refused' | 'unauthorized' }>> {
    const now = this.clock.now().getTime();
    const numbers = products.filter((id) => /^\d{1,15}$/.test(id));
    const found = new Map<string, string>();
    const unknown = numbers.filter((id) => {
      const known = this.known.get(`${shop} ${id}`);
      if (known === undefined || known.until <= now) return true;
      if (known.category !== null) found.set(id, known.category);
      return false;
    });
    for (let at = 0; at < unknown.length; at += AT_ONCE) {
      const some = unknown.slice(at, at + AT_ONCE);
      const query = `include=${some.join(',')}&per_page=${AT_ONCE}&_fields=id,categories`;
      const read = readAnswer(await ask(`/products?${query}`), categoriesIn);
      if (read.kind === 'later' && read.why === 'http_429') return read;
      // The user of the keys may not read products, or the shop has trouble with them.
      if (read.kind !== 'ok') break;
      for (const id of some) {
        const category = read.value.get(id) ?? null;
        this.known.set(`${shop} ${id}`, { category, until: now + DAY_MS });
        if (category !== null) found.set(id, category);
      }
    }
    return { kind: 'ok', value: found, pauseMs: 0 };
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
