/** Reduces a column name to lower-case letters and digits: "Customer: ID", "customer_id" and "customerId" become `customerid`. */
export const plainName = (name: string): string =>
  name
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '');

const CURRENCIES = new Set(
  (
    'EUR USD GBP CHF CAD AUD NZD JPY CNY INR SEK NOK DKK PLN CZK HUF RON BGN TRY BRL MXN ZAR SGD HKD THB IDR MYR PHP VND KRW TWD ILS AED SAR ' +
    'EGP NGN KES PKR BDT LKR UAH RUB CLP COP PEN ARS'
  ).split(' '),
);
const LAST_WORD = /[\s_([,-]+([A-Za-z]{3})[)\]]?\s*$/;

/** Returns the currency that the name of a column ends with, such as "Total (EUR)" and "amount_usd"; null: none. */
export function currencyOfName(name: string): string | null {
  const code = LAST_WORD.exec(name)?.[1]?.toUpperCase();
  return code !== undefined && CURRENCIES.has(code) ? code : null;
}

const WITH_TAX = /[\s_,]+(?:in|ex)c?l?(?:uding|\.)?[\s_]*(?:of[\s_]+)?(?:tax|taxes|vat|gst|mwst|ust|btw|tva|iva)\.?$/i;

/** Returns "Total" for "Total (EUR)", "Total USD" and "Total (inc. tax)". */
const withoutUnit = (name: string): string =>
  (currencyOfName(name) === null ? name : name.replace(LAST_WORD, '')).replace(WITH_TAX, '').replaceAll(/\([^()]*\)|\[[^[\]]*\]/g, ' ');

/** Finds columns by name, ignoring case and punctuation. */
export class Columns {
  private readonly positions = new Map<string, number>();

  constructor(readonly header: readonly string[]) {
    for (const [index, name] of header.entries()) {
      const plain = plainName(name);
      if (!this.positions.has(plain)) this.positions.set(plain, index);
    }
    for (const [index, name] of header.entries()) {
      const short = plainName(withoutUnit(name));
      if (short !== '' && !this.positions.has(short)) this.positions.set(short, index);
    }
  }

  /** True when one of the names is a column. */
  has(names: readonly string[]): boolean {
    return names.some((name) => this.positions.has(name));
  }

  /** Returns the places of the columns with these names, in the order of the names. */
  placesOf(names: readonly string[]): number[] {
    return names.flatMap((name) => this.positions.get(name) ?? []);
  }

  /** Returns the trimmed text of the first of these columns that is not empty in this row, else ''. */
  text(fields: readonly string[], names: readonly string[]): string {
    const place = this.placesOf(names).find((one) => (fields[one] ?? '').trim() !== '');
    return place === undefined ? '' : (fields[place] ?? '').trim();
  }

  /** Returns why the row does not fit this header, or `null`. Empty fields at the end are fine. */
  misfitOf(fields: readonly string[]): string | null {
    const surplus = fields.slice(this.header.length).some((field) => field.trim() !== '');
    return surplus ? `the row has ${fields.length} fields, the header ${this.header.length}; is a separator or quote missing?` : null;
  }
}

/** Splits lines of names of columns. */
export const wordsOf = (...lines: readonly string[]): readonly string[] => lines.join(' ').split(' ');
