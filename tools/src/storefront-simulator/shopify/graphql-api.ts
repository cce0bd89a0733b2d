import {
  type DocumentNode,
  execute,
  type FieldNode,
  getOperationAST,
  GraphQLError,
  Kind,
  parse,
  type SelectionSetNode,
  validate,
} from 'graphql';
import { LeakyBucket } from '../leaky-bucket.js';
import { BulkOperations } from './bulk-operations.js';
import { orderNode } from './order-node.js';
import { costOf } from './query-cost.js';
import { customerNodes, type CustomersArguments, customersPage, requireCustomers } from './customers-page.js';
import { membersPage, type MembersArguments } from './segment-members.js';
import { cursorFor, pageOf, passedIn } from './list-page.js';
import { ShopifyCustomers } from './shopify-customers.js';
import type { ShopifyFiles } from './shopify-files.js';
import { SHOPIFY_SCHEMA } from './shopify-schema.js';
import type { Place, SimulatedShop } from '../simulated-shop.js';
import type { Answer, Call, GraphqlEndpoint } from '../simulator-call.js';

/** One question may cost no more. */
const MOST_POINTS = 1000;

type SortKey = 'CREATED_AT' | 'UPDATED_AT';
interface OrdersArguments {
  readonly query?: string;
  readonly sortKey: SortKey;
  readonly first: number;
  readonly after?: string | null;
}

/** Shopify's GraphQL Admin API: questions are checked against its schema, and cost points of a bucket that fills again. */
export class GraphqlApi implements GraphqlEndpoint {
  bucket: { size: number; leakPerSecond: number } = { size: 2000, leakPerSecond: 100 };
  private readonly buckets = new Map<string, LeakyBucket>();
  private readonly shops = new Map<string, { readonly customers: ShopifyCustomers; readonly bulk: BulkOperations }>();

  constructor(readonly files: ShopifyFiles) {}

  /** Returns the customers of a shop, and the bulk operations on them. */
  of(shop: SimulatedShop): { readonly customers: ShopifyCustomers; readonly bulk: BulkOperations } {
    const known = this.shops.get(shop.domain);
    if (known !== undefined) return known;
    const customers = new ShopifyCustomers(shop);
    const bulk = new BulkOperations(
      this.files,
      async (mutation, variableValues) => {
        const { data, errors } = await execute({
          schema: SHOPIFY_SCHEMA,
          document: parse(mutation),
          variableValues,
          rootValue: customers.resolvers,
        });
        return { data: data ?? null, ...(errors !== undefined && { errors: errors.map(({ message }) => ({ message })) }) };
      },
      (query) => objectsOf(shop, query),
    );
    this.shops.set(shop.domain, { customers, bulk });
    return { customers, bulk };
  }

  /** The name of the operation, which distinguishes the calls. */
  nameOf({ json }: Call): string {
    return `graphql ${/^\s*(?:query|mutation)\s+(\w+)/.exec(String(json['query']))?.[1] ?? '?'}`;
  }

  /** @param beforePage awaited before a page of orders is read. */
  async answer(shop: SimulatedShop, { json }: Call, beforePage: () => Promise<void>): Promise<Answer> {
    const variables = (json['variables'] ?? {}) as Record<string, unknown>;
    const document = parse(String(json['query']));
    const operation = getOperationAST(document);
    const mistakes = validate(SHOPIFY_SCHEMA, document);
    if (operation == null || mistakes.length > 0) return { status: 200, body: { errors: mistakes.map(({ message }) => ({ message })) } };
    const requested = costOf(operation, variables);
    if (requested > MOST_POINTS) return this.refusal(shop, requested, 'MAX_COST_EXCEEDED', `Query cost is ${requested}`);
    if (this.bucketOf(shop).pour(Date.now(), requested) > 0) return this.refusal(shop, requested, 'THROTTLED', 'Throttled');
    if (operation.name?.value === 'Orders') await beforePage();
    const { data, errors } = await this.run(shop, document, variables);
    const list = (data?.['orders'] ?? data?.['customers']) as { nodes: unknown[] } | undefined;
    const returned = list?.nodes.length;
    const actual = costOf(operation, variables, returned);
    this.bucketOf(shop).giveBack(requested - actual);
    const failed = errors === undefined ? {} : { errors: errors.map(({ message, extensions }) => ({ message, extensions })) };
    return { status: 200, body: { data: data ?? null, ...failed, extensions: this.costs(shop, requested, actual) } };
  }

