import type { Features, Reason } from '#libs/scoring';

/** Numbers of a customer, counted from the order days themselves. */
interface Counted {
  readonly silence: number;
  readonly orderDays: number;
  readonly ownGap: number;
  readonly lastGap: number;
  readonly span: number;
  readonly spend: number;
}

/** Patterns of the numbers in sentences that must equal the order log. "every day" stands for 1. */
const PATTERNS: readonly (readonly [RegExp, keyof Counted])[] = [
  [/No order for (\d+) day/, 'silence'],
  [/(?:Ordered|First orders?|One order,|on one day only,|last order was) (\d+) days? ago/, 'silence'],
  [/[Uu]sually orders every (?:(\d+) )?day/, 'ownGap'],
  [/one gap so far was (\d+) day/, 'ownGap'],
  [/^Orders every (?:(\d+) )?day/, 'ownGap'],
  [/^Came back after (\d+) day/, 'ownGap'],
  [/last two orders were (\d+) day/, 'lastGap'],
  [/^Has ordered on (\d+) day/, 'orderDays'],
  [/^The orders so far span (\d+) day/, 'span'],
  [/^Spends ([\d.]+) /, 'spend'],
];

/**
 * Finds what a sentence gets wrong about a customer: a number that differs from the order log, a comparison that the numbers do not
 * bear, or a silence that lowers the score although it is longer than 1.5 own gaps.
 *
 * @param today UTC day number of the score
 */
export function sentenceFaults(reason: Reason, features: Features, today: number): string[] {
  const { factor, effect, text } = reason;
  if (factor === 'regular') return [];
  const counted = countedFrom(features, today);
  const faults: string[] = [];
  let found = /^(?:Ordered|First orders?|One order,|Ordered on one day only,) (?:today|yesterday)/.test(text) ? 1 : 0;
  for (const [pattern, name] of PATTERNS) {
    const match = pattern.exec(text);
    if (match === null) continue;
    found += 1;
    const tolerance = name === 'spend' && counted.spend >= 100 ? 0.51 : 0.006;
    if (Math.abs(Number(match[1] ?? 1) - counted[name]) > tolerance) faults.push(`${name} is ${counted[name]}: ${text}`);
  }
  if (found === 0) faults.push(`no number of the customer: ${text}`);
  if (!comparisonHolds(text)) faults.push(`the comparison does not hold: ${text}`);
  if (factor === 'silence' && effect < 0 && features.x > 0 && counted.silence > 1.5 * Math.min(counted.ownGap, counted.span / features.x)) {
    faults.push(`an overdue silence lowers: ${text}`);
  }
  return faults;
}

function countedFrom({ days: { day, value } }: Features, today: number): Counted {
  const gaps = Array.from(day.subarray(1), (each, i) => each - day[i]!);
  const sorted = gaps.toSorted((one, other) => one - other);
  const middle = (sorted[Math.floor((gaps.length - 1) / 2)]! + sorted[Math.ceil((gaps.length - 1) / 2)]!) / 2;
  const known = Array.from(value).filter((each) => each > 0);
  return {
    silence: today - day.at(-1)!,
    orderDays: day.length,
    ownGap: Math.round(middle),
    lastGap: gaps.at(-1) ?? Number.NaN,
    span: day.at(-1)! - day[0]!,
    spend: known.reduce((sum, each) => sum + each, 0) / known.length,
  };
}

/** Checks what a sentence says of its own numbers. */
function comparisonHolds(text: string): boolean {
  const numbers = Array.from(text.matchAll(/\d+(?:\.\d+)?/g), ([number]) => Number(number));
  const [first = Number.NaN] = numbers;
  const last = numbers.at(-1) ?? Number.NaN;
  if (/would have ordered within|^One order, .*four in five|on one day only, .*four in five/.test(text)) return first > last;
  if (/more often than|sooner than|below the usual/.test(text)) return text.includes('every day,') || first < last;
  if (/less often than|later than|above the usual/.test(text)) return first > last;
  if (/not due yet/.test(text)) return numbers.length < 2 || first <= last;
  return true;
}
