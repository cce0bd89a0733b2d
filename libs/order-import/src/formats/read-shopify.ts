import type { Columns } from '../csv/columns.js';
import type { CsvRow } from '../csv/csv-rows.js';
import { parseAmount, parseCurrency } from '../csv/parse-amount.js';
import { parseInstant } from '../csv/parse-instant.js';
import { eventsOfOrder, type PlatformOrder } from './platform-order.js';
import { eventsRow, isEmail, leftOut, type ReadingContext, type RowReader, wrongRow } from './row-reader.js';

/** Columns of Shopify's own order export, and of Matrixify's (formerly Excelify), which many shops use. */
const NAME = ['name'];
const ID = ['id'];
const STATUS = ['financialstatus', 'paymentstatus'];
export const SHOPIFY_TOTALS = ['total', 'pricetotal'];
export const SHOPIFY_DATES = ['createdat', 'processedat', 'paidat'];
const CANCELLED_AT = ['cancelledat'];
const REFUNDED = ['refundedamount', 'pricetotalrefund'];
const CURRENCY = ['currency'];
const CUSTOMER_ID = ['customerid'];
const EMAIL = ['email', 'customeremail'];
const PHONE = ['phone', 'customerphone', 'billingphone'];

export const isShopify = (columns: Columns): boolean =>
  columns.has(NAME) && columns.has(STATUS) && columns.has(SHOPIFY_TOTALS) && columns.has(SHOPIFY_DATES);

/**
 * Reads Shopify's order export. An order with several line items has a row for each; only the first one has the order's
 * total, status and customer. The others repeat its name.
 */
export function shopifyReader(columns: Columns, context: ReadingContext): RowReader {
  let previousName: string | null = null;
  return {
    read: (row) => {
      const name = columns.text(row.fields, NAME);
      if (name !== '' ? name === previousName : previousName !== null) return leftOut('further line items of an order');
      previousName = name === '' ? null : name;
      const order = readOrder(columns, row, context);
      return typeof order === 'string' ? wrongRow(order) : eventsRow(...eventsOfOrder(order));
    },
  };
}

function readOrder(columns: Columns, row: CsvRow, context: ReadingContext): PlatformOrder | string {
  const misfit = columns.misfitOf(row.fields);
  if (misfit !== null) return misfit;
  const cell = (names: readonly string[]): string => columns.text(row.fields, names);
  const orderId = orderIdOf(cell(ID), cell(NAME));
  if (orderId === '') return 'the order has neither Id nor Name';
  const customerId = customerOf(cell, context);
  if (customerId === null) return 'the order has no customer: Email and Phone are empty';
  const placedAt = parseInstant(cell(SHOPIFY_DATES), context);
  if (placedAt.kind === 'wrong') return placedAt.reason;
  const total = parseAmount(cell(SHOPIFY_TOTALS), context.decimals);
  if (total.kind === 'wrong') return total.reason;
  if (total.value === null) return 'the Total is empty';
  const refunded = parseAmount(cell(REFUNDED), context.decimals);
  if (refunded.kind === 'wrong') return refunded.reason;
  const currency = parseCurrency(cell(CURRENCY));
  if (currency.kind === 'wrong') return currency.reason;
  const cancelledAt = cancellation(cell(CANCELLED_AT), {
    status: cell(STATUS).toLowerCase(),
    placedAt: placedAt.value,
    context,
  });
  if (typeof cancelledAt === 'string') return cancelledAt;
  const allRefunded = cell(STATUS).toLowerCase() === 'refunded';
  return {
    source: 'shopify',
    orderId,
    customerId,
    placedAt: placedAt.value,
    total: total.value,
    currency: currency.value ?? context.currency,
    cancelledAt,
    refunded: Math.abs(refunded.value ?? 0) || (allRefunded ? total.value : 0),
  };
}

/** Returns the platform's id, or the order name when a spreadsheet turned the id into a number like 8.2E+14, which many orders share. */
const orderIdOf = (id: string, name: string): string => (/^\d+$/.test(id) ? id : name);

function customerOf(cell: (names: readonly string[]) => string, context: ReadingContext): string | null {
  const id = cell(CUSTOMER_ID);
  if (id !== '' && !isEmail(id)) return id;
  const email = id === '' ? cell(EMAIL) : id;
  if (email !== '') return context.pseudonym('email', email);
  const phone = cell(PHONE).replaceAll(/[^\d+]/g, '');
  return phone === '' ? null : context.pseudonym('phone', phone);
}

/** A voided or expired payment means that nobody paid: the order counts as cancelled, even when the column is empty. */
function cancellation(
  text: string,
  { status, placedAt, context }: { status: string; placedAt: Date; context: ReadingContext },
): Date | string | null {
  if (text === '') return ['voided', 'expired'].includes(status) ? placedAt : null;
  const at = parseInstant(text, context);
  return at.kind === 'wrong' ? `Cancelled at: ${at.reason}` : at.value;
}
