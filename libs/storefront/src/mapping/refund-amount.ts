import { currencyIn, type Fields, listIn, moneyIn, objectIn, rounded } from './fields.js';

/** Money of a shop. */
export interface Refunded {
  readonly amount: number;
  /** ISO 4217; undefined when the refund names none. */
  readonly currency: string | undefined;
}

/**
 * Returns the refunded amount in the currency of the shop: the sum of the transactions or, where these are in the customer's currency,
 * the sum of the refunded lines and adjustments.
 * @param shopCurrency the currency of the shop where it is known; a refund by itself may not name it.
 * @returns null when the refund names no amount in that currency. Zero when nothing was paid back, for example when an item was removed
 * from an unpaid order.
 */
export function refundAmount(refund: Fields, shopCurrency?: string): Refunded | null {
  const transactions = listIn(refund['transactions']);
  const detail = detailOf(refund);
  const currency = shopCurrency ?? detail?.currency;
  if (transactions === null) return detail ?? inCurrency(amountIn(refund), currency);
  const moved = transactions.filter(isMoneyBack);
  const amounts = moved.map((each) => amountOf(each, currency));
  if (amounts.includes(null)) return detail;
  const [first = {}] = moved;
  return {
    amount: sum(amounts),
    currency: currency ?? currencyIn(shopMoney(first, 'amount'), 'currency_code') ?? currencyIn(first, 'currency'),
  };
}

const isMoneyBack = ({ kind, status }: Fields): boolean =>
  (kind === undefined || kind === 'refund') && (status === undefined || status === 'success');

/** Returns the amount of a transaction in the currency of the shop; null when it is known in the customer's currency only. */
function amountOf(transaction: Fields, currency: string | undefined): number | null {
  const inShop = moneyIn(shopMoney(transaction, 'amount'), 'amount');
  if (inShop !== null) return inShop;
  const own = currencyIn(transaction, 'currency');
  return own !== undefined && currency !== undefined && own !== currency ? null : (moneyIn(transaction, 'amount') ?? 0);
}

/** Reads the single amount that some platforms send; WooCommerce sends it negative. */
function amountIn(refund: Fields): number | null {
  const amount = moneyIn(refund, 'amount') ?? moneyIn(refund, 'total');
  return amount === null ? null : Math.abs(amount);
}

const inCurrency = (amount: number | null, currency: string | undefined): Refunded | null =>
  amount === null ? null : { amount, currency };

/** Adds up the lines and the adjustments of a refund. @returns null when it has neither. */
function detailOf(refund: Fields): Refunded | null {
  const lines = listIn(refund['refund_line_items']) ?? [];
  const adjustments = listIn(refund['order_adjustments']) ?? [];
  const [first] = lines;
  const [adjustment] = adjustments;
  if (first === undefined && adjustment === undefined) return null;
  const amount = sum([
    ...lines.flatMap((line) => [inShopMoney(line, 'subtotal'), inShopMoney(line, 'total_tax')]),
    // Negative: shipping or a part of the price was paid back. Positive: the shop kept part of the lines.
    ...adjustments.flatMap((each) => [negated(inShopMoney(each, 'amount')), negated(inShopMoney(each, 'tax_amount'))]),
  ]);
  const money = first === undefined ? shopMoney(adjustment ?? {}, 'amount') : shopMoney(first, 'subtotal');
  return { amount: Math.max(0, amount), currency: currencyIn(money, 'currency_code') };
}

const shopMoney = (fields: Fields, name: string): Fields => objectIn(objectIn(fields[`${name}_set`])['shop_money']);
const inShopMoney = (fields: Fields, name: string): number | null => moneyIn(shopMoney(fields, name), 'amount') ?? moneyIn(fields, name);
const negated = (amount: number | null): number | null => (amount === null ? null : -amount);
const sum = (amounts: readonly (number | null)[]): number => rounded(amounts.reduce<number>((total, each) => total + (each ?? 0), 0));
