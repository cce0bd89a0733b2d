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

scalar UnsignedInt64
type Customer { id: ID! email: String createdAt: DateTime! numberOfOrders: UnsignedInt64! amountSpent: MoneyV2! lastOrder: Order }
type CustomerEdge { cursor: String! node: Customer! }
type CustomerConnection { edges: [CustomerEdge!]! nodes: [Customer!]! pageInfo: PageInfo! }
type CustomerSegmentMember { id: ID! numberOfOrders: UnsignedInt64 amountSpent: MoneyV2 lastOrderId: ID }
type CustomerSegmentMemberEdge { cursor: String! node: CustomerSegmentMember! }
type CustomerSegmentMemberConnection { edges: [CustomerSegmentMemberEdge!]! pageInfo: PageInfo! totalCount: Int! }
type AccessScope { handle: String! }
type AppInstallation { accessScopes: [AccessScope!]! }

enum MetafieldOwnerType { CUSTOMER ORDER PRODUCT }
enum MetafieldAdminAccessInput { MERCHANT_READ MERCHANT_READ_WRITE }
enum MetafieldsSetUserErrorCode { INVALID INVALID_TYPE INVALID_VALUE LESS_THAN_OR_EQUAL_TO }
enum MetafieldDefinitionCreateUserErrorCode { INVALID TAKEN }
input MetafieldAccessInput { admin: MetafieldAdminAccessInput }
input MetafieldDefinitionInput {
  namespace: String key: String! name: String! description: String type: String! ownerType: MetafieldOwnerType! access: MetafieldAccessInput
}
input MetafieldsSetInput { ownerId: ID! namespace: String key: String! value: String! type: String compareDigest: String }
input MetafieldIdentifierInput { ownerId: ID! namespace: String! key: String! }
type MetafieldsSetUserError { code: MetafieldsSetUserErrorCode elementIndex: Int field: [String!] message: String! }
type MetafieldsSetPayload { userErrors: [MetafieldsSetUserError!]! }
type MetafieldsDeletePayload { userErrors: [UserError!]! }
type MetafieldDefinitionCreateUserError { code: MetafieldDefinitionCreateUserErrorCode field: [String!] message: String! }
type MetafieldDefinitionCreatePayload { userErrors: [MetafieldDefinitionCreateUserError!]! }
type TagsAddPayload { userErrors: [UserError!]! }
type TagsRemovePayload { userErrors: [UserError!]! }

enum BulkOperationStatus { CANCELED CANCELING COMPLETED CREATED EXPIRED FAILED RUNNING }
enum BulkOperationErrorCode { ACCESS_DENIED INTERNAL_SERVER_ERROR TIMEOUT }
enum BulkOperationType { MUTATION QUERY }
enum BulkOperationsSortKeys { COMPLETED_AT CREATED_AT STATUS }
enum BulkMutationErrorCode {
  INTERNAL_FILE_SERVER_ERROR INVALID_MUTATION INVALID_STAGED_UPLOAD_FILE LIMIT_REACHED NO_SUCH_FILE OPERATION_IN_PROGRESS
}
type BulkOperation {
  id: ID! status: BulkOperationStatus! type: BulkOperationType! errorCode: BulkOperationErrorCode url: String partialDataUrl: String
  objectCount: UnsignedInt64!
}
type BulkOperationConnection { nodes: [BulkOperation!]! }
enum BulkOperationUserErrorCode { INVALID LIMIT_REACHED OPERATION_IN_PROGRESS }
type BulkOperationUserError { code: BulkOperationUserErrorCode field: [String!] message: String! }
type BulkOperationRunQueryPayload { bulkOperation: BulkOperation userErrors: [BulkOperationUserError!]! }
type BulkMutationUserError { code: BulkMutationErrorCode field: [String!] message: String! }
type BulkOperationRunMutationPayload { bulkOperation: BulkOperation userErrors: [BulkMutationUserError!]! }
enum StagedUploadTargetGenerateUploadResource { BULK_MUTATION_VARIABLES FILE IMAGE }
enum StagedUploadHttpMethodType { POST PUT }
input StagedUploadInput {
  resource: StagedUploadTargetGenerateUploadResource! filename: String! mimeType: String! httpMethod: StagedUploadHttpMethodType = PUT
}
type StagedUploadParameter { name: String! value: String! }
type StagedMediaUploadTarget { url: String resourceUrl: String parameters: [StagedUploadParameter!]! }
type StagedUploadsCreatePayload { stagedTargets: [StagedMediaUploadTarget!] userErrors: [UserError!]! }

