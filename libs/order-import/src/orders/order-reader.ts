import type { CsvRow } from '../csv/csv-rows.js';
import { parseInstant } from '../csv/parse-instant.js';
import type { Parsed } from '../csv/parsed.js';
import type { Identity } from '../identities/identity.js';
import type { OutgoingEvent } from '../outgoing-event.js';
import type { StatusKind } from '../statuses/order-status.js';
import { ContinuedRows } from '../rows/continued-rows.js';
import { RepeatCounter } from './event-identity.js';
import { readConsent } from './customer-consent.js';
import { readHistory } from './customer-history.js';
import { readNamedEvent } from './named-event.js';
import { OrderGroup } from './order-group.js';
import { itemsOfOrder } from './order-items.js';
import { OrderStatements, type StatedOrder } from './order-statement.js';
import type { ReadingPlan } from '../rows/plan.js';
import type { ItemTexts } from '../rows/item-texts.js';
import { isRefundRow, stateIn } from '../rows/order-state.js';
import { RestatedOrder } from './restated-order.js';
import {
  amountIn,
  consentIn,
  currencyIn,
  customerIn,
  dateIn,
  eventTypeIn,
  groupKey,
  isReturnNumber,
  isTotalsRow,
  isVisit,
  orderIn,
  orderNumberIn,
  refundIn,
} from '../rows/row-facts.js';
import { eventsRow, leftOut, type ReadingContext, type RowOutcome, type RowReader, wrongRow } from '../rows/row-reader.js';
import { eventsOfUnnumbered } from './unnumbered-order.js';
import { wordIn } from '../rows/words.js';

export const FURTHER_ROWS = 'further line items of an order';
export const EARLIER_STATES = 'other states of an order';
export const TOTALS_ROWS = 'rows that add up others';
export const VISIT_ROWS = 'visits and carts';
export const ANONYMOUS_SALES = 'sales without a customer';
export const RETURNS_OF_NOTHING = 'returns without an amount and without their order';
export const SHARED_CUSTOMER = 'orders of a customer that stands for many';

const IDENTITY_FIELDS = ['customer', 'email', 'phone', 'name'] as const;

/** The amounts of a row, or of all rows of an order. */
interface Amounts {
  readonly total: number | null;
  readonly refunded: number | 'all' | null;
  /** The items that were bought; absent when the row itself says it. */
  readonly items?: readonly ItemTexts[];
}

/** Returns the text by which customers are told apart before they get pseudonyms. */
export const identityKey = ({ kind, text }: Identity): string => `${kind}:${text.toLowerCase()}`;

/** Reads the rows of one file as a plan says. Use it once, from the first row on: it remembers orders with several rows. */
export class OrderReader implements RowReader {
  private readonly repeats = new RepeatCounter();
  private readonly statements = new OrderStatements();
  private readonly groups = new Map<string, OrderGroup & { left?: number }>();
  /** Orders with several rows that have been read, and what their first row says. */
  private readonly seen = new Map<string, string>();
  private readonly states = new Map<string, RestatedOrder>();
  private readonly continued: ContinuedRows;
  private readonly uploadedAt: Date;
  private hasOrder = false;

  constructor(
    private readonly plan: ReadingPlan,
    private readonly context: ReadingContext,
  ) {
    this.continued = new ContinuedRows(plan);
    this.uploadedAt = context.uploadedAt ?? new Date();
  }

  read({ line, fields }: CsvRow): RowOutcome {
    const { columns, layout, role } = this.plan;
    const row = { line, fields: this.continued.fill(fields) };
    const misfit = columns.misfitOf(row.fields);
    if (misfit !== null) return wrongRow(misfit);
    if (layout.isCustomerList === true) return readConsent(row, this.plan, this.context, this.uploadedAt);
    if (layout.sums !== undefined) return readHistory(row, this.plan, { context: this.context, repeats: this.repeats });
    if (isTotalsRow(this.plan, row.fields)) return leftOut(TOTALS_ROWS);
    const order = orderIn(this.plan, row.fields);
    if (order.kind === 'wrong') return wrongRow(order.reason);
    if (isVisit(this.plan, row.fields)) return leftOut(VISIT_ROWS);
    const isNamed = layout.isPlain === true && (role === 'refunds' || eventTypeIn(this.plan, row.fields) !== '');
    if (isNamed) return readNamedEvent(row, { plan: this.plan, context: this.context, repeats: this.repeats, orderId: order.value });
    const key = groupKey(this.plan, row.fields, order.value);
    if (key === '' && layout.isPlain !== true) return this.rowWithoutNumber(row);
    this.hasOrder = true;
    return this.plan.rows === 'items' && key !== '' ? this.readItem(row, key) : this.readWhole(row, key);
  }