  private async run(
    shop: SimulatedShop,
    document: DocumentNode,
    variableValues: Record<string, unknown>,
  ): Promise<{ data?: Record<string, unknown> | null; errors?: readonly GraphQLError[] }> {
    return execute({ schema: SHOPIFY_SCHEMA, document, variableValues, rootValue: this.rootOf(shop) });
  }

  private rootOf(shop: SimulatedShop): object {
    const { customers, bulk } = this.of(shop);
    return { ...rootOf(shop), ...customers.resolvers, ...bulk.resolvers };
  }

  private refusal(shop: SimulatedShop, requested: number, code: string, message: string): Answer {
    return { status: 200, body: { errors: [{ message, extensions: { code } }], extensions: this.costs(shop, requested, null) } };
  }

  private costs(shop: SimulatedShop, requestedQueryCost: number, actualQueryCost: number | null): object {
    const bucket = this.bucketOf(shop);
    const currentlyAvailable = Math.floor(bucket.room(Date.now()));
    const throttleStatus = { maximumAvailable: bucket.size, currentlyAvailable, restoreRate: this.bucket.leakPerSecond };
    return { cost: { requestedQueryCost, actualQueryCost, throttleStatus } };
  }

  private bucketOf({ domain }: SimulatedShop): LeakyBucket {
    const known = this.buckets.get(domain);
    if (known !== undefined && known.size === this.bucket.size) return known;
    const bucket = new LeakyBucket(this.bucket.size, this.bucket.leakPerSecond);
    this.buckets.set(domain, bucket);
    return bucket;
  }
}

/** Returns the objects of the list of a bulk operation, each with the fields that its query selects. */
function objectsOf(shop: SimulatedShop, query: string): Iterable<object> {
  const list = fieldsOf(getOperationAST(parse(query))?.selectionSet)[0];
  const node = fieldsOf(fieldsOf(list?.selectionSet)[0]?.selectionSet)[0];
  const given = list?.arguments?.find(({ name }) => name.value === 'query')?.value;
  const filter = given?.kind === Kind.STRING ? given.value : undefined;
  const nodes = list?.name.value === 'customers' ? customerNodes(shop, filter) : orderNodes(shop, filter);
  return selected(nodes, node?.selectionSet);
}

function* orderNodes(shop: SimulatedShop, filter: string | undefined): Iterable<object> {
  for (const order of shop.ordersBy(filtersOf(filter), 'createdAt', null)) yield orderNode(order, readsProducts(shop));
}

function* selected(nodes: Iterable<object>, set: SelectionSetNode | undefined): Iterable<object> {
  for (const node of nodes) {
    yield select(node, set) as object;
    yield* childrenOf(node as Record<string, unknown>, set);
  }
}

/** A list within an object becomes lines of their own below it, each with the id of the object. */
function* childrenOf(node: Record<string, unknown>, set: SelectionSetNode | undefined): Iterable<object> {
  for (const { name, selectionSet } of fieldsOf(set)) {
    const inner = fieldsOf(fieldsOf(selectionSet)[0]?.selectionSet)[0];
    const list = node[name.value];
    if (fieldsOf(selectionSet)[0]?.name.value !== 'edges' || typeof list !== 'function') continue;
    const { nodes } = (list as (input: object) => { nodes: object[] })({});
    for (const child of nodes) yield { ...(select(child, inner?.selectionSet) as object), __parentId: node['id'] };
  }
}

function select(value: unknown, set: SelectionSetNode | undefined): unknown {
  if (typeof value === 'function') return select((value as () => unknown)(), set);
  if (set === undefined || value === null) return value;
  const isObject = ({ selectionSet }: FieldNode): boolean => fieldsOf(selectionSet)[0]?.name.value !== 'edges';
  const fields = fieldsOf(set)
    .filter(isObject)
    .map(({ name, selectionSet }) => [name.value, select((value as Record<string, unknown>)[name.value], selectionSet)]);
  return Object.fromEntries(fields);
}

const fieldsOf = (set: SelectionSetNode | undefined): FieldNode[] =>
  (set?.selections ?? []).filter((selection): selection is FieldNode => selection.kind === Kind.FIELD);

const readsProducts = (shop: SimulatedShop): boolean => shop.scopes.includes('read_products');