type TaxonomyCategory { id: ID! name: String! fullName: String! }
type Product { id: ID! title: String! productType: String! category: TaxonomyCategory }
type LineItem { id: ID! title: String! sku: String quantity: Int! currentQuantity: Int! product: Product }
type LineItemEdge { cursor: String! node: LineItem! }
type LineItemConnection { edges: [LineItemEdge!]! nodes: [LineItem!]! pageInfo: PageInfo! }

type Order {
  lineItems(after: String, first: Int): LineItemConnection!
  id: ID!
  name: String!
  test: Boolean!
  email: String
  currencyCode: CurrencyCode!
  sourceName: String
  subtotalLineItemsQuantity: Int!
  customerAcceptsMarketing: Boolean!
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
type OrderEdge { cursor: String! node: Order! }
type OrderConnection { edges: [OrderEdge!]! nodes: [Order!]! pageInfo: PageInfo! }

type WebhookSubscription { id: ID! topic: WebhookSubscriptionTopic! uri: String! }
type WebhookSubscriptionConnection { nodes: [WebhookSubscription!]! pageInfo: PageInfo! }
input WebhookSubscriptionInput { uri: String format: WebhookSubscriptionFormat includeFields: [String!] filter: String }

type WebhookSubscriptionCreatePayload { userErrors: [UserError!]! webhookSubscription: WebhookSubscription }
type WebhookSubscriptionDeletePayload { deletedWebhookSubscriptionId: ID userErrors: [UserError!]! }
type AppUninstallPayload { userErrors: [UserError!]! }

type QueryRoot {
  bulkOperation(id: ID!): BulkOperation
  bulkOperations(
    after: String, first: Int, query: String, reverse: Boolean = false, sortKey: BulkOperationsSortKeys = CREATED_AT
  ): BulkOperationConnection!
  currentAppInstallation: AppInstallation!
  customersCount(limit: Int = 10000, query: String): Count
  customers(after: String, first: Int, query: String): CustomerConnection!
  customerSegmentMembers(
    after: String, first: Int, query: String, reverse: Boolean = false, sortKey: String, timezone: String
  ): CustomerSegmentMemberConnection!
  order(id: ID!): Order
  orders(after: String, first: Int, query: String, reverse: Boolean = false, sortKey: OrderSortKeys = PROCESSED_AT): OrderConnection!
  ordersCount(limit: Int = 10000, query: String): Count
  webhookSubscriptions(after: String, first: Int, topics: [WebhookSubscriptionTopic!]): WebhookSubscriptionConnection!
}
type Mutation {
  appUninstall: AppUninstallPayload
  bulkOperationRunQuery(groupObjects: Boolean! = false, query: String!): BulkOperationRunQueryPayload
  bulkOperationRunMutation(clientIdentifier: String, mutation: String!, stagedUploadPath: String!): BulkOperationRunMutationPayload
  metafieldDefinitionCreate(definition: MetafieldDefinitionInput!): MetafieldDefinitionCreatePayload
  metafieldsDelete(metafields: [MetafieldIdentifierInput!]!): MetafieldsDeletePayload
  metafieldsSet(metafields: [MetafieldsSetInput!]!): MetafieldsSetPayload
  stagedUploadsCreate(input: [StagedUploadInput!]!): StagedUploadsCreatePayload
  tagsAdd(id: ID!, tags: [String!]!): TagsAddPayload
  tagsRemove(id: ID!, tags: [String!]!): TagsRemovePayload
  webhookSubscriptionCreate(topic: WebhookSubscriptionTopic!, webhookSubscription: WebhookSubscriptionInput!): WebhookSubscriptionCreatePayload
  webhookSubscriptionDelete(id: ID!): WebhookSubscriptionDeletePayload
}`);