  private rowWithoutNumber({ fields }: CsvRow): RowOutcome {
    return this.hasOrder && this.plan.columns.text(fields, 'date') === '' ? leftOut(FURTHER_ROWS) : wrongRow('the order has no number');
  }

  /** Reads a row that is an order, or repeats or continues one. A negative amount is a refund, however many rows have its number. */
  private readWhole({ fields }: CsvRow, key: string): RowOutcome {
    const amount = amountIn(this.plan, fields);
    const isBelowZero = amount.kind === 'value' && amount.value !== null && amount.value < 0;
    if (!isBelowZero && this.plan.restatedOrders.has(key)) return this.readState(fields, key);
    if (!isBelowZero && this.repeatsOrder(fields, key)) return leftOut(FURTHER_ROWS);
    return this.readOrder(fields, amount);
  }

  private readOrder(fields: readonly string[], amount: Parsed<number | null>): RowOutcome {
    const status = stateIn(this.plan, fields).kind;
    const refunded = refundIn(this.plan, fields);
    const amounts = (): Amounts | string => {
      if (amount.kind === 'wrong') return amount.reason;
      if (amount.value === null && this.plan.layout.isPlain !== true) return 'the total is empty';
      return refunded.kind === 'wrong' ? refunded.reason : { total: amount.value, refunded: refunded.value };
    };
    return this.outcomeOf(fields, status, amounts);
  }

  /** Reads a row that states an order with one of its statuses. The last of its rows gives the order. */
  private readState(fields: readonly string[], key: string): RowOutcome {
    const { columns, rowsOfOrder } = this.plan;
    const datePlaces = [...columns.placesOf('date'), ...columns.placesOf('time')];
    const order = this.states.get(key) ?? new RestatedOrder(rowsOfOrder.get(key) ?? 1, datePlaces);
    this.states.set(key, order);
    const at = dateIn(this.plan, fields, this.context.timeZone);
    const cells = order.add({ fields, kind: stateIn(this.plan, fields).kind, at: at.kind === 'value' ? at.value.getTime() : null });
    if (cells === null) return at.kind === 'wrong' ? wrongRow(at.reason) : leftOut(EARLIER_STATES);
    this.states.delete(key);
    return this.readOrder(cells, amountIn(this.plan, cells));
  }

  /** A plain log may state one order several times as it changes: rows with another status or amount are read too. */
  private repeatsOrder(fields: readonly string[], key: string): boolean {
    if (!this.plan.rowsOfOrder.has(key)) return false;
    const { columns, layout } = this.plan;
    const states = stateIn(this.plan, fields).statements.map(({ said: state }) => state);
    const said = `${states.join('|')}|${columns.text(fields, 'amount')}`;
    const first = this.seen.get(key);
    if (first === undefined) this.seen.set(key, said);
    const isContinued = columns.text(fields, 'date') === '' && columns.text(fields, 'amount') === '';
    return first !== undefined && (layout.isPlain !== true || first === said || isContinued);
  }

  private readItem(row: CsvRow, key: string): RowOutcome {
    const group = this.groups.get(key) ?? Object.assign(new OrderGroup(this.plan), { left: this.plan.rowsOfOrder.get(key) ?? 1 });
    this.groups.set(key, group);
    group.left = (group.left ?? 1) - 1;
    const reason = this.isLaterRefund(row, group) ? this.addRefund(row, group) : group.add(row);
    if (reason !== null) {
      if (group.left <= 0) this.groups.delete(key);
      return wrongRow(reason);
    }
    if (group.left > 0) return leftOut(FURTHER_ROWS);
    this.groups.delete(key);
    return this.finish(group, key);
  }

