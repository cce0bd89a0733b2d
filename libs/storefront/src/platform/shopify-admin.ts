import type { Clock } from '#libs/core';
import { type Fields, isObject, listIn, objectIn } from '../mapping/fields.js';
import { orderOfNode } from '../mapping/graphql-order.js';
import { complaintsOf, readGraphql } from './calls/graphql-answer.js';
import { type OrdersPage, type OrdersSince, requireCount } from './orders-page.js';
import type { PlatformShop, RemoteSubscription } from './platform-shop.js';
import type { PlatformAnswer, PlatformHttp } from './calls/platform-http.js';
import type { PlatformResult } from './calls/platform-result.js';
import { accessTokenHeader, shopUrl } from './platforms.js';
import { readBulkCursor, ShopifyBulk } from './shopify-bulk.js';
import { ALL_CUSTOMERS, customersPage, firstCustomers, readCustomersCursor } from './shopify-customers.js';
import { COLLECTED_ITEMS, PAGE_WITH_ITEMS, PAGED_ITEMS, withAllLines } from './shopify-items.js';
import { firstQuestion, nextCursor, type Question, readCursor } from './shopify-cursor.js';
import { firstLastOrders, lastOrdersPage, readLastOrdersCursor } from './shopify-last-orders.js';

/** The version of the API. Shopify serves each version for at least a year. */
const ENDPOINT = '/admin/api/2026-07/graphql.json';
/** Orders per page. One costs at most 8 points, and a query may cost 1,000. */
const PAGE = 50;

const LIST_SUBSCRIPTIONS = `query Subscriptions { webhookSubscriptions(first: 100) { nodes { id topic uri } } }`;
const SUBSCRIBE = `
mutation Subscribe($topic: WebhookSubscriptionTopic!, $uri: String!) {
  webhookSubscriptionCreate(topic: $topic, webhookSubscription: {uri: $uri, format: JSON}) { userErrors { message } }
}`;
const UNSUBSCRIBE = `
mutation Unsubscribe($id: ID!) { webhookSubscriptionDelete(id: $id) { userErrors { message } } }`;
const COUNT_ORDERS = `query CountOrders($query: String!) { ordersCount(query: $query, limit: null) { count } }`;
const COUNT_BUYERS = `query CountBuyers { customerSegmentMembers(first: 1, query: "number_of_orders > 0") { totalCount } }`;
const COUNT_CUSTOMERS = 'query CountCustomers { customersCount(limit: null) { count } }';
const ORDER = `
      id name test email currencyCode sourceName subtotalLineItemsQuantity customerAcceptsMarketing
      createdAt processedAt updatedAt cancelledAt cancelReason displayFinancialStatus
      currentTotalPriceSet { shopMoney { amount } }
      currentTotalDiscountsSet { shopMoney { amount } }
      totalRefundedSet { shopMoney { amount } }
      customer { id email }`;
const ordersQuery = (items: string): string => `
query Orders($query: String!, $sortKey: OrderSortKeys!, $first: Int!, $after: String) {
  orders(query: $query, sortKey: $sortKey, first: $first, after: $after) {
    nodes {${ORDER}${items}
    }
    pageInfo { hasNextPage endCursor }
  }
}`;
const SCOPES = 'query Scopes { currentAppInstallation { accessScopes { handle } } }';
const UNINSTALL = `mutation Uninstall { appUninstall { userErrors { message } } }`;

type Ask = (query: string, variables: object) => Promise<PlatformAnswer>;

/** The calls to a shop at Shopify. Its REST API is closed to new apps. */
export class ShopifyAdmin {
  private readonly bulk: ShopifyBulk;

  constructor(
    private readonly http: PlatformHttp,
    clock: Clock,
  ) {
    this.bulk = new ShopifyBulk(http, clock);
  }

  /** Returns the permissions that the shop has granted by now, separated by commas. */
  async grantedScopes(at: PlatformShop, token: string): Promise<PlatformResult<string>> {
    return readGraphql(await this.ask(at, token, SCOPES), ({ currentAppInstallation }) =>
      (listIn(objectIn(currentAppInstallation)['accessScopes']) ?? []).map(({ handle }) => String(handle)).join(','),
    );
  }

