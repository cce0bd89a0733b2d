/** An order number in its parts. */
export interface NumberParts {
  /** Its letters: `RET` of RET-1001 and of 2026-RET-1001, `-R` where they stand behind the number, as in 1001-R1. */
  readonly series: readonly string[];
  /** The digits that numbers of several series may share: `1001` of 1001, SO-1001, RET-SO-1001 and 1001-R1. */
  readonly core: string;
}

const WORD = /^(\p{L}*)(\d*)(\p{L}*)(\d*)$/u;
const BETWEEN = /[^\p{L}\p{N}]+/u;
const LONGEST = 60;
/** A counter of the returns of one order has at most this number of digits. */
const SHORT_COUNTER = 2;

/** Splits an order number; null: it does not count up, as random ids such as r4k29f do not. */
export function partsOf(number: string): NumberParts | null {
  if (number.length > LONGEST) return null;
  const runs: string[] = [];
  for (const word of number.split(BETWEEN)) {
    const found = WORD.exec(word);
    if (found === null) return null;
    runs.push(...found.slice(1).filter((run) => run !== ''));
  }
  const series: string[] = [];
  let core = '';
  for (const [place, run] of runs.entries()) {
    const rest = runs
      .slice(place + 1)
      .filter(isDigits)
      .join('');
    if (isDigits(run)) core += run;
    else if (core !== '' && rest.length <= SHORT_COUNTER) return { series: [...series, `-${seriesName(run)}`], core };
    else series.push(seriesName(run));
  }
  return core === '' ? null : { series, core };
}

const isDigits = (run: string): boolean => /^\d/.test(run);

/** Writes the name of a series as all of its numbers do. */
export const seriesName = (name: string): string => name.normalize('NFKC').toUpperCase();
