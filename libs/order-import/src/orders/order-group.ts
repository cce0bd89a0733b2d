import type { CsvRow } from '../csv/csv-rows.js';
import { type Parsed, value, wrong } from '../csv/parsed.js';
import type { OutgoingEvent } from '../outgoing-event.js';
import type { StatusKind } from '../statuses/order-status.js';
import { itemTextsIn, type ItemTexts } from '../rows/item-texts.js';
import { stateIn } from '../rows/order-state.js';
import type { ReadingPlan } from '../rows/plan.js';
import { amountIn, discountCell, isDiscountItem, isSummaryItem, refundIn } from '../rows/row-facts.js';

/** The result of all rows of an order. */
export interface GroupTotals {
  readonly total: number | null;
  readonly refunded: number | 'all' | null;
  readonly status: StatusKind;
}

const COUNTED: readonly StatusKind[] = ['bought', 'refunded'];
const round = (amount: number): number => Math.round(amount * 10_000) / 10_000;
const add = (sum: number | null, amount: number): number => round((sum ?? 0) + amount);

/** The rows of one order that have come so far. Each is an item, a discount, a fee, or the sum of the others. */
export class OrderGroup {
  /** The first row, with what it lacks from later ones: many exports name customer and date only once. */
  readonly merged: string[] = [];
  /** The rows that were bought. */
  readonly items: ItemTexts[] = [];
  /** Refunds of another day. */
  readonly refunds: OutgoingEvent[] = [];
  isBroken = false;
  private sum: number | null = null;
  private notCounted: number | null = null;
  private refunded: number | null = null;
  private isAllRefunded = true;
  private readonly kinds = new Set<StatusKind>();
  private readonly unnamed: number[] = [];
  private named = 0;
  /** The sum that a row of totals states. */
  private stated: number | null = null;
  /** The discount of the order, which each row repeats. */
  private discount = 0;

  constructor(private readonly plan: ReadingPlan) {}

  /** Adds a row. @returns why it is wrong, or null */
  add({ fields }: CsvRow): string | null {
    for (const [place, field] of fields.entries()) if ((this.merged[place] ?? '').trim() === '') this.merged[place] = field;
    if (isSummaryItem(this.plan, fields)) return this.addSum(fields);
    if (this.plan.discounts === 'order') this.addDiscount(fields);
    const amount = this.amountOf(fields);
    const refund = refundIn(this.plan, fields);
    if (amount.kind === 'wrong' || refund.kind === 'wrong') {
      this.isBroken = true;
      return amount.kind === 'wrong' ? amount.reason : refund.kind === 'wrong' ? refund.reason : null;
    }
    this.count(fields, amount.value, refund.value);
    return null;
  }

  /** The sum of the others counts where no other row has an amount. */
  private addSum(fields: readonly string[]): null {
    const amount = amountIn(this.plan, fields);
    if (amount.kind === 'value') this.stated ??= amount.value;
    return null;
  }

  private addDiscount(fields: readonly string[]): void {
    const read = discountCell(this.plan.columns.text(fields, 'discount'), this.plan.decimals);
    if (read.kind === 'value') this.discount = Math.max(this.discount, read.value);
  }

  private amountOf(fields: readonly string[]): Parsed<number | null> {
    const amount = amountIn(this.plan, fields);
    if (amount.kind === 'wrong' || amount.value === null || amount.value < 0) return amount;
    return isDiscountItem(this.plan, fields) ? value(-amount.value) : amount;
  }

  private count(fields: readonly string[], amount: number | null, refund: number | 'all' | null): void {
    const state = stateIn(this.plan, fields);
    // A row without a status continues the order: its first row has one.
    const { columns } = this.plan;
    const isSilent = columns.has('status') && columns.text(fields, 'status') === '' && state.kind === 'bought';
    const kind = (isSilent || state.said === '') && this.kinds.size > 0 ? ([...this.kinds].at(-1) as StatusKind) : state.kind;
    this.kinds.add(kind);
    const part = refund === 'all' || (kind === 'refunded' && refund === null) ? (amount ?? 0) : (refund ?? 0);
    if (part > 0) this.refunded = add(this.refunded, part);
    if (part === 0 && amount !== null && amount > 0) this.isAllRefunded = false;
    const item = amount !== null && amount < 0 ? null : itemTextsIn(columns, fields);
    if (item !== null && COUNTED.includes(kind)) this.items.push(item);
    if (amount === null) return;
    if (COUNTED.includes(kind)) this.sum = add(this.sum, amount);
    else this.notCounted = add(this.notCounted, amount);
    if (this.plan.columns.text(fields, 'product') === '') this.unnamed.push(amount);
    else this.named = add(this.named, amount);
  }

  /** @returns wrong when one of the rows was */
  totals(key: string): Parsed<GroupTotals> {
    if (this.isBroken) return wrong(`another row of order ${key} is wrong, so its total is not known`);
    const isCounted = COUNTED.some((kind) => this.kinds.has(kind));
    const sum = (isCounted ? this.sum : this.notCounted) ?? this.stated;
    // The only row without a product, which is the sum of those with one: the total of the order.
    const [only, ...others] = this.unnamed;
    const hasSummary = only !== undefined && others.length === 0 && this.named > 0 && only === this.named;
    const total = sum === null ? null : round(sum - (hasSummary ? only : 0) - this.discount);
    const status = [...COUNTED, 'cancelled' as const, 'not_bought' as const].find((kind) => this.kinds.has(kind)) ?? 'bought';
    const isRefunded = this.refunded !== null && this.isAllRefunded;
    return value({ total, refunded: isRefunded ? 'all' : this.refunded, status });
  }
}
