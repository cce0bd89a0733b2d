import type { Columns } from '../csv/columns.js';
import type { CsvRow } from '../csv/csv-rows.js';
import { parseAmount, parseCurrency } from '../csv/parse-amount.js';
import type { Parsed } from '../csv/parsed.js';
import { parseInstant } from '../csv/parse-instant.js';
import { statusKindOf } from './order-status.js';
import { eventsOfOrder, type PlatformOrder } from './platform-order.js';
import { eventsRow, isEmail, leftOut, type ReadingContext, type RowReader, wrongRow } from './row-reader.js';

/**
 * WooCommerce has no standard order export. These are the columns of its Analytics report, Customer/Order/Coupon Export
 * (SkyVerge), Import Export Suite (WebToffee), Advanced Order Export (AlgolPlus) and WP All Export.
 */
const ORDER_ID = ['orderid', 'ordernumber', 'ordernumberformatted', 'order'];
const STATUS = ['orderstatus', 'status'];
export const WOOCOMMERCE_DATES = ['orderdate', 'date', 'datecreated', 'paiddate', 'completeddate'];
export const WOOCOMMERCE_TOTALS = ['ordertotal', 'ordertotalamount', 'netsales', 'nrevenue'];
const CURRENCY = ['ordercurrency', 'currency'];
const REFUNDED = ['orderrefundamount', 'refundedtotal', 'orderrefund', 'orderrefundtotal', 'refundamount', 'totalrefunded', 'refundtotal'];
const CUSTOMER_ID = ['customeruserid', 'customeruser', 'customerid', 'userid'];
const EMAIL = ['billingemail', 'emailbilling', 'customeremail', 'billingemailaddress', 'customeraccountemailaddress', 'email'];
const CUSTOMER_NAME = ['customer'];

export const isWooCommerce = (columns: Columns): boolean =>
  columns.has(ORDER_ID) &&
  columns.has(STATUS) &&
  columns.has(WOOCOMMERCE_DATES) &&
  columns.has(WOOCOMMERCE_TOTALS) &&
  (columns.has(CUSTOMER_ID) || columns.has(EMAIL) || columns.has(CUSTOMER_NAME));

/**
 * Reads a WooCommerce order export. When an order has a row per item, each row repeats the order's total and only the first
 * one counts. Each refund is a row of its own. These exports write times without a zone.
 */
export function wooCommerceReader(columns: Columns, context: ReadingContext): RowReader {
  let previous = '';
  return {
    read: (row) => {
      const orderId = columns.text(row.fields, ORDER_ID);
      const refund = columns.text(row.fields, WOOCOMMERCE_TOTALS).startsWith('-') ? row.line : '';
      if (orderId !== '' && `${orderId} ${refund}` === previous) return leftOut('further line items of an order');
      previous = `${orderId} ${refund}`;
      // Carts and failed payments are no purchases: their rows are skipped and not reported as wrong.
      const status = columns.text(row.fields, STATUS);
      if (statusKindOf(status) === 'not_bought') return leftOut(`orders with the status "${status}"`);
      const order = readOrder(columns, row, context);
      return typeof order === 'string' ? wrongRow(order) : eventsRow(...eventsOfOrder(order));
    },
  };
}

function readOrder(columns: Columns, row: CsvRow, context: ReadingContext): PlatformOrder | string {
  const misfit = columns.misfitOf(row.fields);
  if (misfit !== null) return misfit;
  const cell = (names: readonly string[]): string => columns.text(row.fields, names);
  const orderId = cell(ORDER_ID).replace(/^#/, '');
  if (orderId === '') return 'the order has no number';
  const customerId = customerOf(cell, context);
  if (customerId === null) return 'the order has no customer: neither a user id nor a billing e-mail';
  const placedAt = parseInstant(cell(WOOCOMMERCE_DATES), context);
  if (placedAt.kind === 'wrong') return placedAt.reason;
  const total = required(parseAmount(cell(WOOCOMMERCE_TOTALS), context.decimals));
  if (total.kind === 'wrong') return total.reason;
  const refunded = parseAmount(cell(REFUNDED), context.decimals);
  if (refunded.kind === 'wrong') return refunded.reason;
  const currency = parseCurrency(cell(CURRENCY));
  if (currency.kind === 'wrong') return currency.reason;
  const status = statusKindOf(cell(STATUS));
  return {
    source: 'woocommerce',
    orderId,
    customerId,
    placedAt: placedAt.value,
    total: total.value,
    currency: currency.value ?? context.currency,
    // The exports do not say when an order was cancelled.
    cancelledAt: status === 'cancelled' ? placedAt.value : null,
    refunded: Math.abs(refunded.value ?? 0) || (status === 'refunded' ? total.value : 0),
  };
}

/** User id 0 is a guest. The Analytics report has only names, which are hashed like an e-mail address. */
function customerOf(cell: (names: readonly string[]) => string, context: ReadingContext): string | null {
  const id = cell(CUSTOMER_ID);
  if (/^\d+$/.test(id) && Number(id) > 0) return id;
  const email = isEmail(id) ? id : cell(EMAIL);
  if (email !== '') return context.pseudonym('email', email);
  const name = cell(CUSTOMER_NAME);
  return name === '' ? null : context.pseudonym(isEmail(name) ? 'email' : 'name', name);
}

function required(amount: Parsed<number | null>): Parsed<number> {
  if (amount.kind === 'wrong') return amount;
  return amount.value === null ? { kind: 'wrong', reason: 'the total is empty' } : { kind: 'value', value: amount.value };
}
