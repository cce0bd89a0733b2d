import { currencyIn, type Fields, listIn, moneyIn, objectIn, rounded } from './fields.js';

/**
 * What a refund gave back, in the currency of the shop: what its transactions moved, or where they were made in the customer's currency,
 * what was refunded for its lines.
 * @returns null when the refund tells no amount. Zero when nothing was paid back, as for an item removed from an unpaid order.
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

/** Of platforms that tell one number; negative with WooCommerce. */
function amountIn(refund: Fields): number | null {
  const amount = moneyIn(refund, 'amount') ?? moneyIn(refund, 'total');
  return amount === null ? null : Math.abs(amount);
}

interface Lines {
  readonly amount: number;
  /** Of the shop; undefined when not told. */
  readonly currency: string | undefined;
}

function linesOf(refund: Fields): Lines | null {
  const lines = listIn(refund['refund_line_items']);
  if (lines === null || lines.length === 0) return null;
  const adjustments = listIn(refund['order_adjustments']) ?? [];
  const amount = sum([
    ...lines.flatMap((line) => [inShopMoney(line, 'subtotal'), inShopMoney(line, 'total_tax')]),
    // Negative: shipping given back. Positive: part of the lines kept.
    ...adjustments.flatMap((each) => [negated(inShopMoney(each, 'amount')), negated(inShopMoney(each, 'tax_amount'))]),
  ]);
  const [first = {}] = lines;
  return { amount: Math.max(0, amount), currency: currencyIn(shopMoney(first, 'subtotal'), 'currency_code') };
}

const shopMoney = (fields: Fields, name: string): Fields => objectIn(objectIn(fields[`${name}_set`])['shop_money']);
const inShopMoney = (fields: Fields, name: string): number | null => moneyIn(shopMoney(fields, name), 'amount') ?? moneyIn(fields, name);
const negated = (amount: number | null): number | null => (amount === null ? null : -amount);
const sum = (amounts: readonly (number | null)[]): number => rounded(amounts.reduce<number>((total, each) => total + (each ?? 0), 0));
