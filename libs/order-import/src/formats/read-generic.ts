import type { Columns } from '../csv/columns.js';
import type { CsvRow } from '../csv/csv-rows.js';
import { parseAmount, parseCurrency } from '../csv/parse-amount.js';
import { parseInstant } from '../csv/parse-instant.js';
import { type Parsed, value, wrong } from '../csv/parsed.js';
import type { OutgoingEvent } from '../outgoing-event.js';
import { eventIdOf, RepeatCounter } from './event-identity.js';
import { GENERIC_NAMES } from './generic-columns.js';
import { type StatusKind, statusKindOf } from './order-status.js';
import { withRefunds } from './platform-order.js';
import { eventsRow, isEmail, leftOut, type ReadingContext, type RowReader, wrongRow } from './row-reader.js';

const NAMES = GENERIC_NAMES;

export const isGeneric = (columns: Columns): boolean => columns.has(NAMES.customer) && columns.has(NAMES.date);

/** Accepted column names of a plain log. */
export const GENERIC_COLUMNS = 'customer_id, occurred_at, value (optional: refunded, order_id, currency, status, event_id, event_type)';

interface Cells {
  readonly customerId: string;
  readonly at: Date;
  readonly amount: number | null;
  /** The part of the amount that was refunded since. */
  readonly refunded: number;
  readonly currency: string | null;
  readonly eventType: string;
  readonly status: StatusKind;
}

/**
 * Reads a plain order log: one row per order. A row is a refund when its amount is negative, and in a file of refunds. A status can say that
 * an order was not paid, was cancelled or was refunded, and a column how much of it. A row that names its event type needs neither.
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
        ? leftOut(`orders with the status "${columns.text(row.fields, NAMES.status)}"`)
        : eventsRow(event, ...endOf(event, cells));
    },
  };
}

function readCells(columns: Columns, row: CsvRow, context: ReadingContext): Cells | string {
  const misfit = columns.misfitOf(row.fields);
  if (misfit !== null) return misfit;
  const customer = columns.text(row.fields, NAMES.customer);
  if (customer === '') return 'the customer is empty';
  const at = parseInstant(columns.text(row.fields, NAMES.date), context);
  if (at.kind === 'wrong') return at.reason;
  const amount = readAmount(columns, row, context);
  if (amount.kind === 'wrong') return amount.reason;
  const currency = parseCurrency(columns.text(row.fields, NAMES.currency));
  if (currency.kind === 'wrong') return currency.reason;
  const named = columns.text(row.fields, NAMES.eventType);
  const isBelowZero = amount.value !== null && amount.value < 0;
  const eventType = named || (isBelowZero || context.role === 'refunds' ? 'order_refunded' : 'order_completed');
  if (context.eventTypes?.includes(eventType) === false)
    return `"${eventType}" is not an event type; known are ${context.eventTypes.join(', ')}`;
  if (isBelowZero && eventType !== 'order_refunded')
    return `the value is ${amount.value}: with the event type ${eventType} it must be 0 or more. Without an event type, the row is a refund`;
  const isPlainOrder = named === '' && eventType === 'order_completed';
  const refunded = isPlainOrder ? readRefund(columns, row, context) : value(null);
  if (refunded.kind === 'wrong') return refunded.reason;
  const status = isPlainOrder ? statusKindOf(columns.text(row.fields, NAMES.status)) : 'bought';
  return {
    customerId: isEmail(customer) ? context.pseudonym('email', customer) : customer,
    at: at.value,
    // Logs write refunds as positive or negative amounts; the service expects the positive amount.
    amount: amount.value === null ? null : Math.abs(amount.value),
    currency: currency.value ?? context.currency,
    eventType,
    refunded: refunded.value === 'all' ? 0 : (refunded.value ?? 0),
    status: refunded.value === 'all' && status === 'bought' ? 'refunded' : status,
  };
}

/** Reads the amount of a row. In a file of refunds, the amount of the order may stand beside that of the refund. */
function readAmount(columns: Columns, row: CsvRow, context: ReadingContext): Parsed<number | null> {
  const refund = context.role === 'refunds' ? readRefund(columns, row, context) : value(null);
  if (refund.kind === 'wrong') return refund;
  return typeof refund.value === 'number' ? value(refund.value) : parseAmount(columns.text(row.fields, NAMES.value), context.decimals);
}

const YES = new Set(['yes', 'true', 'y', 't', 'ja']);
const NO = new Set(['no', 'false', 'n', 'f', 'nein', 'none', 'null', 'nan', 'n/a', '-']);
const SAYS_AMOUNT = /amount|total|betrag/i;

/** Reads what was refunded of an order: an amount, or a word that says whether all of it was; null: nothing, or it is not said. */
function readRefund(columns: Columns, { fields }: CsvRow, { decimals }: ReadingContext): Parsed<number | 'all' | null> {
  const place = columns.placeOf(fields, NAMES.refunded) ?? -1;
  const text = (fields[place] ?? '').trim();
  const word = text.toLowerCase();
  if (YES.has(word)) return value('all');
  // Many databases export a yes as 1.
  if (text === '1' && !SAYS_AMOUNT.test(columns.header[place] ?? ''))
    return wrong('the refund: "1" can be read in two ways; write it as 1.00 or as yes');
  const amount = parseAmount(NO.has(word) ? '' : text, decimals);
  return amount.kind === 'wrong' ? wrong(`the refund: ${amount.reason}`) : value(amount.value === null ? null : Math.abs(amount.value));
}

/**
 * Returns the event that ends an order or refunds a part of it, at the time of the order: a log does not say when that was. As in exports of
 * shops, the refunded amount is the total so far, which needs an order number. Without one the first amount that is sent stays.
 */
function endOf(order: OutgoingEvent, { status, refunded }: Cells): OutgoingEvent[] {
  const { value: total, ...others } = order;
  const ended = (type: string): OutgoingEvent => ({ ...others, event_id: eventIdOf('generic', [order.event_id, type]), event_type: type });
  if (status === 'cancelled') return [ended('order_cancelled')];
  if (refunded > 0 && order.data?.order_id !== undefined)
    return [withRefunds(others, eventIdOf('generic', [order.event_id, 'refunded', String(refunded)]), refunded)];
  const returned = refunded > 0 ? refunded : total;
  if (status !== 'refunded' && refunded === 0) return [];
  return [{ ...ended('order_refunded'), ...(returned === undefined ? {} : { value: returned }) }];
}

function toEvent(cells: Cells, columns: Columns, row: CsvRow, repeats: RepeatCounter): OutgoingEvent {
  const { customerId, at, amount, currency, eventType } = cells;
  const orderId = columns.text(row.fields, NAMES.orderId);
  const content = [eventType, customerId, at.toISOString(), amount, orderId];
  const data = { ...(orderId === '' ? {} : { order_id: orderId }), ...(currency === null ? {} : { currency }) };
  return {
    event_id: columns.text(row.fields, NAMES.eventId) || eventIdOf('generic', [...content, repeats.ordinal(content)]),
    customer_id: customerId,
    event_type: eventType,
    occurred_at: at.toISOString(),
    ...(amount === null ? {} : { value: amount }),
    ...(Object.keys(data).length === 0 ? {} : { data }),
  };
}
