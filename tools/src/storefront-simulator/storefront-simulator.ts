import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { AdminApi } from './admin-api.js';
import { AppAuthorization } from './app-authorization.js';
import type { SimulatedApp } from './simulated-app.js';
import type { HeaderFamily } from './signed-call.js';
import { customerJson, type NewOrder, refundJson, type SimulatedOrder } from './simulated-order.js';
import { ShoplineDialect } from './shopline-dialect.js';
import { SimulatedShop } from './simulated-shop.js';
import type { Answer, Call, GraphqlEndpoint } from './simulator-call.js';
import { readCall, writeAnswer } from './simulator-http.js';
import { WebhookSender } from './webhook-sender.js';

export interface SimulatorOptions {
  readonly app: SimulatedApp;
  /** The platform that its header names belong to. */
  readonly family?: HeaderFamily;
  /** Replaces the REST API. */
  readonly graphql?: GraphqlEndpoint;
  readonly port?: number;
}

/** An app, and its dialect at Shopline. */
interface RegisteredApp {
  readonly authorization: AppAuthorization;
  readonly shopline: ShoplineDialect | null;
}

const PATH = /^\/([\w.-]+)\/admin\/(.+)$/;

/** Simulates a storefront platform with Shopify's API, as a real server on this machine. Every shop is below `/<domain>`. */
export class StorefrontSimulator {
  readonly authorization: AppAuthorization;
  readonly api: AdminApi;
  readonly webhooks: WebhookSender;
  readonly app: SimulatedApp;
  /** The platform's GraphQL API; null if it has none. */
  readonly shopline: ShoplineDialect | null;
  /** All apps by client id. Merchants have apps of their own. */
  private readonly apps = new Map<string, RegisteredApp>();
  private readonly shops = new Map<string, SimulatedShop>();

  private readonly isShopline: boolean;

  private constructor(
    private readonly server: Server,
    { app, family = 'storefront', graphql }: SimulatorOptions,
  ) {
    this.app = app;
    this.api = new AdminApi(graphql ?? null);
    this.isShopline = family === 'shopline';
    const { authorization, shopline } = this.register(app);
    this.authorization = authorization;
    this.shopline = shopline;
    this.webhooks = new WebhookSender(family, () => app.secret);
    server.on('request', (request: IncomingMessage, response: ServerResponse) => void this.take(request, response));
  }

  static async start(options: SimulatorOptions): Promise<StorefrontSimulator> {
    const server = createServer().listen(options.port ?? 0, '127.0.0.1');
    await once(server, 'listening');
    return new StorefrontSimulator(server, options);
  }

  /** Registers another app at the platform. */
  register(app: SimulatedApp): RegisteredApp {
    const authorization = new AppAuthorization(app);
    const registered = { authorization, shopline: this.isShopline ? new ShoplineDialect(app, authorization, this.api) : null };
    this.apps.set(app.clientId, registered);
    return registered;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as { port: number }).port}`;
  }

  /** Address of the shops, for STOREFRONT_BASE_URL. */
  get baseUrl(): string {
    return `${this.url}/{shop}`;
  }

  shop(domain: string): SimulatedShop {
    const known = this.shops.get(domain);
    const shop = known ?? new SimulatedShop(domain);
    if (known === undefined) this.shops.set(domain, shop);
    return shop;
  }

  /** Adds a shop that has been made elsewhere. */
  add<Shop extends SimulatedShop>(shop: Shop): Shop {
    this.shops.set(shop.domain, shop);
    return shop;
  }

  /** Places an order and sends its webhook. */
  order(shop: SimulatedShop, input: NewOrder): SimulatedOrder {
    const order = shop.place(input);
    this.webhooks.notify(shop, 'orders/create', shop.json(order));
    return order;
  }

  pay(shop: SimulatedShop, order: SimulatedOrder): void {
    shop.change(order, { paid: true });
    this.webhooks.notify(shop, 'orders/updated', shop.json(order));
  }

  cancel(shop: SimulatedShop, order: SimulatedOrder): void {
    shop.change(order, { cancelledAt: new Date() });
    this.webhooks.notify(shop, 'orders/cancelled', shop.json(order));
    this.webhooks.notify(shop, 'orders/updated', shop.json(order));
  }

  refund(shop: SimulatedShop, order: SimulatedOrder, amount: string): void {
    const refund = { id: order.id * 10n + BigInt(order.refunds.length), amount, at: new Date() };
    shop.change(order, { refunds: [...order.refunds, refund] });
    this.webhooks.notify(shop, 'refunds/create', refundJson(order, refund));
    this.webhooks.notify(shop, 'orders/updated', shop.json(order));
  }

  customer(shop: SimulatedShop, id: bigint): void {
    this.webhooks.notify(shop, 'customers/create', customerJson(id, `c${id}@example.com`, new Date()));
  }

  /** Removes the app from the shop and sends the webhook to its subscriptions. */
  uninstall(shop: SimulatedShop): void {
    const { isShopline } = this;
    const secret = shop.installedApp?.secret ?? this.app.secret;
    const about = isShopline ? 'apps/installed_uninstalled' : 'app/uninstalled';
    const addresses = shop.subscriptions.filter(({ topic }) => topic === about).map(({ address }) => address);
    shop.uninstall();
    const [handle] = shop.domain.split('.');
    const resource = isShopline ? { operate: 'UNINSTALL', handle } : { id: 1, domain: shop.domain, myshopify_domain: shop.domain };
    for (const address of addresses) this.webhooks.send(shop.domain, { topic: about, address, resource, secret });
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    this.server.close();
    await once(this.server, 'close');
  }

  private async take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    writeAnswer(response, await this.answer(request).catch((error: unknown): Answer => ({ status: 500, body: { errors: String(error) } })));
  }

  private async answer(request: IncomingMessage): Promise<Answer> {
    const call = await readCall(request, this.url);
    const [, domain = '', path = ''] = PATH.exec(call.url.pathname) ?? [];
    if (domain === '') return { status: 404, body: { errors: 'Not Found' } };
    const shop = this.shop(domain);
    const { authorization, shopline } = this.appOf(call);
    if (shopline !== null) return shopline.answer(shop, path, call);
    if (path === 'oauth/authorize') return authorization.authorize(shop, call);
    if (path === 'oauth/access_token' && call.method === 'POST') return authorization.token(shop, call);
    return this.api.answer(shop, path, call);
  }

  private appOf({ query, json, headers }: Call): RegisteredApp {
    const named = [query.get('client_id'), query.get('appKey'), json['client_id'], headers['appkey']].find((id) => typeof id === 'string');
    return this.apps.get(String(named)) ?? { authorization: this.authorization, shopline: this.shopline };
  }
}
