import { currencyOfAmount, parseAmount, parseCurrency } from '../csv/parse-amount.js';
import { currencyOfName, plainName } from '../csv/columns.js';
import { parseInstant } from '../csv/parse-instant.js';
import { type Parsed, value, wrong } from '../csv/parsed.js';
import {
  customerIdentity,
  type Identity,
  mailIdentity,
  nameIdentity,
  phoneIdentity,
  type ReadIdentity,
  SHORTENED_ADVICE,
} from '../identities/identity.js';
import { isNoIdentity } from '../identities/no-identity.js';
import { isShortened, withoutZeroDecimals } from '../identities/whole-numbers.js';
import { partsOf } from '../numbers/number-series.js';
import type { LineKind } from '../statuses/mark-names.js';
import { isRefundRow, lineKindIn } from './order-state.js';
import type { ReadingPlan } from './plan.js';
import { consentWord, isNo, isYes } from './words.js';

type Fields = readonly string[];

/** Reads the number of the order; '' when the row has none. */
export function orderIn({ columns, orderNumbers, layout }: ReadingPlan, fields: Fields): Parsed<string> {
  let fault: string | null = null;
  for (const text of columns.texts(fields, 'order')) {
    const number = withoutZeroDecimals(text, orderNumbers);
    if (isNoIdentity(number)) continue;
    if (!isShortened(number, orderNumbers)) return value(layout.hasHashedNumbers === true ? number.replace(/^#/, '') : number);
    fault ??= `"${number}" is not an order number: ${SHORTENED_ADVICE}`;
  }
  return fault === null ? value('') : wrong(fault);
}

/** Reads the number by which people know the order, where the file has an id beside it; null: there is none. */
export function orderNumberIn({ columns }: ReadingPlan, fields: Fields, orderId: string): string | null {
  const name = columns.text(fields, 'group');
  return name === '' || name === orderId ? null : name;
}

/** Finds who ordered: by number, e-mail address, phone number, or name, in this order. A name in the column of the number comes last. */
export function customerIn({ columns, customerNumbers }: ReadingPlan, fields: Fields): ReadIdentity {
  let fault: string | null = null;
  let name: Identity | null = null;
  const usable = (found: ReadIdentity): Identity | null => {
    if (found.kind === 'none') fault ??= found.reason;
    else if (found.kind === 'name') name ??= found;
    else return found;
    return null;
  };
  for (const [field, read] of READERS) {
    for (const { text, column } of columns.cells(fields, field)) {
      const number = field === 'customer' ? withoutZeroDecimals(text, customerNumbers) : text;
      const found = usable(read(number, customerNumbers, namesNumbers(column)));
      if (found !== null) return found;
    }
  }
  return name ?? { kind: 'none', reason: fault ?? 'the customer is empty' };
}

/** Finds all that a row says of who the customer is, names apart. @returns `reason`: why there is nothing */
export function identitiesIn(
  { columns, customerNumbers, layout }: ReadingPlan,
  fields: Fields,
): { readonly found: readonly Identity[]; readonly name: Identity | null; readonly reason: string } {
  const read = (layout.isKnownByMail === true ? MAIL_FIRST : READERS).flatMap(([field, identity]) =>
    columns
      .cells(fields, field)
      .map(({ text, column }) =>
        identity(field === 'customer' ? withoutZeroDecimals(text, customerNumbers) : text, customerNumbers, namesNumbers(column)),
      ),
  );
  const found = read.flatMap((one) => (one.kind === 'none' || one.kind === 'name' ? [] : [one]));
  const name = read.find((one): one is Identity => one.kind === 'name') ?? null;
  return { found, name, reason: read.flatMap((one) => (one.kind === 'none' ? [one.reason] : []))[0] ?? 'the customer is empty' };
}

/** Names of columns that hold identifiers: `customer_id`, `Kunden-Nr`, `ID cliente`. `customer` alone may hold names. */
const NUMBERS = /(?:id|number|no|nr|nummer|code|key|ref|reference)$|^(?:id|num|núm|nr|cod)/;

const namesNumbers = (column: string): boolean => NUMBERS.test(plainName(column));

const READERS = [
  ['customer', customerIdentity],
  ['email', mailIdentity],
  ['phone', phoneIdentity],
  ['name', nameIdentity],
] as const;
const MAIL_FIRST = [READERS[1], READERS[2], READERS[0], READERS[3]] as const;

const CLOCK = /\d:\d\d/;
const TIME_ONLY = /^\d{1,2}:\d\d/;

/** Reads when the order was placed. A column of times completes a date without one. */
export function dateIn({ columns, slashes }: ReadingPlan, fields: Fields, timeZone: string): Parsed<Date> {
  const date = columns.text(fields, 'date');
  const time = date === '' || CLOCK.test(date) ? '' : columns.text(fields, 'time');
  return parseInstant(TIME_ONLY.test(time) ? `${date} ${time}` : date, { timeZone, slashes });
}

const round = (amount: number): number => Math.round(amount * 10_000) / 10_000;

/** Reads what a row is worth; null: it does not say. */
export function amountIn(plan: ReadingPlan, fields: Fields): Parsed<number | null> {
  const read = writtenAmount(plan, fields);
  return read.kind === 'value' && read.value !== null && read.value > 0 && isRefundRow(plan, fields) ? value(-read.value) : read;
}

function writtenAmount(plan: ReadingPlan, fields: Fields): Parsed<number | null> {
  const { columns, decimals, amounts } = plan;
  const own = parseAmount(amounts === null ? '' : columns.text(fields, amounts), decimals);
  const row = own.kind === 'value' && own.value === null && amounts === 'amount' ? piecesIn(plan, fields) : own;
  if (row.kind === 'wrong' || row.value === null) return row;
  if (plan.layout.isPlain !== true && plan.rows === 'orders' && amounts === 'amount') return row;
  const count = amounts === 'price' ? parseAmount(columns.text(fields, 'quantity'), decimals) : value(null);
  if (count.kind === 'wrong') return wrong(`the quantity: ${count.reason}`);
  const more = sumOf(plan, fields, 'added');
  const gross = row.value * (count.value ?? 1);
  const less = plan.layout.isPlain === true ? discountIn(plan, fields, gross) : sumOf(plan, fields, 'discount');
  if (more.kind === 'wrong') return more;
  if (less.kind === 'wrong') return less;
  return value(round(gross + more.value - less.value));
}

/** Reads price × quantity in a row that leaves the amount empty. */
function piecesIn({ columns, decimals, rows }: ReadingPlan, fields: Fields): Parsed<number | null> {
  if (rows === 'orders' || !columns.has('price') || !columns.has('quantity')) return value(null);
  const price = parseAmount(columns.text(fields, 'price'), decimals);
  const count = parseAmount(columns.text(fields, 'quantity'), decimals);
  if (price.kind === 'wrong') return price;
  if (count.kind === 'wrong') return wrong(`the quantity: ${count.reason}`);
  return value(price.value === null || count.value === null ? null : price.value * count.value);
}

/** Reads what a discount takes off a row of a plain table. A discount of the whole order is taken off by `OrderGroup`. */
function discountIn({ columns, decimals, discounts, rows }: ReadingPlan, fields: Fields, gross: number): Parsed<number> {
  const isOfOrder = discounts === 'order' && rows === 'items';
  if (discounts === null || discounts === 'included' || isOfOrder || gross < 0) return value(0);
  const read = discountCell(columns.text(fields, 'discount'), decimals);
  if (read.kind === 'wrong') return read;
  if (discounts === 'share') return value(gross * read.value);
  return value(discounts === 'percent' ? (gross * read.value) / 100 : read.value);
}

/** Reads the number in a cell of discounts, without its sign; 0 when it is empty. */
export function discountCell(text: string, decimals: ReadingPlan['decimals']): Parsed<number> {
  const read = parseAmount(isNo(text) ? '' : text.replace('%', ''), decimals);
  return read.kind === 'wrong' ? wrong(`the discount: ${read.reason}`) : value(Math.abs(read.value ?? 0));
}

/** Adds up all columns of a field, without their signs. */
function sumOf({ columns, decimals }: ReadingPlan, fields: Fields, field: 'added' | 'discount'): Parsed<number> {
  let sum = 0;
  for (const text of columns.texts(fields, field)) {
    const part = parseAmount(text, decimals);
    if (part.kind === 'wrong') return part;
    sum += field === 'added' ? (part.value ?? 0) : Math.abs(part.value ?? 0);
  }
  return value(sum);
}

/** Reads the currency: its code in a column, next to the amount or in the name of its column, or the tenant's. */
export function currencyIn({ columns, amounts }: ReadingPlan, fields: Fields, fallback: string | null): Parsed<string | null> {
  const found = parseCurrency(columns.text(fields, 'currency'));
  if (found.kind === 'wrong' || found.value !== null) return found;
  if (amounts === null) return value(fallback);
  const named = currencyOfName(columns.nameAt(columns.placesOf(amounts)[0] ?? -1));
  return value(currencyOfAmount(columns.text(fields, amounts), named ?? fallback) ?? named ?? fallback);
}

/** Reads whether the customer accepts marketing; null where the cell says neither. */
export const consentIn = ({ columns }: Pick<ReadingPlan, 'columns'>, fields: Fields): boolean | null =>
  consentWord(columns.text(fields, 'consent'));

const SAYS_AMOUNT = /amount|total|betrag/i;

/** Reads what was refunded of an order: an amount, or a word that says whether all of it was; null: nothing, or it is not said. */
export function refundIn({ columns, decimals, layout }: ReadingPlan, fields: Fields): Parsed<number | 'all' | null> {
  const place = columns.placeOf(fields, 'refunded');
  const text = columns.text(fields, 'refunded');
  const word = text.toLowerCase();
  if (isYes(word)) return value('all');
  // Many databases export a yes as 1.
  if (text === '1' && layout.isPlain === true && !SAYS_AMOUNT.test(columns.header[place ?? -1] ?? ''))
    return wrong('the refund: "1" can be read in two ways; write it as 1.00 or as yes');
  const amount = parseAmount(isNo(word) ? '' : text, decimals);
  return amount.kind === 'wrong' ? wrong(`the refund: ${amount.reason}`) : value(amount.value === null ? null : Math.abs(amount.value));
}

const TOTALS =
  /^(?:(?:grand |sub ?|overall )?totals?|sum|summary|(?:gesamt|zwischen|end)?summe|gesamt|insgesamt|total g[eé]n[eé]ral|totale|totaal|totalt|razem|suma|итого|всего|toplam|合計|总计|合计|합계|\d*\s*record\(s\) downloaded|seller id\s*:.*)\s*:?$/i;

/** Returns whether a cell names a row that adds up others. */
export const isTotalsWord = (text: string): boolean => TOTALS.test(text.trim());

/** Event types of other shops' logs that are purchases, and those that are visits. */
const PURCHASES = new Set(['purchase', 'purchased', 'buy', 'bought', 'sale', 'order', 'ordered', 'transaction']);
const VISITS = new Set([
  'view',
  'pageview',
  'productview',
  'click',
  'cart',
  'addtocart',
  'removefromcart',
  'wishlist',
  'addtowishlist',
  'search',
]);

/** Returns the event type that a row of a plain log names; '' when it is a purchase or names none. */
export function eventTypeIn({ columns, layout }: ReadingPlan, fields: Fields): string {
  const type = layout.isPlain === true ? columns.text(fields, 'event_type') : '';
  return PURCHASES.has(type.toLowerCase()) ? '' : type;
}

/** Returns whether a row is about a visit of the shop and not about an order. */
export const isVisit = (plan: ReadingPlan, fields: Fields): boolean => VISITS.has(plainName(eventTypeIn(plan, fields)));

/** Returns whether a row without a date adds up others, as reports do at their end. */
export const isTotalsRow = ({ columns }: ReadingPlan, fields: Fields): boolean =>
  (columns.text(fields, 'date') === '' || TOTALS.test(columns.text(fields, 'date'))) && fields.some((field) => TOTALS.test(field.trim()));

/** Returns whether a row of an order's items is the sum of the others. */
export const isSummaryItem = (plan: ReadingPlan, fields: Fields): boolean =>
  SUMS.has(lineKindIn(plan, fields)) || isSummary(plan.columns.text(fields, 'product'));

const SUMS: ReadonlySet<LineKind | null> = new Set(['head', 'sum']);
const isSummary = (product: string): boolean => TOTALS.test(product) || SUMMARY.test(product);
const SUMMARY = /^(?:order|invoice|bestell|rechnungs)[\s-]*(?:total|sum|summe|summary)\s*:?$/i;
const DISCOUNT =
  /^(?:order |cart )?(?:discount|rabatt|remise|descuento|desconto|sconto|korting|rabat|скидка)s?(?: code| coupon)?(?:$|[\s:(-])/i;

/** Returns whether a row of an order's items takes something off, also when its amount is written without a minus. */
export const isDiscountItem = (plan: ReadingPlan, fields: Fields): boolean =>
  lineKindIn(plan, fields) === 'discount' || DISCOUNT.test(plan.columns.text(fields, 'product'));

/** Returns whether an order number is that of a return, as in logs that write C536391 for returns and 536391 for orders. */
export const isReturnNumber = ({ returns: { series } }: Pick<ReadingPlan, 'returns'>, orderId: string): boolean =>
  series.size > 0 && (partsOf(orderId)?.series.some((name) => series.has(name)) ?? false);

/** Returns what the rows of one order have in common; '' when a row has no order number and is of no basket. */
export const groupKey = (plan: ReadingPlan, fields: readonly string[], orderId: string): string =>
  plan.columns.text(fields, 'group') || orderId || basketIn(plan, fields);

/** Returns what the rows of one basket have in common in a table of sold items without order numbers: the customer and the time. */
function basketIn({ columns, hasBaskets }: ReadingPlan, fields: Fields): string {
  if (!hasBaskets) return '';
  const customer = (['customer', 'email', 'phone', 'name'] as const)
    .map((field) => columns.text(fields, field))
    .find((text) => text !== '');
  const at = `${columns.text(fields, 'date')} ${columns.text(fields, 'time')}`.trim();
  return customer === undefined || at === '' ? '' : `${customer.toLowerCase()}, ${at}`;
}
