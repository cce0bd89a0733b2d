import { currencyIn, type Fields, listIn, moneyIn, objectIn, rounded } from './fields.js';

/**
 * Returns the refunded amount in the currency of the shop: the sum of the transactions or, where these are in the customer's currency,
 * the sum of the refunded lines.
 * @returns null when the refund names no amount. Zero when nothing was paid back, for example when an item was removed from an unpaid order.
 */
export function refundAmount(refund: Fields): number | null {
  const transactions = listIn(refund['transactions']);
  const lines = linesOf(refund);
  if (transactions === null) return lines?.amount ?? amountIn(refund);
  const moved = transactions.filter(isMoneyBack);
  const foreign = moved.some(
    (each) => lines?.currency !== undefined && (currencyIn(each, 'currency') ?? lines.currency) !== lines.currency,
  );
  return foreign ? (lines?.amount ?? null) : sum(moved.map((each) => moneyIn(each, 'amount')));
}

const isMoneyBack = ({ kind, status }: Fields): boolean =>
  (kind === undefined || kind === 'refund') && (status === undefined || status === 'success');

/** Reads the single amount that some platforms send; WooCommerce sends it negative. */
function amountIn(refund: Fields): number | null {
  const amount = moneyIn(refund, 'amount') ?? moneyIn(refund, 'total');
  return amount === null ? null : Math.abs(amount);
}

interface Lines {
  readonly amount: number;
  /** The currency of the shop; undefined when unknown. */
  readonly currency: string | undefined;
}

function linesOf(refund: Fields): Lines | null {
  const lines = listIn(refund['refund_line_items']);
  if (lines === null || lines.length === 0) return null;
  const adjustments = listIn(refund['order_adjustments']) ?? [];
  const amount = sum([
    ...lines.flatMap((line) => [inShopMoney(line, 'subtotal'), inShopMoney(line, 'total_tax')]),
    // Negative: shipping was paid back. Positive: the shop kept part of the lines.
    ...adjustments.flatMap((each) => [negated(inShopMoney(each, 'amount')), negated(inShopMoney(each, 'tax_amount'))]),
  ]);
  const [first = {}] = lines;
  return { amount: Math.max(0, amount), currency: currencyIn(shopMoney(first, 'subtotal'), 'currency_code') };
}

const shopMoney = (fields: Fields, name: string): Fields => objectIn(objectIn(fields[`${name}_set`])['shop_money']);
const inShopMoney = (fields: Fields, name: string): number | null => moneyIn(shopMoney(fields, name), 'amount') ?? moneyIn(fields, name);
const negated = (amount: number | null): number | null => (amount === null ? null : -amount);
const sum = (amounts: readonly (number | null)[]): number => rounded(amounts.reduce<number>((total, each) => total + (each ?? 0), 0));
