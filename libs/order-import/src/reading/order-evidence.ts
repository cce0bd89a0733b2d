import { plainName } from '../csv/columns.js';
import type { CsvRow } from '../csv/csv-rows.js';
import { parseAmount } from '../csv/parse-amount.js';
import { NO_SERIES, type SeriesEvidence, seriesEvidenceOf } from '../numbers/return-numbers.js';
import { LINE_TOTALS, ORDER_TOTALS } from '../layouts/plain-log.js';
import { plainStatus } from '../statuses/order-status.js';
import { ItemCounter, type ItemTexts } from '../rows/item-texts.js';
import { ContinuedRows } from '../rows/continued-rows.js';
import type { ReadingPlan } from '../rows/plan.js';
import { amountIn, eventTypeIn, groupKey, isTotalsRow, orderIn } from '../rows/row-facts.js';

/** An order with several rows. */
export interface OrderExample {
  readonly order: string;
  readonly rows: number;
  readonly amount: number | null;
}

/** Evidence of rows with equal order numbers about their amounts. */
export interface OrderEvidence {
  /** The number of rows of each order number, for those with several rows. */
  readonly rowsOfOrder: ReadonlyMap<string, number>;
  /** The items of these orders. */
  readonly items: ReadonlyMap<string, readonly ItemTexts[]>;
  /** Those of them that state the same order with another status, as logs of changes do. */
  readonly restated: ReadonlySet<string>;
  /** `unknown`: the rows can be read in both ways. */
  readonly rows: 'orders' | 'items' | 'unknown';
  /** An order that shows the doubt. */
  readonly example: OrderExample | null;
  /** Number of orders with rows of different customers, and one of them. */
  readonly shared: number;
  readonly sharedExample: string | null;
  /** Number of orders with rows of several days that are not states of one order, and one of them. */
  readonly spread: number;
  readonly spreadExample: string | null;
  readonly hasAmounts: boolean;
  /** The series of order numbers that may be those of returns. */
  readonly numbers: SeriesEvidence;
}

interface SeenOrder {
  rows: number;
  /** The first amount. */
  amount: number | null;
  /** Number of rows that state an amount. */
  stated: number;
  readonly customer: string;
  readonly status: string;
  readonly day: string;
  /** The cost of its pieces in all, where the file has prices and quantities. */
  pieces: number;
  /** Another row, which is not a return, is of another day. */
  hasDays: boolean;
  /** Another row has another amount. */
  differs: boolean;
  /** Another row has the same amount. */
  repeats: boolean;
  /** Another row has the same amount and another status, and no row names an item. */
  restates: boolean;
  hasNegative: boolean;
  /** A row has an amount above zero. */
  hasPositive: boolean;
}

const NOTHING_SEEN = { hasDays: false, differs: false, repeats: false, restates: false, hasNegative: false };

const STATES = ['status', 'payment', 'fulfilment'] as const;

/** Below this number of orders with several rows, even a few that differ count as evidence. */
const MANY = 10;
/** A smaller part of many orders with different amounts may be corrections and not items. */
const FEW = 0.2;

/** Compares the rows that have the same order number. */
export class OrderCounter {
  private readonly orders = new Map<string, SeenOrder>();
  private readonly shared = new Set<string>();
  private hasAmounts = false;
  private readonly lines = { pieces: 0, others: 0 };

  private readonly continued: ContinuedRows;
  private readonly items: ItemCounter;

  constructor(private readonly plan: ReadingPlan) {
    this.continued = new ContinuedRows(plan);
    this.items = new ItemCounter(plan.columns);
  }

  add(row: CsvRow): void {
    const fields = this.continued.fill(row.fields);
    const { columns } = this.plan;
    // The amount that the row itself states: a price times a quantity does not stand for an empty one here.
    const read = amountIn(this.plan.layout.rows === 'unknown' ? { ...this.plan, rows: 'orders' } : this.plan, fields);
    const amount = read.kind === 'value' ? read.value : null;
    if (amount !== null) this.hasAmounts = true;
    const isEvent = eventTypeIn(this.plan, fields) !== '';
    if (isEvent || columns.misfitOf(fields) !== null || isTotalsRow(this.plan, fields)) return;
    const order = orderIn(this.plan, fields);
    const key = order.kind === 'wrong' ? '' : groupKey(this.plan, fields, order.value);
    if (key === '') return;
    this.items.add(key, fields);
    const pieces = this.piecesIn(fields);
    if (pieces !== null && amount !== null) this.lines[isNear(amount, pieces) ? 'pieces' : 'others'] += 1;
    const customer = (columns.text(fields, 'customer') || columns.text(fields, 'email')).toLowerCase();
    const isItem =
      this.plan.layout.rows !== 'orders' && (columns.text(fields, 'product') !== '' || columns.text(fields, 'quantity') !== '');
    const status = isItem ? '' : STATES.map((field) => plainStatus(columns.text(fields, field))).join('');
    const facts = { amount, customer, status, day: dayIn(columns, fields) };
    const seen = this.orders.get(key);
    if (seen === undefined)
      this.orders.set(key, {
        ...facts,
        rows: 1,
        stated: amount === null ? 0 : 1,
        pieces: pieces ?? 0,
        ...NOTHING_SEEN,
        hasPositive: amount !== null && amount > 0,
      });
    else this.compare(key, seen, { ...facts, pieces });
  }

