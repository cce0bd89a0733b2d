import { buildSchema } from 'graphql';

/** The part of Shopify's GraphQL Admin API that our app queries, with types and arguments as in its reference. */
export const SHOPIFY_SCHEMA = buildSchema(`
schema { query: QueryRoot mutation: Mutation }

scalar DateTime
scalar Decimal

enum CurrencyCode { EUR USD GBP JPY }
enum OrderCancelReason { CUSTOMER DECLINED FRAUD INVENTORY OTHER STAFF }
enum OrderDisplayFinancialStatus { AUTHORIZED EXPIRED PAID PARTIALLY_PAID PARTIALLY_REFUNDED PENDING REFUNDED VOIDED }
enum OrderSortKeys { CREATED_AT ID PROCESSED_AT UPDATED_AT }
enum WebhookSubscriptionFormat { JSON XML }
enum WebhookSubscriptionTopic {
  APP_UNINSTALLED CUSTOMERS_CREATE CUSTOMERS_UPDATE ORDERS_CANCELLED ORDERS_CREATE ORDERS_DELETE ORDERS_EDITED ORDERS_UPDATED REFUNDS_CREATE
}

type MoneyV2 { amount: Decimal! currencyCode: CurrencyCode! }
type MoneyBag { shopMoney: MoneyV2! presentmentMoney: MoneyV2! }
type PageInfo { hasNextPage: Boolean! hasPreviousPage: Boolean! startCursor: String endCursor: String }
type Count { count: Int! }
type UserError { field: [String!] message: String! }

type Customer { id: ID! email: String }

type Order {
  id: ID!
  name: String!
  test: Boolean!
  email: String
  currencyCode: CurrencyCode!
  sourceName: String
  subtotalLineItemsQuantity: Int!
  createdAt: DateTime!
  processedAt: DateTime!
  updatedAt: DateTime!
  cancelledAt: DateTime
  cancelReason: OrderCancelReason
  displayFinancialStatus: OrderDisplayFinancialStatus
  totalPriceSet: MoneyBag!
  currentTotalPriceSet: MoneyBag!
  currentTotalDiscountsSet: MoneyBag!
  totalRefundedSet: MoneyBag!
  customer: Customer
}
type OrderConnection { nodes: [Order!]! pageInfo: PageInfo! }

type WebhookSubscription { id: ID! topic: WebhookSubscriptionTopic! uri: String! }
type WebhookSubscriptionConnection { nodes: [WebhookSubscription!]! pageInfo: PageInfo! }
input WebhookSubscriptionInput { uri: String format: WebhookSubscriptionFormat includeFields: [String!] filter: String }

type WebhookSubscriptionCreatePayload { userErrors: [UserError!]! webhookSubscription: WebhookSubscription }
type WebhookSubscriptionDeletePayload { deletedWebhookSubscriptionId: ID userErrors: [UserError!]! }
type AppUninstallPayload { userErrors: [UserError!]! }

type QueryRoot {
  orders(after: String, first: Int, query: String, reverse: Boolean = false, sortKey: OrderSortKeys = PROCESSED_AT): OrderConnection!
  ordersCount(limit: Int = 10000, query: String): Count
  webhookSubscriptions(after: String, first: Int, topics: [WebhookSubscriptionTopic!]): WebhookSubscriptionConnection!
}
type Mutation {
  appUninstall: AppUninstallPayload
  webhookSubscriptionCreate(topic: WebhookSubscriptionTopic!, webhookSubscription: WebhookSubscriptionInput!): WebhookSubscriptionCreatePayload
  webhookSubscriptionDelete(id: ID!): WebhookSubscriptionDeletePayload
}`);
