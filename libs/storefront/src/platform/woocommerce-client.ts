import { type Clock, SECOND_MS } from '#libs/core';
import type { Fields } from '../mapping/fields.js';
import { productsIn } from '../mapping/order-items.js';
import type { OrdersPage, OrdersSince } from './orders-page.js';
import type { PlatformAnswer, PlatformCall, PlatformHttp } from './calls/platform-http.js';
import { type PlatformResult, readAnswer } from './calls/platform-result.js';
import { ProductCategories } from './calls/product-categories.js';

/** A WooCommerce shop: a server of its own at the address that its owner gives. */
export interface WooCommerceShop {
  readonly platform: 'woocommerce';
  readonly shop: string;
  /** The URL of WordPress, normalised by `readWooCommerceAddress`. */
  readonly restUrl: string;
}

/** A webhook that exists in the shop. We may not have created it. */
export interface WooCommerceWebhook {
  readonly id: string;
  readonly topic: string;
  readonly address: string;
  /** False for a paused webhook, and for one that the shop has switched off after five failures. */
  readonly isActive: boolean;
}

/** The webhook that should exist. */
export interface WantedWebhook {
  readonly topic: string;
  readonly address: string;
  readonly secret: string;
}

/** The largest page of the API. */
const PAGE = 100;

/** The calls to a WooCommerce shop by its REST API v3. `keys` is `consumer_key:consumer_secret`. */
export class WooCommerceClient {
  private readonly products: ProductCategories;

  constructor(
    private readonly http: PlatformHttp,
    clock: Clock,
  ) {
    this.products = new ProductCategories(clock);
  }

  async countOrders(at: WooCommerceShop, keys: string, since: OrdersSince): Promise<PlatformResult<number>> {
    const query = new URLSearchParams({ ...filtersOf(since), per_page: '1' });
    const answer = await this.ask(at, keys, { method: 'GET', url: `/orders?${query.toString()}` });
    return readAnswer(answer, (text, headers) => {
      ordersIn(text);
      return requireTotal(headers['x-wp-total']);
    });
  }

  /**
   * Pages of created orders continue by date from the last order of the previous page. So an order that is deleted in the meantime does not
   * hide others, unless more than a page of orders has the same second. Pages of changed orders are numbered: an order that is changed in
   * the meantime stays in the list.
   */
  async ordersPage(at: WooCommerceShop, keys: string, since: OrdersSince, cursor: string | null): Promise<PlatformResult<OrdersPage>> {
    const place = readCursor(cursor);
    const from = place.after === null || !('createdSince' in since) ? since : { createdSince: place.after };
    const query = new URLSearchParams({
      ...filtersOf(from),
      orderby: 'createdSince' in since ? 'date' : 'id',
      order: 'asc',
      per_page: String(PAGE),
      page: String(place.page),
    });
    const answer = await this.ask(at, keys, { method: 'GET', url: `/orders?${query.toString()}` });
    const page = readAnswer(answer, (text) => {
      const orders = ordersIn(text);
      const next = orders.length < PAGE ? null : nextPlace(from, place, orders);
      return { text, cursor: next === null ? null : writeCursor(next), repeated: place.repeated, isStuck: isStuck(place, orders) };
    });
    if (page.kind !== 'ok') return page;
    // This happens behind a page cache that ignores the query.
    if (page.value.isStuck) return { kind: 'refused', why: 'page_repeated' };
    const categories = await this.products.of(at.restUrl, productsIn(ordersIn(page.value.text)), (url) =>
      this.ask(at, keys, { method: 'GET', url }),
    );
    return categories.kind === 'ok' ? { ...page, value: { ...page.value, categories: categories.value } } : categories;
  }

  async listWebhooks(at: WooCommerceShop, keys: string): Promise<PlatformResult<WooCommerceWebhook[]>> {
    const answer = await this.ask(at, keys, { method: 'GET', url: '/webhooks?per_page=100' });
    return readAnswer(answer, (text) =>
      (JSON.parse(text) as { id: number; topic: string; delivery_url: string; status: string }[]).map((webhook) => ({
        id: String(webhook.id),
        topic: webhook.topic,
        address: webhook.delivery_url,
        isActive: webhook.status === 'active',
      })),
    );
  }

