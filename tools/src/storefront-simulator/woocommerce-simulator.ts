import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Answer, Call } from './simulator-call.js';
import { readCall, writeAnswer } from './simulator-http.js';
import { WebhookSender } from './webhook-sender.js';
import { type RestKeys, type WooCommerceChange, type WooCommerceOrder, WooCommerceShop } from './woocommerce-shop.js';

const API = /^(\/[\w-]+)\/wp-json\/wc\/v3\/(\w+)(?:\/(\d+))?$/;

/** Simulates WooCommerce shops on this machine, each below its own path, with the part of the REST API v3 that our service uses. */
export class WooCommerceSimulator {
  readonly webhooks = new WebhookSender('woocommerce', () => 'each webhook has its own');
  /** Names of the answered calls, such as `GET orders`. */
  readonly calls: string[] = [];
  /** Awaited before each successful page of orders. */
  beforePage: () => Promise<void> = () => Promise.resolve();
  /** Intercepts a request for a page of orders and returns another request or an answer; undefined: no interception. */
  between: (query: URLSearchParams) => URLSearchParams | Answer = (query) => query;
  private readonly shops = new Map<string, WooCommerceShop>();

  private constructor(private readonly server: Server) {
    server.on('request', (request: IncomingMessage, response: ServerResponse) => void this.take(request, response));
  }

  static async start(): Promise<WooCommerceSimulator> {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    return new WooCommerceSimulator(server);
  }

  /** Opens a shop. @returns the shop and its address. */
  open(name: string): { shop: WooCommerceShop; address: string } {
    const shop = new WooCommerceShop();
    this.shops.set(`/${name}`, shop);
    return { shop, address: `${this.url}/${name}` };
  }

  /** Places an order and sends its webhook. */
  order(shop: WooCommerceShop, input: Parameters<WooCommerceShop['place']>[0]): WooCommerceOrder {
    const order = shop.place(input);
    this.notify(shop, 'order.created', order);
    return order;
  }

  change(shop: WooCommerceShop, order: WooCommerceOrder, change: Partial<WooCommerceChange>): void {
    shop.change(order, change);
    this.notify(shop, 'order.updated', order);
  }

  /** Moves an order to the trash. The webhook contains only the id. */
  trashOrder(shop: WooCommerceShop, order: WooCommerceOrder, at: Date): void {
    shop.change(order, { status: 'trash' }, at);
    this.notify(shop, 'order.deleted', order, { id: order.id });
  }

  restoreOrder(shop: WooCommerceShop, order: WooCommerceOrder, at: Date): void {
    shop.change(order, { status: 'processing' }, at);
    this.notify(shop, 'order.restored', order);
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    this.server.close();
    await once(this.server, 'close');
  }

  private get url(): string {
    return `http://127.0.0.1:${(this.server.address() as { port: number }).port}`;
  }

  private notify(shop: WooCommerceShop, about: string, order: WooCommerceOrder, resource: object = shop.json(order)): void {
    for (const { topic, address, secret, status } of shop.subscriptions) {
      if (topic === about && status === 'active') this.webhooks.send('127.0.0.1', { topic, address, resource, secret });
    }
  }

  private async take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const call = await readCall(request, this.url);
    writeAnswer(response, await this.answer(call).catch((error: unknown): Answer => ({ status: 500, body: { message: String(error) } })));
  }

  private async answer(call: Call): Promise<Answer> {
    const [, name = '', resource = '', id] = API.exec(call.url.pathname) ?? [];
    const shop = this.shops.get(name);
    if (shop === undefined) return { status: 404, page: '<h1>Nothing found</h1>' };
    const keys = keysOf(call, shop);
    this.calls.push(`${call.method} ${resource}${keys === undefined ? ' 401' : ''}`);
    if (keys === undefined) return refused('woocommerce_rest_cannot_view', 'Sorry, you cannot list resources.');
    if (call.method !== 'GET' && keys.permission === 'read') {
      return refused('woocommerce_rest_authentication_error', 'The API key provided does not have write permissions.');
    }
    return this.serve(shop, resource, id === undefined ? null : Number(id), call);
  }

  private async serve(shop: WooCommerceShop, resource: string, id: number | null, call: Call): Promise<Answer> {
    if (resource === 'orders' && call.method === 'GET') {
      if (call.query.get('per_page') === '1') return ordersPage(shop, call.query);
      await this.beforePage();
      const passed = this.between(call.query);
      return passed instanceof URLSearchParams ? ordersPage(shop, passed) : passed;
    }
    if (resource === 'products') return productsOf(shop, call.query);
    if (resource !== 'webhooks') return { status: 404, body: { code: 'rest_no_route' } };
    if (call.method === 'GET') return { status: 200, body: shop.subscriptions.map((each) => webhookJson(each)) };
    const put = shop.putWebhook(id, call.json);
    return put === null ? { status: 404, body: {} } : { status: id === null ? 201 : 200, body: webhookJson(put) };
  }
}

const refused = (code: string, message: string): Answer => ({ status: 401, body: { code, message, data: { status: 401 } } });

function keysOf({ headers }: Call, shop: WooCommerceShop): RestKeys | undefined {
  const [, basic = ''] = /^Basic (.+)$/.exec(headers.authorization ?? '') ?? [];
  const given = Buffer.from(basic, 'base64').toString();
  return shop.keys.find(({ key, secret }) => given === `${key}:${secret}`);
}

const webhookJson = ({ id, topic, address, status }: WooCommerceShop['subscriptions'][number]): object => ({
  id,
  name: `Webhook ${id}`,
  topic,
  delivery_url: address,
  status,
});

/** Dates are in the shop's time zone unless the query says otherwise. */
function ordersPage(shop: WooCommerceShop, query: URLSearchParams): Answer {
  const isAfter = (name: string, at: Date): boolean => {
    const since = query.get(name);
    // Whole seconds, as in the database of a shop.
    return (
      since === null ||
      Math.floor(at.getTime() / 1000) * 1000 > Date.parse(`${since}Z`) - (query.get('dates_are_gmt') === 'true' ? 0 : 7_200_000)
    );
  };
  const found = shop.orders
    .filter(({ status }) => status !== 'trash')
    .filter((order) => isAfter('after', order.createdAt) && isAfter('modified_after', order.modifiedAt))
    .toSorted(
      (one, other) => (query.get('orderby') === 'id' ? 0 : one.createdAt.getTime() - other.createdAt.getTime()) || one.id - other.id,
    );
  if (query.get('order') !== 'asc') found.reverse();
  const size = Number(query.get('per_page') ?? 10);
  const page = Number(query.get('page') ?? 1);
  const headers = { 'X-WP-Total': String(found.length), 'X-WP-TotalPages': String(Math.ceil(found.length / size)) };
  return { status: 200, headers, body: found.slice((page - 1) * size, page * size).map((order) => shop.json(order)) };
}

function productsOf({ products }: WooCommerceShop, query: URLSearchParams): Answer {
  const wanted = (query.get('include') ?? '').split(',').map(Number);
  const body = wanted
    .filter((id) => products.has(id))
    .map((id) => ({ id, categories: [{ id: 1, name: products.get(id), slug: products.get(id)?.toLowerCase() }] }));
  return { status: 200, body };
}
