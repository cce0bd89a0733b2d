import { type NumberParts, partsOf } from './number-series.js';
import { returnMeaning } from './return-words.js';

/** The meaning of a series of order numbers. */
export const SERIES_MEANINGS = ['orders', 'returns'] as const;
export type SeriesMeaning = (typeof SERIES_MEANINGS)[number];

/** The rows of one order number in a file. */
export interface NumberFacts {
  readonly customer: string;
  /** The first amount. */
  readonly amount: number | null;
  readonly rows: number;
  readonly hasPositive: boolean;
}

/** A series of order numbers that may be those of returns. */
export interface NumberSeries {
  /** `RET` of RET-1001, `-R` of 1001-R1. */
  readonly name: string;
  /** The count of its numbers, and one of them. */
  readonly numbers: number;
  readonly example: string;
  /** The order that the example has the digits and the customer of; null: none. */
  readonly original: string | null;
  /** `unknown`: only the owner knows. */
  readonly meaning: SeriesMeaning | 'unknown';
  /** Some of its amounts are above zero, so that the meaning makes a difference. */
  readonly hasPositive: boolean;
}

/** The order numbers of returns, for the reader of rows. */
export interface ReturnNumbers {
  readonly series: ReadonlySet<string>;
  /** The order of each return, where the file has it too. */
  readonly originals: ReadonlyMap<string, string>;
}

export const NO_RETURNS: ReturnNumbers = { series: new Set(), originals: new Map() };

/** The evidence that the order numbers of a file give together. */
export interface SeriesEvidence {
  readonly series: readonly NumberSeries[];
  readonly originals: ReadonlyMap<string, string>;
}

export const NO_SERIES: SeriesEvidence = { series: [], originals: new Map() };

/** More numbers of a series than this part of all are usual ones. */
const MINORITY = 0.5;
/** Ids without an order begin with any letter. */
const COUNTING_PART = 0.8;
/** Half of the returns of a file may belong to orders before it. */
const MATCHED_PART = 0.5;
/** Numbers of returns among plain numbers, as in C536391. */
const CANCELLED = { name: 'C', number: /^C\d{4,}$/i };
const CENT = 0.015;

type Numbers = ReadonlyMap<string, NumberFacts>;

/** An order number with what the file says of it. */
interface Seen extends NumberFacts, NumberParts {
  readonly number: string;
}

/** Finds the series that may be returns. @param numbers all order numbers of a file */
export function seriesEvidenceOf(numbers: Numbers): SeriesEvidence {
  const members = new Map<string, Seen[]>();
  let [counting, digits] = [0, 0];
  for (const [number, facts] of numbers) {
    const parts = partsOf(number);
    if (parts === null) continue;
    counting += 1;
    if (parts.series.length === 0) digits += 1;
    for (const name of parts.series) {
      const others = members.get(name) ?? [];
      others.push({ ...facts, ...parts, number });
      members.set(name, others);
    }
  }
  if (counting < numbers.size * COUNTING_PART) return NO_SERIES;
  // Unknown letters behind a number may name a part of a delivery, as B does in 1001-B.
  const candidates = [...members].filter(
    ([name, own]) => returnMeaning(name) !== null || (!name.startsWith('-') && own.length <= numbers.size * MINORITY),
  );
  const originals = originalsOf(candidates, numbers);
  return { series: candidates.map(([name, own]) => seriesFrom(name, own, { all: numbers.size, originals, digits })), originals };
}

/** Finds the orders that have the digits and the customer of a number of a series, and at least its amount. */
function originalsOf(candidates: readonly [string, Seen[]][], numbers: Numbers): Map<string, string> {
  const wanted = new Map<string, Map<string, Seen>>();
  for (const [, own] of candidates)
    for (const seen of own) wanted.set(seen.core, (wanted.get(seen.core) ?? new Map<string, Seen>()).set(seen.number, seen));
  const originals = new Map<string, string>();
  if (wanted.size === 0) return originals;
  for (const [number, facts] of numbers) {
    const parts = partsOf(number);
    if (parts === null) continue;
    for (const seen of wanted.get(parts.core)?.values() ?? [])
      if (isReturnOf(seen, { ...facts, ...parts, number })) originals.set(seen.number, number);
  }
  return originals;
}

function isReturnOf(own: Seen, order: Seen): boolean {
  if (own.number === order.number || own.customer === '' || own.customer !== order.customer) return false;
  // The order has not the letters of the return, and may have others: SO-1001 of RET-1001.
  if (own.series.every((name) => order.series.includes(name))) return false;
  if (order.series.some((name) => returnMeaning(name) === 'word')) return false;
  const isOneRow = own.rows === 1 && order.rows === 1 && own.amount !== null && order.amount !== null;
  return !isOneRow || Math.abs(own.amount) <= order.amount + CENT;
}

interface File {
  /** The count of its order numbers, and of those without letters. */
  readonly all: number;
  readonly digits: number;
  readonly originals: ReadonlyMap<string, string>;
}

function seriesFrom(name: string, own: readonly Seen[], file: File): NumberSeries {
  const matched = own.filter(({ number }) => file.originals.has(number));
  const example = (matched[0] ?? own[0])?.number ?? '';
  return {
    name,
    numbers: own.length,
    example,
    original: file.originals.get(example) ?? null,
    meaning: meaningOf(name, own, matched.length, file),
    hasPositive: own.some(({ hasPositive }) => hasPositive),
  };
}

function meaningOf(name: string, own: readonly Seen[], matched: number, { all, digits }: File): NumberSeries['meaning'] {
  const isMinor = own.length <= all * MINORITY;
  const isMatched = matched > 0 && matched >= own.length * MATCHED_PART;
  const said = returnMeaning(name);
  if (said === 'word') return isMinor ? 'returns' : 'unknown';
  if (!isMinor) return 'orders';
  const isCancelled = name === CANCELLED.name && digits > own.length && own.every(({ number }) => CANCELLED.number.test(number));
  if (isCancelled) return 'returns';
  if (said === 'code') return isMatched ? 'returns' : 'unknown';
  return isMatched ? 'unknown' : 'orders';
}