  async listSubscriptions(at: PlatformShop, token: string): Promise<PlatformResult<RemoteSubscription[]>> {
    return readGraphql(await this.ask(at, token, LIST_SUBSCRIPTIONS), (data) =>
      nodesIn(data['webhookSubscriptions']).map(({ id, topic, uri }) => ({
        id: String(id),
        topic: topicOfName(String(topic)),
        address: String(uri),
      })),
    );
  }

  /** A subscription that exists already counts as created. */
  async subscribe(at: PlatformShop, token: string, { topic, address }: Omit<RemoteSubscription, 'id'>): Promise<PlatformResult<null>> {
    const answer = await this.ask(at, token, SUBSCRIBE, { topic: nameOfTopic(topic), uri: address });
    return readMutation(answer, 'webhookSubscriptionCreate', 'already been taken');
  }

  async unsubscribe(at: PlatformShop, token: string, id: string): Promise<PlatformResult<null>> {
    return readMutation(await this.ask(at, token, UNSUBSCRIBE, { id }), 'webhookSubscriptionDelete');
  }

  async countOrders(at: PlatformShop, token: string, since: OrdersSince): Promise<PlatformResult<number>> {
    const { query } = searchOf(firstQuestion(since));
    return readGraphql(await this.ask(at, token, COUNT_ORDERS, { query }), (data) => requireCount(objectIn(data['ordersCount'])['count']));
  }

  /** Counts the customers with orders. If Shopify refuses that, counts all: `customersCount` has no such filter. */
  async countCustomers(at: PlatformShop, token: string): Promise<PlatformResult<number>> {
    const buyers = readGraphql(await this.ask(at, token, COUNT_BUYERS), (data) =>
      requireCount(objectIn(data['customerSegmentMembers'])['totalCount']),
    );
    if (buyers.kind === 'ok') return buyers;
    return readGraphql(await this.ask(at, token, COUNT_CUSTOMERS), (data) => requireCount(objectIn(data['customersCount'])['count']));
  }

  /** Returns the next orders, and after the orders of an import its customers, then the days of their last orders. @param cursor null for the first page. */
  async ordersPage(at: PlatformShop, token: string, since: OrdersSince, cursor: string | null): Promise<PlatformResult<OrdersPage>> {
    const ask = (query: string, variables: object = {}): Promise<PlatformAnswer> => this.ask(at, token, query, variables);
    const bulk = cursor === null ? null : readBulkCursor(cursor);
    if (bulk !== null) {
      const page = await this.bulk.page(ask, bulk);
      return followedBy(page, bulk.ordersSince === undefined ? afterOrders(since) : firstLastOrders(bulk.ordersSince));
    }
    const lastOrders = cursor === null ? null : readLastOrdersCursor(cursor);
    if (lastOrders !== null) return lastOrdersPage(ask, lastOrders);
    if (cursor === null && beginsBulk(since, cursor)) {
      const { query } = searchOf(firstQuestion(since));
      const items = since.withItems === true ? COLLECTED_ITEMS : '';
      const begun = await this.bulk.begin(ask, `{ orders(query: ${JSON.stringify(query)}) { edges { node {${ORDER}${items}\n} } } }`, {
        grouped: since.withItems === true,
      });
      // A shop without bulk operations is read page by page.
      if (begun.kind !== 'refused') return begun;
    }
    const customers = cursor === null ? null : readCustomersCursor(cursor);
    if (customers !== null) {
      if (!beginsBulk(since, cursor)) return customersPage(ask, customers);
      const begun = await this.bulk.begin(ask, ALL_CUSTOMERS, { ordersSince: customers.ordersSince });
      return begun.kind === 'refused' ? customersPage(ask, customers) : begun;
    }
    const question = cursor === null ? firstQuestion(since) : readCursor(cursor);
    if (question === null) return { kind: 'refused', why: 'unknown_cursor' };
    return this.page(ask, since, question);
  }

