import { type Parsed, value, wrong } from './parsed.js';

/** The sign before the decimals of an amount. */
export type DecimalSign = 'point' | 'comma';

const LONGEST_AMOUNT = 40;
/** The service refuses a larger value of an event, but ignores a larger refund without a word. */
const LARGEST_AMOUNT = 1e12;
const EXPONENT = /^[+-]?\d+(?:\.\d+)?e[+-]?\d+$/i;
const NAME_OF_CURRENCY = String.raw`(?:\p{L}{0,4}\.?\p{Sc}|\p{L}{1,4}\.?)?`;
const AMOUNT = new RegExp(String.raw`^'?([+-]?)\s*${NAME_OF_CURRENCY}\s*([+-]?)\s*([\d.,\s'’]*\d[.,]?)\s*${NAME_OF_CURRENCY}\s*(-?)$`, 'u');

/**
 * Reads an amount of money, `null` when the field is empty. It ignores currencies and grouping. Of a point and a comma the last one is the
 * decimal sign. A negative amount has a minus before or behind it, or stands in brackets.
 *
 * @param decimals the decimal sign of the file, for amounts such as "1.234" and "1,234", which can be read in two ways. `null`: a point.
 */
export function parseAmount(text: string, decimals: DecimalSign | null = null): Parsed<number | null> {
  const trimmed = text.trim();
  if (trimmed === '') return value(null);
  if (trimmed.length > LONGEST_AMOUNT) return wrong(`"${trimmed.slice(0, LONGEST_AMOUNT)}…" is not an amount`);
  const amount = EXPONENT.test(trimmed) ? Number(trimmed) : numberOf(trimmed, decimals);
  if (Number.isNaN(amount)) return wrong(`"${trimmed}" is not an amount`);
  return Math.abs(amount) <= LARGEST_AMOUNT
    ? value(amount)
    : wrong(`"${trimmed}" is more than ${LARGEST_AMOUNT.toLocaleString('en')}, the largest amount`);
}

/** @returns NaN for a text that is not an amount */
function numberOf(text: string, decimals: DecimalSign | null): number {
  const { signs, digits } = partsOf(text);
  const plain = withDecimalPoint(digits, decimals);
  // In a ledger, "10.00 CR" may be more or less than nothing.
  if (/\d\s*[CD]R\.?$/i.test(text)) return NaN;
  if (signs.length > 1 || !/^(?:\d+\.?\d*|\.\d+)$/.test(plain)) return NaN;
  return Number(plain) * (signs[0] === '-' ? -1 : 1);
}

