import { SECOND_MS } from '#libs/core';
import type { OrdersPage, OrdersSince } from './orders-page.js';
import type { PlatformAnswer, PlatformCall, PlatformHttp } from './platform-http.js';
import { type PlatformResult, readAnswer } from './platform-result.js';

/** A shop of WooCommerce: its own server, wherever its owner says that is. */
export interface WooCommerceShop {
  readonly platform: 'woocommerce';
  readonly shop: string;
  /** Where WordPress is, as `readWooCommerceAddress` writes it. */
  readonly restUrl: string;
}

/** A webhook that stands in the shop, whoever has entered it. */
export interface WooCommerceWebhook {
  readonly id: string;
  readonly topic: string;
  readonly address: string;
  /** False for one that is paused, or that the shop has switched off after five failures. */
  readonly isActive: boolean;
}

/** A webhook as it is to be. */
export interface WantedWebhook {
  readonly topic: string;
  readonly address: string;
  readonly secret: string;
}

/** ⚙ The most that the API gives at once. */
const PAGE = 100;

/** The questions that the service asks of a WooCommerce shop, by its REST API v3. `keys` is `consumer_key:consumer_secret`. */
export class WooCommerceClient {
  constructor(private readonly http: PlatformHttp) {}

  async countOrders(at: WooCommerceShop, keys: string, since: OrdersSince): Promise<PlatformResult<number>> {
    const query = new URLSearchParams({ ...filtersOf(since), per_page: '1' });
    const answer = await this.ask(at, keys, { method: 'GET', url: `/orders?${query.toString()}` });
    return readAnswer(answer, (text, headers) => {
      ordersIn(text);
      return requireTotal(headers['x-wp-total']);
    });
  }

  /**
   * Pages of what was created begin where the one before ended, by date: an order that is thrown away meanwhile moves none out of sight,
   * unless it is of one second with more than a page of others.
   * Pages of what was changed are numbered: whatever is changed meanwhile stays among them.
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
    // As behind a cache of pages that does not look at the question.
    return page.kind === 'ok' && page.value.isStuck ? { kind: 'refused', why: 'page_repeated' } : page;
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

  /** @param id of the webhook to be changed; null makes another one. */
  async putWebhook(at: WooCommerceShop, keys: string, id: string | null, wanted: WantedWebhook): Promise<PlatformResult<null>> {
    const json = { name: `Churn scoring: ${wanted.topic}`, topic: wanted.topic, delivery_url: wanted.address, secret: wanted.secret };
    const answer = await this.ask(at, keys, {
      method: id === null ? 'POST' : 'PUT',
      url: id === null ? '/webhooks' : `/webhooks/${id}`,
      json: { ...json, status: 'active' },
    });
    const result = readAnswer(answer, () => null);
    // Keys that may only read are told so with 401, though they are good.
    return result.kind === 'unauthorized' ? { kind: 'refused', why: 'http_401' } : result;
  }

  /** WordPress reads them from the header; in the query they would stand in the logs of the shop. */
  private ask({ restUrl }: WooCommerceShop, keys: string, call: PlatformCall): Promise<PlatformAnswer> {
    const headers = { Authorization: `Basic ${Buffer.from(keys).toString('base64')}` };
    return this.http.call({ ...call, url: `${restUrl}/wp-json/wc/v3${call.url}`, headers });
  }
}

/** Times are told and compared in UTC; without that word the shop would read them in its own. */
const filtersOf = (since: OrdersSince): Record<string, string> => ({
  status: 'any',
  dates_are_gmt: 'true',
  ...('createdSince' in since ? { after: secondsOf(since.createdSince) } : { modified_after: secondsOf(since.updatedSince) }),
});

const secondsOf = (at: Date): string => at.toISOString().slice(0, 19);

/** Where the next page begins. */
interface Place {
  /** Orders created after this; null at the beginning. */
  readonly after: Date | null;
  readonly page: number;
  /** Orders at its beginning that the page before had, too. */
  readonly repeated: number;
  /** The first and the last order of the page before; '' at the beginning. */
  readonly seen: string;
}

const BEGINNING: Place = { after: null, page: 1, repeated: 0, seen: '' };

function readCursor(cursor: string | null): Place {
  const [after = '', page = '', repeated = '', seen = ''] = (cursor ?? '').split('|');
  if (cursor === null || Number.isNaN(Number(page))) return BEGINNING;
  return { after: after === '' ? null : new Date(after), page: Number(page), repeated: Number(repeated), seen };
}

const writeCursor = ({ after, page, repeated, seen }: Place): string => `${after?.toISOString() ?? ''}|${page}|${repeated}|${seen}`;

/** Whether these are the orders of the page before, though no more than `repeated` of them can be. */
const isStuck = ({ repeated, seen }: Place, orders: readonly Order[]): boolean =>
  repeated < orders.length && seen !== '' && seen === endsOf(orders);

const endsOf = (orders: readonly Order[]): string => [orders.at(0), orders.at(-1)].map((order) => numberOf(order?.id)).join('-');
const numberOf = (id: unknown): string => (typeof id === 'number' ? String(id) : '');

/** `after` is not inclusive and knows whole seconds: what was created in the last second of a page is asked for again. */
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

interface Order {
  readonly id?: unknown;
  readonly date_created_gmt?: unknown;
}

function ordersIn(text: string): Order[] {
  const orders: unknown = JSON.parse(text);
  if (!Array.isArray(orders)) throw new TypeError('there is no list of orders');
  return orders as Order[];
}

function requireTotal(header: string | undefined): number {
  if (header === undefined || !/^\d{1,12}$/.test(header)) throw new TypeError('there is no total');
  return Number(header);
}