  private compare(
    key: string,
    seen: SeenOrder,
    row: Pick<SeenOrder, 'amount' | 'customer' | 'status' | 'day'> & { pieces: number | null },
  ): void {
    seen.rows += 1;
    seen.pieces += row.pieces ?? 0;
    if (row.amount !== null) seen.stated += 1;
    if (row.amount !== null && row.amount > 0) seen.hasPositive = true;
    if (row.customer !== '' && seen.customer !== '' && row.customer !== seen.customer) this.shared.add(key);
    // A negative amount is a refund or a discount, and an empty one continues the order.
    if (row.amount !== null && row.amount < 0) seen.hasNegative = true;
    else if (row.day !== '' && seen.day !== '' && row.day !== seen.day) seen.hasDays = true;
    const hasOtherStatus = row.status !== '' && seen.status !== '' && row.status !== seen.status;
    const hasOtherAmount = row.amount !== null && seen.amount !== null && row.amount !== seen.amount;
    if (hasOtherStatus && !hasOtherAmount) seen.restates = true;
    else if (row.amount === null || row.amount < 0 || (seen.amount ?? 0) < 0) return;
    else if (seen.amount === null) seen.amount = row.amount;
    else if (row.amount === seen.amount) seen.repeats = true;
    else seen.differs = true;
  }

  evidence(): OrderEvidence {
    const several = [...this.orders].filter(([, { rows }]) => rows > 1);
    const [order, seen] = several.find(([, { differs }]) => differs) ?? several.find(([, one]) => one.repeats && !one.restates) ?? [];
    const rowsOfOrder = new Map(several.map(([key, { rows }]) => [key, rows]));
    return {
      rowsOfOrder,
      items: this.items.of(rowsOfOrder),
      restated: new Set(
        several.flatMap(([key, { restates, differs, hasNegative }]) => (restates && !differs && !hasNegative ? [key] : [])),
      ),
      rows: this.meaningOf(several.map(([, one]) => one)),
      example: order === undefined || seen === undefined ? null : { order, rows: seen.rows, amount: seen.amount },
      shared: this.shared.size,
      sharedExample: [...this.shared][0] ?? null,
      spread: several.filter(isSpread).length,
      spreadExample: several.find(isSpread)?.[0] ?? null,
      hasAmounts: this.hasAmounts,
      numbers: this.plan.columns.has('order') ? seriesEvidenceOf(this.numbers()) : NO_SERIES,
    };
  }

  private numbers(): ReadonlyMap<string, SeenOrder> {
    if (this.plan.layout.hasHashedNumbers !== true) return this.orders;
    return new Map([...this.orders].map(([number, seen]) => [number.replace(/^#/, ''), seen]));
  }

  private meaningOf(several: readonly SeenOrder[]): OrderEvidence['rows'] {
    const { amounts, layout, columns, hasBaskets } = this.plan;
    if (hasBaskets) return several.length > 0 ? 'items' : 'orders';
    if (layout.rows === 'items' || (amounts === 'price' && columns.has('quantity'))) return 'items';
    const differing = several.filter(({ differs }) => differs).length;
    const onlyOne = several.filter(({ stated, pieces }) => stated === 1 && pieces > 0);
    if (layout.rows === 'unknown' && onlyOne.some(({ pieces, amount }) => !isNear(pieces, amount ?? 0))) return 'items';
    if (layout.rows === 'orders') return differing === 0 ? 'orders' : 'unknown';
    const name = plainName(columns.header[columns.placesOf('amount')[0] ?? -1] ?? '');
    if (differing > 0) {
      if (ORDER_TOTALS.has(name)) return 'unknown';
      const isFew = several.length >= MANY && differing < several.length * FEW;
      return isFew && !columns.has('product') && !columns.has('quantity') ? 'unknown' : 'items';
    }
    // Rows that leave the amount empty continue an order: its first row has the total.
    if (!several.some(({ repeats, restates }) => repeats && !restates) || ORDER_TOTALS.has(name) || isTotalOfPieces(several))
      return 'orders';
    const areLines = LINE_TOTALS.has(name) || (this.lines.pieces > 0 && this.lines.others === 0);
    return areLines ? 'items' : 'unknown';
  }

  private piecesIn(fields: readonly string[]): number | null {
    const { columns, decimals, amounts } = this.plan;
    if (amounts !== 'amount' || !columns.has('price') || !columns.has('quantity')) return null;
    const price = parseAmount(columns.text(fields, 'price'), decimals);
    const quantity = parseAmount(columns.text(fields, 'quantity'), decimals);
    if (price.kind === 'wrong' || quantity.kind === 'wrong' || price.value === null || quantity.value === null) return null;
    return price.value * quantity.value;
  }
}

/** Returns whether each row of an order states what all of its pieces cost. */
function isTotalOfPieces(several: readonly SeenOrder[]): boolean {
  const priced = several.filter(({ pieces }) => pieces > 0);
  return priced.length > 0 && priced.every(({ pieces, amount }) => isNear(pieces, amount ?? 0));
}

const isSpread = ([, { hasDays, restates }]: [string, SeenOrder]): boolean => hasDays && !restates;

const dayIn = (columns: ReadingPlan['columns'], fields: readonly string[]): string => columns.text(fields, 'date').split(/[T ]/)[0] ?? '';

const isNear = (one: number, other: number): boolean => Math.abs(one - other) < 0.015;