/** Returns the signs of an amount, and its digits with their points and commas. */
function partsOf(text: string): { readonly signs: readonly string[]; readonly digits: string } {
  // "12,-" are 12 without cents.
  const written = text.replaceAll(/[\u2010-\u2015\u2212]/g, '-').replace(/(?<=\d)[.,]-+(?=[^\d-]*$)/, '');
  const bracketed = /^([^\d()]*)\(([^()]*)\)([^\d()]*)$/.exec(written);
  const match = AMOUNT.exec(bracketed === null ? written : `${bracketed[1]}${bracketed[2]}${bracketed[3]}`);
  const signs = [match?.[1], match?.[2], match?.[4], bracketed === null ? '' : '-'].filter((sign) => sign !== undefined);
  return { signs: signs.filter((sign) => sign !== ''), digits: (match?.[3] ?? '').replaceAll(/(?<=\d)[\s'’](?=\d)/g, '') };
}

/** One separator and three digits: thousands, or three decimals. */
const TWO_WAYS = /^[1-9]\d{0,2}[.,]\d{3}$/;

/** Tells which sign a file has before its decimals; `unknown` when its amounts can be read in both ways, null when no amount can. */
export type DecimalEvidence = DecimalSign | 'unknown' | null;

/** Looks for an amount that can be read in one way only. Amounts that contradict each other leave the sign unknown. */
export function decimalEvidenceOf(amounts: Iterable<string>): DecimalEvidence {
  let isAsked = false;
  const found = new Set<DecimalSign>();
  for (const amount of amounts) {
    const digits = partsOf(amount.trim().slice(0, LONGEST_AMOUNT)).digits.replace(/[.,]$/, '');
    if (TWO_WAYS.test(digits)) isAsked = true;
    else if (/\.\d+$/.test(withDecimalPoint(digits, null)))
      found.add(digits.lastIndexOf(',') > digits.lastIndexOf('.') ? 'comma' : 'point');
    // "1.234.567" has no decimals, but shows that the point separates groups.
    else if (/[.,]/.test(digits)) found.add(digits.includes('.') ? 'comma' : 'point');
  }
  if (found.size === 1) return [...found][0] as DecimalSign;
  return isAsked ? 'unknown' : null;
}

/** Groups of thousands, or of hundreds before the last three digits as in India. */
const GROUPS = /^(?:[1-9]\d{0,2}(?:[.,]\d{3})+|[1-9]\d?(?:,\d{2})+,\d{3})$/;

function withDecimalPoint(text: string, decimals: DecimalSign | null): string {
  if (TWO_WAYS.test(text)) return text.includes(decimals === 'comma' ? ',' : '.') ? text.replace(',', '.') : text.replaceAll(/[.,]/g, '');
  const [comma, point] = [text.lastIndexOf(','), text.lastIndexOf('.')];
  if (comma === -1) return text.indexOf('.') !== point && GROUPS.test(text) ? text.replaceAll('.', '') : text;
  if (point > comma) return text.replaceAll(',', '');
  if (point !== -1) return text.replaceAll('.', '').replace(',', '.');
  return GROUPS.test(text) ? text.replaceAll(',', '') : text.replace(',', '.');
}

/** Currencies by what people write next to an amount. The first currency of a sign that several ones have is the most usual. */
const SIGNS: ReadonlyMap<string, readonly string[]> = new Map(
  [
    '€ EUR|£ GBP|₹ INR|₺ TRY|₽ RUB|₩ KRW|₪ ILS|₴ UAH|₫ VND|฿ THB|₱ PHP|$ USD CAD AUD NZD SGD HKD TWD MXN ARS CLP COP BRL|¥ JPY CNY',
    'us$ USD|r$ BRL|ca$ CAD|c$ CAD|au$ AUD|a$ AUD|nz$ NZD|s$ SGD|hk$ HKD|nt$ TWD|mx$ MXN|zł PLN|zl PLN|kč CZK|ft HUF|lei RON|лв BGN',
    'руб RUB|грн UAH|fr CHF|sfr CHF|tl TRY|rp IDR|rs INR PKR LKR|kr SEK NOK DKK ISK',
  ]
    .join('|')
    .split('|')
    .map((line) => line.split(' '))
    .map(([sign = '', ...codes]) => [sign, codes]),
);
const CURRENCY_SIGN = /\p{L}{0,4}\.?\p{Sc}|\p{L}+/u;

/**
 * Returns the currency that stands next to an amount, such as "12.00 USD", "€ 12" or "12 zł"; null where it names none.
 * @param usual the currency of amounts that name none. A sign of several currencies stands for this one if it can, else for the most usual of them
 */
export function currencyOfAmount(text: string, usual: string | null = null): string | null {
  const code = /(?:^|[^\p{L}])([A-Z]{3})(?:$|[^\p{L}])/u.exec(text)?.[1];
  if (code !== undefined) return code;
  const sign = (CURRENCY_SIGN.exec(text)?.[0] ?? '').toLowerCase().replace('.', '');
  const codes = SIGNS.get(sign) ?? SIGNS.get(sign.slice(-1)) ?? [];
  const isUnsure = codes.length > 1 && (usual === null || codes.includes(usual));
  return isUnsure ? usual : (codes[0] ?? null);
}

/** Reads a currency code (ISO 4217: three letters), `null` when the field is empty. */
export function parseCurrency(text: string): Parsed<string | null> {
  const code = text.trim().toUpperCase();
  if (code === '') return value(null);
  return /^[A-Z]{3}$/.test(code) ? value(code) : wrong(`"${text.trim()}" is not a currency code such as EUR`);
}
