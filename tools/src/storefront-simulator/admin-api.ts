import { LeakyBucket } from './leaky-bucket.js';
import type { SimulatedShop } from './simulated-shop.js';
import type { Answer, Call, GraphqlEndpoint } from './simulator-call.js';

const DEFAULT_PAGE = 50;
const LARGEST_PAGE = 250;
const CLOSED: Answer = { status: 403, body: { errors: 'The REST Admin API is not open to this app' } };
const UNAUTHORIZED: Answer = { status: 401, body: { errors: '[API] Invalid API key or access token' } };

/** Answers calls with the app's token: subscriptions, pages of orders, uninstallation. */
export class AdminApi {
  /** Names of the answered calls, such as `GET orders.json`. */
  readonly calls: string[] = [];
  /** Planned answers by name of the call. Each is used once. */
  readonly failures: { readonly call: string; readonly answer: Answer }[] = [];
  /** Awaited before each page of orders. */
  beforePage: () => Promise<void> = () => Promise.resolve();
  /** Awaited before a page of orders is returned. */
  afterPage: () => Promise<void> = () => Promise.resolve();
  bucket: { size: number; leakPerSecond: number } = { size: 40, leakPerSecond: 20 };
  private readonly buckets = new Map<string, LeakyBucket>();

  /** @param graphql the GraphQL API of a platform that has closed its REST API to new apps; null for a REST API. */
  constructor(private readonly graphql: GraphqlEndpoint | null) {}

  /** @param path below `/admin`, such as `api/2026-01/orders.json`. */
  async answer(shop: SimulatedShop, path: string, call: Call): Promise<Answer> {
    const resource = path.replace(/^api\/[\w-]+\//, '');
    if (this.graphql !== null) return resource === 'graphql.json' ? this.askGraphql(this.graphql, shop, call) : CLOSED;
    const name = `${call.method} ${resource.replace(/\/\d+\.json$/, '/ID.json')}`;
    if (!shop.isAuthorized(tokenOf(call))) return UNAUTHORIZED;
    const bucket = this.bucketOf(shop);
    const waitSeconds = bucket.pour(Date.now());
    const headers = { 'X-Storefront-Shop-Api-Call-Limit': bucket.level };
    this.calls.push(waitSeconds > 0 ? `${name} 429` : name);
    if (waitSeconds > 0) {
      return { status: 429, headers: { ...headers, 'Retry-After': `${waitSeconds}.0` }, body: { errors: 'Exceeded the limit of calls' } };
    }
    const answer = this.plannedFor(name) ?? (await this.serve(shop, name, resource, call));
    return { ...answer, headers: { ...headers, ...answer.headers } };
  }

  private async onItsWay(page: Answer): Promise<Answer> {
    await this.afterPage();
    return page;
  }

  private async askGraphql(graphql: GraphqlEndpoint, shop: SimulatedShop, call: Call): Promise<Answer> {
    if (!shop.isAuthorized(tokenOf(call))) return UNAUTHORIZED;
    const name = graphql.nameOf(call);
    const answer = this.plannedFor(name) ?? (await graphql.answer(shop, call, () => this.beforePage()));
    const { errors = [] } = (answer.body ?? {}) as { errors?: { extensions?: { code?: string } }[] };
    this.calls.push([name, ...errors.map(({ extensions }) => extensions?.code ?? 'INVALID')].join(' '));
    return answer;
  }

  private plannedFor(name: string): Answer | undefined {
    const failure = this.failures.findIndex((planned) => planned.call === name);
    return failure < 0 ? undefined : this.failures.splice(failure, 1)[0]?.answer;
  }

  private async serve(shop: SimulatedShop, name: string, resource: string, call: Call): Promise<Answer> {
    switch (name) {
      case 'GET webhooks.json':
        return { status: 200, body: { webhooks: shop.subscriptions.map((subscription) => ({ ...subscription, format: 'json' })) } };
      case 'POST webhooks.json':
        return subscribe(shop, call.json);
      case 'DELETE webhooks/ID.json':
        return shop.unsubscribe(Number(/(\d+)\.json$/.exec(resource)?.[1])) ? { status: 200, body: {} } : { status: 404, body: {} };
      case 'GET orders/count.json':
        return { status: 200, body: { count: shop.visibleOrders(call.query).length } };
      case 'GET orders.json':
        await this.beforePage();
        return this.onItsWay(ordersPage(shop, call));
      case 'DELETE api_permissions/current.json':
        shop.uninstall();
        return { status: 200, body: {} };
    }
    return { status: 404, body: { errors: 'Not Found' } };
  }

  private bucketOf({ domain }: SimulatedShop): LeakyBucket {
    const known = this.buckets.get(domain);
    if (known !== undefined && known.size === this.bucket.size) return known;
    const bucket = new LeakyBucket(this.bucket.size, this.bucket.leakPerSecond);
    this.buckets.set(domain, bucket);
    return bucket;
  }
}

const tokenOf = ({ headers }: Call): string | undefined =>
  [headers['x-storefront-access-token'], headers['x-shopify-access-token']].flat().find((token) => token !== undefined);

function subscribe(shop: SimulatedShop, json: Record<string, unknown>): Answer {
  const { topic, address } = (json['webhook'] ?? {}) as Record<string, unknown>;
  if (typeof topic !== 'string' || typeof address !== 'string') return { status: 422, body: { errors: { topic: ['is missing'] } } };
  if (shop.subscriptions.some((subscription) => subscription.topic === topic && subscription.address === address)) {
    return { status: 422, body: { errors: { address: ['for this topic has already been taken'] } } };
  }
  return { status: 201, body: { webhook: shop.subscribe(topic, address) } };
}

/** Links to the next page. The cursor contains the query, so a request with a cursor may have no other filter. */
function ordersPage(shop: SimulatedShop, { query, url }: Call): Answer {
  const cursor = query.get('page_info');
  if (cursor !== null && (query.has('status') || query.has('updated_at_min') || query.has('created_at_min'))) {
    return { status: 400, body: { errors: 'page_info cannot be combined with filters' } };
  }
  const limit = Math.min(LARGEST_PAGE, Number(query.get('limit') ?? DEFAULT_PAGE));
  const question = cursor === null ? new URLSearchParams(query) : new URLSearchParams(Buffer.from(cursor, 'base64url').toString());
  const after = BigInt(question.get('last_id') ?? 0);
  const rest = shop.visibleOrders(question).filter(({ id }) => id > after);
  const page = rest.slice(0, limit);
  const last = page.at(-1);
  const answer = { status: 200, body: { orders: page.map((order) => shop.json(order)) } };
  if (last === undefined || rest.length === page.length) return answer;
  question.set('last_id', String(last.id));
  const next = `${url.origin}${url.pathname}?limit=${limit}&page_info=${Buffer.from(question.toString()).toString('base64url')}`;
  return { ...answer, headers: { Link: `<${next}>; rel="next"` } };
}
