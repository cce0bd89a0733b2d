/** The fields of an order that may change. */
export interface CommonOrder {
  readonly paid: boolean;
  readonly cancelledAt: Date | null;
  readonly refunds: readonly { readonly id: bigint; readonly amount: string; readonly at: Date }[];
}

/** A line of an order. Webhooks name the product by its id, and only the GraphQL API its type. */
export interface SimulatedLine {
  readonly product: number;
  readonly type: string;
  readonly quantity: number;
}

export interface NewOrder {
  readonly lines?: readonly SimulatedLine[];
  /** Id of the customer; absent for a guest. */
  readonly customer?: bigint;
  readonly email?: string;
  /** An amount in the platform's format, `49.90`. */
  readonly total: string;
  readonly at?: Date;
  readonly currency?: string;
  readonly paid?: boolean;
  readonly test?: boolean;
}

export interface SimulatedOrder extends Omit<NewOrder, 'paid'>, CommonOrder {
  readonly id: bigint;
  readonly number: number;
  readonly currency: string;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** Formats an instant like Shopify: whole seconds, with the offset of the shop. */
const instant = (at: Date): string => new Date(at.getTime() - 5 * 3_600_000).toISOString().replace(/\.\d{3}Z$/, '-05:00');

export const cents = (money: string): number => Math.round(Number(money) * 100);
export const money = (amount: number): string => (amount / 100).toFixed(2);

export const refundedOf = (order: SimulatedOrder): number => order.refunds.reduce((sum, { amount }) => sum + cents(amount), 0);

export function financialStatusOf(order: SimulatedOrder): string {
  const refunded = refundedOf(order);
  if (refunded > 0) return refunded >= cents(order.total) ? 'refunded' : 'partially_refunded';
  if (order.cancelledAt !== null) return 'voided';
  return order.paid ? 'paid' : 'pending';
}

export const emailOf = (order: SimulatedOrder): string | null =>
  order.email ?? (order.customer === undefined ? null : `c${order.customer}@example.com`);

/** A customer in the platform's format, with personal data that our service must not store. */
export function customerJson(id: bigint, email: string, at: Date): object {
  return {
    id,
    admin_graphql_api_id: `gid://storefront/Customer/${id}`,
    email,
    first_name: 'Grace',
    last_name: 'Hopper',
    phone: '+15551234567',
    state: 'enabled',
    orders_count: 1,
    total_spent: '0.00',
    created_at: instant(at),
    updated_at: instant(at),
    default_address: { address1: '1 Long Road', city: 'Springfield', zip: '12345', country: 'United States' },
  };
}

/** Returns an order in the format of the orders API and of webhooks. Ids are `bigint`, because they do not fit into a number. */
export function orderJson(order: SimulatedOrder): object {
  const email = emailOf(order);
  return {
    id: order.id,
    admin_graphql_api_id: `gid://storefront/Order/${order.id}`,
    order_number: order.number,
    name: `#${order.number}`,
    email,
    test: order.test ?? false,
    currency: order.currency,
    created_at: instant(order.createdAt),
    processed_at: instant(order.createdAt),
    updated_at: instant(order.updatedAt),
    cancelled_at: order.cancelledAt === null ? null : instant(order.cancelledAt),
    cancel_reason: order.cancelledAt === null ? null : 'customer',
    financial_status: financialStatusOf(order),
    fulfillment_status: null,
    source_name: 'web',
    total_price: order.total,
    current_total_price: money(order.cancelledAt === null ? cents(order.total) - refundedOf(order) : 0),
    subtotal_price: order.total,
    total_discounts: '0.00',
    total_tax: '0.00',
    customer: order.customer === undefined ? null : customerJson(order.customer, email ?? '', order.createdAt),
    billing_address: { first_name: 'Grace', last_name: 'Hopper', address1: '1 Long Road', zip: '12345' },
    line_items: linesOf(order),
    refunds: order.refunds.map((refund) => refundJson(order, refund)),
  };
}

function linesOf({ id, total, lines }: SimulatedOrder): object[] {
  if (lines === undefined) return [{ id: id + 1n, title: 'A thing', quantity: 1, price: total }];
  return lines.map(({ product, quantity }, i) => ({ id: id + BigInt(i + 1), title: 'A thing for Grace', product_id: product, quantity, current_quantity: quantity })); // prettier-ignore
}

export const refundJson = (order: SimulatedOrder, { id, amount, at }: SimulatedOrder['refunds'][number]): object => ({
  id,
  admin_graphql_api_id: `gid://storefront/Refund/${id}`,
  order_id: order.id,
  created_at: instant(at),
  processed_at: instant(at),
  note: null,
  refund_line_items: [],
  transactions: [
    { id: id + 1n, order_id: order.id, kind: 'refund', status: 'success', amount, currency: order.currency, created_at: instant(at) },
  ],
});

/** Returns JSON that writes a `bigint` as a number with all its digits. */
export const toJson = (value: unknown): string =>
  JSON.stringify(value, (_, part: unknown) => (typeof part === 'bigint' ? `\u0001${part}` : part)).replaceAll(/"\\u0001(\d+)"/g, '$1');
