import type { Reason } from '#libs/scoring';
import type { CustomerAnswer } from './answer-task.js';

/** Numbers of a customer, counted from the order days themselves. */
interface Counted {
  readonly silence: number;
  readonly orderDays: number;
  readonly ownGap: number;
  readonly firstGap: number;
  readonly lastGap: number;
  readonly longestGap: number;
  readonly span: number;
  readonly spend: number;
}

/** Patterns of the numbers in sentences that must equal the order log. "every day" stands for 1. */
const PATTERNS: readonly (readonly [RegExp, keyof Counted])[] = [
  [/No order for (\d+) day/, 'silence'],
  [/(?:Ordered|First orders?|One order,|on one day only,|last order was) (\d+) days? ago/, 'silence'],
  [/[Uu]sually orders every (?:(\d+) )?day/, 'ownGap'],
  [/one gap so far was (\d+) day/, 'ownGap'],
  [/two gaps so far were (\d+) and/, 'firstGap'],
  [/two gaps so far were \d+ and (\d+) day/, 'lastGap'],
  [/^(?:Orders|Used to order) every (?:(\d+) )?day/, 'ownGap'],
  [/^Came back after (\d+) day/, 'ownGap'],
  [/last two orders were (\d+) day/, 'lastGap'],
  [/once stayed away for (\d+)/, 'longestGap'],
  [/^Has ordered on (\d+) day/, 'orderDays'],
  [/^Has not come back/, 'orderDays'],
  [/^First and last order are (\d+) days? apart/, 'span'],
  [/^(?:Spends|Spent|The one order was worth) ([\d.]+)/, 'spend'],
];

/** The part of the answer about a customer that sentences describe. */
export type ReadAnswer = Pick<CustomerAnswer, 'features' | 'next'> & { readonly scored: Pick<CustomerAnswer['scored'], 'lateSinceDay'> };

/**
 * Finds what a sentence gets wrong about a customer: a number that differs from the order log, a comparison that the numbers do not
 * bear, a silence that lowers the score although it is longer than 1.5 own gaps, or words against the lifecycle or the next order.
 *
 * @param today UTC day number of the score
 */
export function sentenceFaults(reason: Reason, { features, next, scored }: ReadAnswer, today: number): string[] {
  const { factor } = reason;
  if (factor === 'regular') return [];
  const text = withoutSeparators(reason.text);
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
  if (lowersOverdue(reason, features, today)) faults.push(`an overdue silence lowers: ${text}`);
  if (scored.lateSinceDay !== null && /not due|hardly|not late|likely come after|is due in/.test(text))
    faults.push(`the customer is late: ${text}`);
  if (next !== null && next.fromMs < today * DAY_MS && /not due yet/.test(text)) faults.push(`the next order is due: ${text}`);
  return faults;
}

const DAY_MS = 86_400_000;
const OVERDUE_GAPS = 1.5;

/** Says whether a customer who came back is silent for more than 1.5 own gaps, by their median or their mean. */
export function isOverdueSilence(features: CustomerAnswer['features'], today: number): boolean {
  if (features.x === 0) return false;
  const { silence, ownGap, span } = countedFrom(features, today);
  return silence > OVERDUE_GAPS * Math.min(ownGap, span / features.x);
}

/** Says whether a reason paints an overdue silence as lowering the score. */
export const lowersOverdue = ({ factor, effect }: Reason, features: CustomerAnswer['features'], today: number): boolean =>
  factor === 'silence' && effect < 0 && isOverdueSilence(features, today);

function countedFrom({ days: { day, value } }: CustomerAnswer['features'], today: number): Counted {
  const gaps = Array.from(day.subarray(1), (each, i) => each - day[i]!);
  const sorted = gaps.toSorted((one, other) => one - other);
  const middle = (sorted[Math.floor((gaps.length - 1) / 2)]! + sorted[Math.ceil((gaps.length - 1) / 2)]!) / 2;
  const known = Array.from(value).filter((each) => each > 0);
  return {
    silence: today - day.at(-1)!,
    orderDays: day.length,
    ownGap: Math.round(middle),
    firstGap: gaps[0] ?? Number.NaN,
    lastGap: gaps.at(-1) ?? Number.NaN,
    longestGap: sorted.at(-1) ?? Number.NaN,
    span: day.at(-1)! - day[0]!,
    spend: known.reduce((sum, each) => sum + each, 0) / known.length,
  };
}

/** "1,583" is read as 1583. */
const withoutSeparators = (text: string): string => text.replaceAll(/(?<=\d),(?=\d{3})/g, '');

/** Checks what a sentence says of its own numbers. */
function comparisonHolds(text: string): boolean {
  const numbers = Array.from(text.matchAll(/\d+(?:\.\d+)?/g), ([number]) => Number(number));
  const [first = Number.NaN] = numbers;
  const last = numbers.at(-1) ?? Number.NaN;
  if (/would have ordered within|^One order, .*four in five|on one day only, .*four in five/.test(text)) return first > last;
  if (/more often than|sooner than|less than is usual|below the usual/.test(text)) return text.includes('every day,') || first < last;
  if (/less often than|later than|more than is usual|above the usual/.test(text)) return first > last;
  if (/ ago.*(?:not due|not late) yet/.test(text)) return first <= Math.max(...numbers.slice(1), 1);
  if (/ ago.*hardly late yet/.test(text)) return first >= Math.max(...numbers.slice(1), 1);
  return true;
}