  private async page(ask: Ask, since: OrdersSince, question: Question): Promise<PlatformResult<OrdersPage>> {
    const [items, first] = since.withItems === true ? [PAGED_ITEMS, PAGE_WITH_ITEMS] : ['', PAGE];
    const answer = await ask(ordersQuery(items), { ...searchOf(question), first, after: question.after });
    const page = readGraphql(answer, (data) => ({ nodes: nodesIn(data['orders']), info: objectIn(objectIn(data['orders'])['pageInfo']) }));
    if (page.kind !== 'ok') return page;
    const { nodes, info } = page.value;
    const whole = await withAllLines(ask, nodes);
    if (whole.kind !== 'ok') return whole;
    const isLast = info['hasNextPage'] !== true || typeof info['endCursor'] !== 'string';
    const cursor = isLast ? afterOrders(since) : nextCursor(question, nodes, String(info['endCursor']));
    const pauseMs = Math.max(page.pauseMs, whole.pauseMs);
    return { kind: 'ok', value: { text: JSON.stringify({ orders: whole.value.map(orderOfNode) }), cursor }, pauseMs };
  }

  /** The platform deletes the token and the subscriptions with it. */
  async revoke(at: PlatformShop, token: string): Promise<PlatformResult<null>> {
    return readMutation(await this.ask(at, token, UNINSTALL), 'appUninstall');
  }

  private ask({ platform, app, shop }: PlatformShop, token: string, query: string, variables: object = {}): Promise<PlatformAnswer> {
    const headers = accessTokenHeader(platform, token);
    return this.http.call({ method: 'POST', url: shopUrl(app, shop, ENDPOINT), headers, json: { query, variables } });
  }
}

/** Returns whether the platform begins to collect a file for the next page. */
export function beginsBulk(since: OrdersSince, cursor: string | null): boolean {
  if (!('createdSince' in since)) return false;
  if (cursor === null) return since.inBulk === true;
  const customers = readCustomersCursor(cursor);
  return since.customers === 'bulk' && customers !== null && customers.after === null && customers.beyond === undefined;
}

/** Returns the cursor of the customers, which an import reads after the orders of 60 days; null where Shopify grants all orders. */
const afterOrders = (since: OrdersSince): string | null =>
  'createdSince' in since && since.customers !== undefined ? firstCustomers(since.createdSince) : null;

/** Sets the cursor that comes after the last page of a list. */
function followedBy(page: PlatformResult<OrdersPage>, cursor: string | null): PlatformResult<OrdersPage> {
  return page.kind === 'ok' && page.value.cursor === null ? { ...page, value: { ...page.value, cursor } } : page;
}

/** Reads the result of a mutation. @param harmless a complaint with these words counts as success. */
function readMutation(answer: PlatformAnswer, mutation: string, harmless?: string): PlatformResult<null> {
  const result = readGraphql(answer, (data) => complaintsOf(data[mutation]));
  if (result.kind !== 'ok') return result;
  const isDone = result.value.every((complaint) => harmless !== undefined && complaint.includes(harmless));
  return isDone ? { ...result, value: null } : { kind: 'refused', why: 'user_errors' };
}

function nodesIn(connection: unknown): Fields[] {
  const nodes = isObject(connection) ? listIn(connection['nodes']) : null;
  if (nodes === null) throw new TypeError('there is no list');
  return nodes;
}

const searchOf = ({ by, since }: Question): { query: string; sortKey: string } => ({
  // Without it the list may omit cancelled and archived orders.
  query: `status:any AND ${by}:>='${since.replace(/\.\d{3}Z$/, 'Z')}'`,
  sortKey: by.toUpperCase(),
});

/** Converts `orders/create` to ORDERS_CREATE. */
const nameOfTopic = (topic: string): string => topic.replaceAll('/', '_').toUpperCase();
const topicOfName = (name: string): string => name.toLowerCase().replace('_', '/');
