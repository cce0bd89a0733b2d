import { plainName } from '../csv/columns.js';
import { parseAmount } from '../csv/parse-amount.js';
import { SUBTOTALS } from '../layouts/plain-log.js';
import type { DiscountMeaning, ReadingPlan } from '../rows/plan.js';

/** The meaning of the discounts of a plain table; `unknown`: only the owner knows, `null`: the table has no discounts. */
export interface DiscountEvidence {
  readonly meaning: DiscountMeaning | 'unknown' | null;
  /** All of them are at most 1: of percents these are shares. */
  readonly areShares: boolean;
  readonly example: string;
}

const PERCENTS = /percent|pct|prozent|rate|pourcent|porcent|quote/;
const MONEY = /amount|betrag|value|montant|importe|importo|bedrag|total/;
const WITH_CENTS = /\d[.,]\d{2}(?!\d)/;
const isNear = (one: number, other: number): boolean => Math.abs(one - other) < 0.015;

/** Looks at the column of discounts of a table of items or subtotals. */
export class DiscountCounter {
  private readonly seen = { discounts: 0, cents: 0, fractions: 0, signs: 0, most: 0, example: '' };
  /** Rows in which the amount is a price times a quantity, with and without the discount taken off. */
  private readonly lines = { net: 0, gross: 0 };
  private readonly orders = new Map<string, { readonly first: number; rows: number; differs: boolean }>();

  constructor(private readonly plan: ReadingPlan) {}

  /** @param key what the rows of an order have in common; '' for none */
  add(fields: readonly string[], key: string): void {
    const { columns, decimals, layout } = this.plan;
    if (layout.isPlain !== true || !columns.has('discount')) return;
    const text = columns.text(fields, 'discount');
    const read = parseAmount(text.replace('%', ''), decimals);
    const discount = Math.abs(read.kind === 'value' ? (read.value ?? 0) : 0);
    this.addToOrder(key, discount);
    if (discount === 0) return;
    this.seen.discounts += 1;
    this.seen.example ||= text;
    if (WITH_CENTS.test(text)) this.seen.cents += 1;
    if (discount < 1) this.seen.fractions += 1;
    if (text.includes('%')) this.seen.signs += 1;
    this.seen.most = Math.max(this.seen.most, discount);
    this.addLine(fields, discount);
  }

  private addToOrder(key: string, discount: number): void {
    if (key === '') return;
    const order = this.orders.get(key);
    if (order === undefined) this.orders.set(key, { first: discount, rows: 1, differs: false });
    else {
      order.rows += 1;
      order.differs ||= order.first !== discount;
    }
  }

  private addLine(fields: readonly string[], discount: number): void {
    const { columns, decimals, amounts } = this.plan;
    if (amounts !== 'amount') return;
    const [amount, price, quantity] = (['amount', 'price', 'quantity'] as const).map((field) => {
      const read = parseAmount(columns.text(fields, field), decimals);
      return read.kind === 'value' ? read.value : null;
    }) as [number | null, number | null, number | null];
    if (amount === null || price === null || quantity === null) return;
    const gross = price * quantity;
    if (isNear(amount, gross)) this.lines.gross += 1;
    else if ([gross - discount, gross * (1 - discount), gross * (1 - discount / 100)].some((net) => isNear(net, amount)))
      this.lines.net += 1;
  }

  evidence(): DiscountEvidence {
    const { discounts, most, example } = this.seen;
    return { meaning: discounts === 0 ? null : this.meaning(), areShares: most <= 1, example };
  }

  private meaning(): DiscountMeaning | 'unknown' {
    const { columns, amounts } = this.plan;
    const amount = plainName(columns.nameAt(columns.placesOf('amount')[0] ?? -1));
    const isBefore = amounts === 'price' || SUBTOTALS.has(amount) || (this.lines.gross > 0 && this.lines.net === 0);
    return isBefore ? this.unit() : 'included';
  }

  private unit(): DiscountMeaning | 'unknown' {
    const { discounts, cents, fractions, signs, most } = this.seen;
    const name = plainName(this.plan.columns.nameAt(this.plan.columns.placesOf('discount')[0] ?? -1));
    const isShare = most <= 1 && fractions > 0;
    if (PERCENTS.test(name) || signs > 0) return isShare ? 'share' : 'percent';
    const isMoney = MONEY.test(name) || most > 100 || (most > 1 && cents === discounts);
    if (!isMoney) return isShare ? 'share' : 'unknown';
    // A discount that all rows of each order repeat may be that of the order.
    const several = [...this.orders.values()].filter(({ rows, first, differs }) => rows > 1 && (first !== 0 || differs));
    return several.length > 0 && several.every(({ differs }) => !differs) ? 'unknown' : 'money';
  }
}
