/** `4.42109E+12`, `9,23E+11`: a spreadsheet shows a long number so, and drops its digits when it saves CSV. */
const SHORTENED = /^[+-]?\d(?:[.,]\d+)?E\+?\d{1,3}$/i;
const DIGITS = /^\d+$/;
const WITH_ZERO_DECIMALS = /^(\d+)\.0+$/;
/** Spreadsheets keep 15 digits of a number and write zeros in the place of the others. */
const KEPT_DIGITS = 15;

/** Evidence about the numbers of one column. */
export interface NumberEvidence {
  /** All of them are whole, and some are written with a zero behind a point ("17850.0"): a table program has read them as decimals. */
  readonly hasZeroDecimals: boolean;
  /** All numbers with more than 15 digits end in zeros behind the fifteenth. */
  readonly hasRoundedEnds: boolean;
}

export const NO_EVIDENCE: NumberEvidence = { hasZeroDecimals: false, hasRoundedEnds: false };

/** Collects evidence about the identifiers of one column. */
export class NumberCounter {
  private decimals = 0;
  private others = 0;
  private readonly rounded = new Set<string>();
  private exact = 0;

  add(text: string): void {
    if (WITH_ZERO_DECIMALS.test(text)) this.decimals += 1;
    else if (!DIGITS.test(text)) this.others += 1;
    if (!DIGITS.test(text) || text.length <= KEPT_DIGITS) return;
    if (!hasZeroEnd(text)) this.exact += 1;
    else if (this.rounded.size < 2) this.rounded.add(text);
  }

  get evidence(): NumberEvidence {
    const isSure = this.rounded.size > 1 || [...this.rounded].some((text) => text.length > KEPT_DIGITS + 1 && text.endsWith('000'));
    return { hasZeroDecimals: this.decimals > 0 && this.others === 0, hasRoundedEnds: this.exact === 0 && isSure };
  }
}

const hasZeroEnd = (text: string): boolean => /^0+$/.test(text.slice(KEPT_DIGITS));

/** Returns whether a spreadsheet has shortened a number, so that many numbers have become this one. */
export const isShortened = (text: string, { hasRoundedEnds }: NumberEvidence): boolean =>
  SHORTENED.test(text) || (hasRoundedEnds && DIGITS.test(text) && text.length > KEPT_DIGITS && hasZeroEnd(text));

/** Returns "17850" for "17850.0" where the whole column is so. */
export const withoutZeroDecimals = (text: string, { hasZeroDecimals }: NumberEvidence): string =>
  hasZeroDecimals ? (WITH_ZERO_DECIMALS.exec(text)?.[1] ?? text) : text;