  /** @param id the webhook to change; null creates a new one. */
  async putWebhook(at: WooCommerceShop, keys: string, id: string | null, wanted: WantedWebhook): Promise<PlatformResult<null>> {
    const json = { name: `Churn scoring: ${wanted.topic}`, topic: wanted.topic, delivery_url: wanted.address, secret: wanted.secret };
    const answer = await this.ask(at, keys, {
      method: id === null ? 'POST' : 'PUT',
      url: id === null ? '/webhooks' : `/webhooks/${id}`,
      json: { ...json, status: 'active' },
    });
    const result = readAnswer(answer, () => null);
    // Read-only keys get 401 although they are valid.
    return result.kind === 'unauthorized' ? { kind: 'refused', why: 'http_401' } : result;
  }

  /** WordPress reads the keys from the header; in the query they would appear in the logs of the shop. */
  private ask({ restUrl }: WooCommerceShop, keys: string, call: PlatformCall): Promise<PlatformAnswer> {
    const headers = { Authorization: `Basic ${Buffer.from(keys).toString('base64')}` };
    return this.http.call({ ...call, url: `${restUrl}/wp-json/wc/v3${call.url}`, headers });
  }
}

/** Times are in UTC. Without this parameter the shop would read them in its own time zone. */
const filtersOf = (since: OrdersSince): Record<string, string> => ({
  status: 'any',
  dates_are_gmt: 'true',
  ...('createdSince' in since ? { after: secondsOf(since.createdSince) } : { modified_after: secondsOf(since.updatedSince) }),
});

const secondsOf = (at: Date): string => at.toISOString().slice(0, 19);

/** The start of the next page. */
interface Place {
  /** The creation time to continue after; null at the beginning. */
  readonly after: Date | null;
  readonly page: number;
  /** The number of its first orders that the previous page had too. */
  readonly repeated: number;
  /** The first and the last order of the previous page; '' at the beginning. */
  readonly seen: string;
}

const BEGINNING: Place = { after: null, page: 1, repeated: 0, seen: '' };

function readCursor(cursor: string | null): Place {
  const [after = '', page = '', repeated = '', seen = ''] = (cursor ?? '').split('|');
  if (cursor === null || Number.isNaN(Number(page))) return BEGINNING;
  return { after: after === '' ? null : new Date(after), page: Number(page), repeated: Number(repeated), seen };
}

const writeCursor = ({ after, page, repeated, seen }: Place): string => `${after?.toISOString() ?? ''}|${page}|${repeated}|${seen}`;

/** Tells whether these are the orders of the previous page, although at most `repeated` of them can be. */
const isStuck = ({ repeated, seen }: Place, orders: readonly Order[]): boolean =>
  repeated < orders.length && seen !== '' && seen === endsOf(orders);

const endsOf = (orders: readonly Order[]): string => [orders.at(0), orders.at(-1)].map((order) => numberOf(order?.id)).join('-');
const numberOf = (id: unknown): string => (typeof id === 'number' ? String(id) : '');

/** `after` is exclusive and has whole seconds, so the last second of a page is read again. */
function nextPlace(from: OrdersSince, place: Place, orders: readonly Order[]): Place {
  const seen = endsOf(orders);
  const createdAt = orders.map(({ date_created_gmt: at }) => (typeof at === 'string' ? Date.parse(`${at}Z`) : Number.NaN));
  const last = createdAt.at(-1) ?? Number.NaN;
  const after = last - SECOND_MS;
  if (!('createdSince' in from) || Number.isNaN(after) || after <= from.createdSince.getTime()) {
    return { ...place, page: place.page + 1, repeated: 0, seen };
  }
  return { after: new Date(after), page: 1, repeated: createdAt.filter((at) => at === last).length, seen };
}

interface Order extends Fields {
  readonly id?: unknown;
  readonly date_created_gmt?: unknown;
}

function ordersIn(text: string): Order[] {
  const orders: unknown = JSON.parse(text);
  if (!Array.isArray(orders)) throw new TypeError('there is no list of orders');
  if (orders.length > PAGE) throw new TypeError('there are more orders than were asked for');
  return orders as Order[];
}

function requireTotal(header: string | undefined): number {
  if (header === undefined || !/^\d{1,12}$/.test(header)) throw new TypeError('there is no total');
  return Number(header);
}