  private finish(group: OrderGroup, key: string): RowOutcome {
    const totals = group.totals(key);
    if (totals.kind === 'wrong') return wrongRow(totals.reason);
    const isEmpty = totals.value.total === null && this.plan.layout.isPlain !== true;
    const outcome = this.outcomeOf(group.merged, totals.value.status, () =>
      isEmpty ? 'the total is empty' : { ...totals.value, items: group.items },
    );
    return outcome.kind === 'events' ? eventsRow([...outcome.events, ...group.refunds]) : outcome;
  }

  /** A negative row of another day is a return; one of the same day is a discount or a correction. */
  private isLaterRefund({ fields }: CsvRow, { merged }: OrderGroup): boolean {
    const { columns } = this.plan;
    const day = (cells: readonly string[]): string => columns.text(cells, 'date').split(/[T ]/)[0] ?? '';
    const amount = amountIn(this.plan, fields);
    const isBelowZero = amount.kind === 'value' && amount.value !== null && amount.value < 0;
    return isBelowZero && merged.length > 0 && day(fields) !== '' && day(fields) !== day(merged);
  }

  private addRefund({ fields }: CsvRow, group: OrderGroup): string | null {
    const amount = amountIn(this.plan, fields);
    const total = amount.kind === 'value' ? amount.value : null;
    const cells = fields.map((field, place) => (field.trim() === '' ? (group.merged[place] ?? '') : field));
    const status = isRefundRow(this.plan, fields) ? stateIn(this.plan, fields).kind : 'bought';
    const outcome = this.outcomeOf(cells, status, () => ({ total, refunded: null }));
    if (outcome.kind === 'events') group.refunds.push(...outcome.events);
    return outcome.kind === 'wrong' ? outcome.reason : null;
  }

  private leftOutByStatus(fields: readonly string[], ended?: OutgoingEvent): RowOutcome {
    const { said, kind } = stateIn(this.plan, fields);
    const [cancelled] = this.plan.columns.cells(fields, 'cancelled');
    const status = kind === 'bought' && cancelled !== undefined ? `${cancelled.column}: ${cancelled.text}` : said;
    return leftOut(`${ended?.event_type === 'order_refunded' ? 'returns' : 'orders'} with the status "${status}"`, ended);
  }

  /** Turns an order into events. @param amountsOf is asked last: faults of customer and date are reported first */
  private outcomeOf(fields: readonly string[], status: StatusKind, amountsOf: () => Amounts | string): RowOutcome {
    if (status !== 'not_bought') return this.statedBy(fields, status, amountsOf);
    if (!this.isStatedOnce(fields)) return this.leftOutByStatus(fields);
    const outcome = this.statedBy(fields, status, amountsOf);
    if (outcome.kind === 'left_out') return outcome;
    const ended = outcome.kind === 'events' ? outcome.events.find(({ event_type: type }) => type === 'order_cancelled') : undefined;
    return this.leftOutByStatus(fields, ended);
  }

  /**
   * Says whether the order is stated in one row or in rows that are its items or states. Only a table without a fixed layout may have
   * others.
   */
  private isStatedOnce(fields: readonly string[]): boolean {
    const { layout, rows, rowsOfOrder, restatedOrders } = this.plan;
    const order = orderIn(this.plan, fields);
    const key = order.kind === 'value' ? groupKey(this.plan, fields, order.value) : '';
    return layout.isPlain !== true || rows === 'items' || !rowsOfOrder.has(key) || restatedOrders.has(key);
  }