/** Resolvers of the root fields for a shop. */
const rootOf = (shop: SimulatedShop): object => ({
  currentAppInstallation: { accessScopes: shop.scopes.map((handle) => ({ handle })) },
  customers: (input: CustomersArguments) => customersPage(shop, input),
  customerSegmentMembers: (input: MembersArguments) => membersPage(shop, input),
  order: ({ id }: { id: string }) => {
    const order = shop.orders.find((one) => `gid://shopify/Order/${one.id}` === id);
    return order === undefined ? null : orderNode(order, readsProducts(shop));
  },
  orders: (input: OrdersArguments) => ordersPage(shop, input),
  ordersCount: ({ query, limit }: { query?: string; limit: number | null }) => {
    const count = shop.countOrders(filtersOf(query));
    return { count: limit === null ? count : Math.min(limit, count) };
  },
  customersCount: ({ limit }: { limit: number | null }) => {
    requireCustomers(shop);
    const count = shop.countCustomers() + shop.withoutOrders;
    return { count: limit === null ? count : Math.min(limit, count) };
  },
  webhookSubscriptions: ({ first }: { first: number }) => ({
    nodes: shop.subscriptions.slice(0, first).map(({ id, topic, address }) => ({ id: gidOf(id), topic: nameOf(topic), uri: address })),
    pageInfo: { hasNextPage: shop.subscriptions.length > first, hasPreviousPage: false },
  }),
  webhookSubscriptionCreate: ({ topic, webhookSubscription }: { topic: string; webhookSubscription: { uri?: string } }) =>
    subscribe(shop, topic.toLowerCase().replace('_', '/'), webhookSubscription.uri ?? ''),
  webhookSubscriptionDelete: ({ id }: { id: string }) => ({
    deletedWebhookSubscriptionId: id,
    userErrors: shop.unsubscribe(Number(id.split('/').at(-1))) ? [] : [{ message: 'Webhook subscription does not exist' }],
  }),
  appUninstall: () => {
    shop.uninstall();
    return { userErrors: [] };
  },
});

const gidOf = (id: number): string => `gid://shopify/WebhookSubscription/${id}`;
const nameOf = (topic: string): string => topic.replace('/', '_').toUpperCase();

function subscribe(shop: SimulatedShop, topic: string, uri: string): object {
  if (shop.subscriptions.some((subscription) => subscription.topic === topic && subscription.address === uri)) {
    return { userErrors: [{ field: ['webhookSubscription', 'uri'], message: 'Address for this topic has already been taken' }] };
  }
  const { id } = shop.subscribe(topic, uri);
  return { userErrors: [], webhookSubscription: { id: gidOf(id), topic: nameOf(topic), uri } };
}

/** Parses the part of Shopify's search syntax that finds orders: `status:any AND created_at:>='2026-01-31T00:00:00Z'`. */
function filtersOf(query = ''): URLSearchParams {
  const filters = new URLSearchParams({ status: 'open' });
  for (const term of query.split(' AND ').filter((text) => text !== '')) {
    const [, field = '', value = ''] = /^(\w+):(?:>=)?'?([^']*)'?$/.exec(term) ?? [];
    if (!['status', 'created_at', 'updated_at'].includes(field)) throw new GraphQLError(`there is no filter ${term}`);
    filters.set(field === 'status' ? field : `${field}_min`, value);
  }
  return filters;
}

function ordersPage(shop: SimulatedShop, { query, sortKey, first, after }: OrdersArguments): object {
  const { passed, place } = passedIn(after);
  const key = sortKey === 'CREATED_AT' ? 'createdAt' : 'updatedAt';
  const { items, hasNextPage } = pageOf(shop.ordersBy(filtersOf(query), key, placeIn(place, sortKey)), first, passed);
  const last = items.at(-1);
  const endCursor = cursorFor(last && `${sortKey} ${last[key].toISOString()} ${last.id}`, passed + items.length);
  return {
    nodes: items.map((order) => orderNode(order, readsProducts(shop))),
    pageInfo: { hasNextPage, hasPreviousPage: after != null, startCursor: null, endCursor },
  };
}

function placeIn(text: string | null, sortKey: SortKey): Place | null {
  if (text === null) return null;
  const [key, at = '', id = ''] = text.split(' ');
  if (key !== sortKey) throw new GraphQLError('Invalid cursor for current pagination sort.');
  return { at: new Date(at), id: BigInt(id) };
}
