import type { Columns } from '../csv/columns.js';
import type { CsvRow } from '../csv/csv-rows.js';
import { parseAmount, parseCurrency } from '../csv/parse-amount.js';
import { parseInstant } from '../csv/parse-instant.js';
import type { OutgoingEvent } from '../outgoing-event.js';
import { eventIdOf, RepeatCounter } from './event-identity.js';
import { type StatusKind, statusKindOf } from './order-status.js';
import { eventsRow, isEmail, leftOut, type ReadingContext, type RowReader, wrongRow } from './row-reader.js';

const CUSTOMER = ['customerid', 'customer', 'externalid', 'clientid', 'userid', 'buyerid', 'customeremail', 'email'];
export const GENERIC_DATES =
  'occurredat orderdate date createdat timestamp datetime time invoicedate purchasedate orderedat purchasedat orderdatetime transactiondate'.split(
    ' ',
  );
export const GENERIC_VALUES = ['value', 'amount', 'total', 'price', 'ordertotal', 'ordervalue', 'totalprice', 'grandtotal', 'revenue'];
const ORDER_ID = ['orderid', 'ordernumber', 'orderno', 'order', 'invoiceno', 'invoice'];
const EVENT_ID = ['eventid'];
const EVENT_TYPE = ['eventtype'];
const CURRENCY = ['currency', 'currencycode', 'ordercurrency'];
const STATUS = ['status', 'orderstatus', 'paymentstatus', 'financialstatus'];

export const isGeneric = (columns: Columns): boolean => columns.has(CUSTOMER) && columns.has(GENERIC_DATES);

/** Accepted column names of a plain log. */
export const GENERIC_COLUMNS = 'customer_id, occurred_at, value (optional: order_id, currency, status, event_id, event_type)';

interface Cells {
  readonly customerId: string;
  readonly at: Date;
  readonly amount: number | null;
  readonly currency: string | null;
  readonly eventType: string;
  readonly status: StatusKind;
}

/**
 * Reads a plain order log: one row per order. A row is a refund when its amount is negative, and in a file of refunds. A status can say that
 * an order was not paid, was cancelled or was refunded. A row that names its event type needs no status.
 */
export function genericReader(columns: Columns, context: ReadingContext): RowReader {
  const repeats = new RepeatCounter();
  return {
    read: (row) => {
      const cells = readCells(columns, row, context);
      if (typeof cells === 'string') return wrongRow(cells);
      const event = toEvent(cells, columns, row, repeats);
      const isLeftOut = cells.status === 'not_bought' || (cells.status === 'cancelled' && event.data?.order_id === undefined);
      return isLeftOut
        ? leftOut(`orders with the status "${columns.text(row.fields, STATUS)}"`)
        : eventsRow(event, ...endOf(event, cells.status));
    },
  };
}

function readCells(columns: Columns, row: CsvRow, context: ReadingContext): Cells | string {
  const misfit = columns.misfitOf(row.fields);
  if (misfit !== null) return misfit;
  const customer = columns.text(row.fields, CUSTOMER);
  if (customer === '') return 'the customer is empty';
  const at = parseInstant(columns.text(row.fields, GENERIC_DATES), context);
  if (at.kind === 'wrong') return at.reason;
  const amount = parseAmount(columns.text(row.fields, GENERIC_VALUES), context.decimals);
  if (amount.kind === 'wrong') return amount.reason;
  const currency = parseCurrency(columns.text(row.fields, CURRENCY));
  if (currency.kind === 'wrong') return currency.reason;
  const named = columns.text(row.fields, EVENT_TYPE);
  const isBelowZero = amount.value !== null && amount.value < 0;
  const eventType = named || (isBelowZero || context.role === 'refunds' ? 'order_refunded' : 'order_completed');
  if (context.eventTypes?.includes(eventType) === false)
    return `"${eventType}" is not an event type; known are ${context.eventTypes.join(', ')}`;
  if (isBelowZero && eventType !== 'order_refunded')
    return `the value is ${amount.value}: with the event type ${eventType} it must be 0 or more. Without an event type, the row is a refund`;
  return {
    customerId: isEmail(customer) ? context.pseudonym('email', customer) : customer,
    at: at.value,
    // Logs write refunds as positive or negative amounts; the service expects the positive amount.
    amount: amount.value === null ? null : Math.abs(amount.value),
    currency: currency.value ?? context.currency,
    eventType,
    status: named === '' && eventType === 'order_completed' ? statusKindOf(columns.text(row.fields, STATUS)) : 'bought',
  };
}

/** Returns the event that ends an order, at the time of the order: a log does not say when it was cancelled or refunded. */
function endOf(order: OutgoingEvent, status: StatusKind): OutgoingEvent[] {
  if (status !== 'cancelled' && status !== 'refunded') return [];
  const eventType = status === 'cancelled' ? 'order_cancelled' : 'order_refunded';
  const { value, ...others } = order;
  const amount = status === 'cancelled' || value === undefined ? {} : { value };
  return [{ ...others, ...amount, event_id: eventIdOf('generic', [order.event_id, eventType]), event_type: eventType }];
}

function toEvent(cells: Cells, columns: Columns, row: CsvRow, repeats: RepeatCounter): OutgoingEvent {
  const { customerId, at, amount, currency, eventType } = cells;
  const orderId = columns.text(row.fields, ORDER_ID);
  const content = [eventType, customerId, at.toISOString(), amount, orderId];
  const data = { ...(orderId === '' ? {} : { order_id: orderId }), ...(currency === null ? {} : { currency }) };
  return {
    event_id: columns.text(row.fields, EVENT_ID) || eventIdOf('generic', [...content, repeats.ordinal(content)]),
    customer_id: customerId,
    event_type: eventType,
    occurred_at: at.toISOString(),
    ...(amount === null ? {} : { value: amount }),
    ...(Object.keys(data).length === 0 ? {} : { data }),
  };
}