  private statedBy(fields: readonly string[], status: StatusKind, amountsOf: () => Amounts | string): RowOutcome {
    const { plan, context } = this;
    const identity = customerIn(plan, fields);
    if (identity.kind === 'none') return this.withoutCustomer(fields, identity.reason);
    if (identityKey(identity) === plan.leftOutCustomer) return leftOut(SHARED_CUSTOMER);
    const placedAt = dateIn(plan, fields, context.timeZone);
    if (placedAt.kind === 'wrong') return wrongRow(placedAt.reason);
    const amounts = amountsOf();
    if (typeof amounts === 'string') return wrongRow(amounts);
    const currency = currencyIn(plan, fields, context.currency);
    if (currency.kind === 'wrong') return wrongRow(currency.reason);
    const cancelledAt = this.cancellation(fields, status, placedAt.value);
    if (typeof cancelledAt === 'string') return wrongRow(cancelledAt);
    const order = orderIn(plan, fields);
    const orderId = order.kind === 'value' ? order.value : '';
    if (cancelledAt !== null && orderId === '') return this.leftOutByStatus(fields);
    const { total, refunded } = amounts;
    return this.eventsOf(fields, {
      orderId,
      orderNumber: orderNumberIn(plan, fields, orderId),
      customerId: identity.kind === 'id' ? identity.text : context.pseudonym(identity.kind, identity.text),
      placedAt: placedAt.value,
      total: total === 0 ? 0 : total,
      currency: currency.value,
      cancelledAt,
      acceptsMarketing: consentIn(plan, fields),
      items: itemsOfOrder(plan, fields, amounts.items ?? groupKey(plan, fields, orderId)),
      // An empty cell of the column says that nothing was refunded.
      refunded: refunded || (status === 'refunded' ? 'all' : plan.columns.has('refunded') ? 0 : null),
    });
  }

  /** A return that was cancelled takes nothing off, and gives back what an earlier file has taken. */
  private eventsOf(fields: readonly string[], order: StatedOrder): RowOutcome {
    const { total, orderId, placedAt, cancelledAt } = order;
    const isReturn = isReturnNumber(this.plan, orderId);
    const of = this.plan.returns.originals.get(orderId) ?? null;
    if (cancelledAt !== null && (isReturn || isRefundRow(this.plan, fields)))
      return this.leftOutByStatus(fields, this.statements.refund({ ...order, at: placedAt, amount: 0, of }));
    if (orderId === '') return eventsRow(eventsOfUnnumbered(order, this.repeats, this.plan.columns.text(fields, 'event_id')));
    if (isReturn) return this.returned(order, of);
    const isRefund = total !== null && total < 0;
    return eventsRow([isRefund ? this.statements.refund({ ...order, at: placedAt, amount: -total }) : this.statements.order(order)]);
  }

  /** A return takes its amount off, with or without a minus. Without an amount it ends the order that it names. @param of that order, where the file has it */
  private returned(order: StatedOrder, of: string | null): RowOutcome {
    const { total, placedAt } = order;
    if (total === null && of === null) return leftOut(RETURNS_OF_NOTHING);
    const amount = total === null ? null : Math.abs(total);
    return eventsRow([this.statements.refund({ ...order, at: placedAt, amount, of })]);
  }

  private withoutCustomer(fields: readonly string[], reason: string): RowOutcome {
    const { columns, layout } = this.plan;
    const used = IDENTITY_FIELDS.flatMap((field) => columns.placesOf(field).slice(0, 1));
    const isEmpty = used.every((place) => (fields[place] ?? '').trim() === '');
    if (!isEmpty || layout.isPlain === true) return wrongRow(reason);
    if (layout.hasAnonymousSales === true) return leftOut(ANONYMOUS_SALES);
    const names = used.map((place) => columns.nameAt(place));
    return wrongRow(`the order has no customer: ${names.join(' and ')} ${names.length === 1 ? 'is' : 'are'} empty`);
  }

  /** A voided or expired payment means that it was not paid: the order counts as cancelled, even when the column is empty. */
  private cancellation(fields: readonly string[], status: StatusKind, placedAt: Date): Date | string | null {
    const text = this.plan.columns.text(fields, 'cancelled');
    const word = wordIn(text);
    if (word !== null) return word || status === 'cancelled' || status === 'not_bought' ? placedAt : null;
    const at = parseInstant(text, { timeZone: this.context.timeZone, slashes: this.plan.slashes });
    return at.kind === 'wrong' ? `${this.plan.columns.uses().find(({ field }) => field === 'cancelled')?.column}: ${at.reason}` : at.value;
  }
}
