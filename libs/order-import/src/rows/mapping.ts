import { CHOSEN_ENCODINGS, type ChosenEncoding } from '../csv/text-encodings.js';
import type { DecimalSign } from '../csv/parse-amount.js';
import type { SlashOrder } from '../csv/parse-instant.js';
import { FIELDS, type Field } from '../layouts/fields.js';
import { LAYOUT_NAMES, type LayoutName } from '../layouts/layouts.js';
import { seriesName } from '../numbers/number-series.js';
import { SERIES_MEANINGS, type SeriesMeaning } from '../numbers/return-numbers.js';
import { plainStatus, STATUS_KINDS, type StatusKind } from '../statuses/order-status.js';
import { TIME_UNIT_NAMES, type TimeUnit } from './observation.js';

/**
 * The owner's answers about one kind of file. The command and the dashboard save them as JSON (`mappingText`, `parseMapping`), so that the next
 * file with the same header needs no answers (`headerKey`).
 */
export interface FileMapping {
  readonly layout?: LayoutName;
  /** The column of a field: its name in the header, or `#3` for the third one. `null`: the file has none. */
  readonly columns?: Readonly<Partial<Record<Field, string | null>>>;
  /** The meaning of several rows with one order number: the order repeated, or its items, which add up. */
  readonly rows?: 'orders' | 'items';
  /** The meaning of statuses, by `plainStatus`. */
  readonly statuses?: Readonly<Record<string, StatusKind>>;
  /** The meaning of series of order numbers, by the letters in them: `RET` of RET-1001, `-R` of 1001-R1. */
  readonly numbers?: Readonly<Record<string, SeriesMeaning>>;
  /** The meaning of discounts that can be read in several ways. */
  readonly discount?: 'money' | 'order' | 'percent' | 'included';
  /** The treatment of the orders of a customer that has an implausible share of them. */
  readonly largest_customer?: 'keep' | 'leave_out';
  /** The order of day and month in dates that can be read in two ways. */
  readonly dates?: SlashOrder;
  /** The decimal sign of amounts that can be read in two ways. */
  readonly decimals?: DecimalSign;
  /** The unit of recency and age in RFM summaries. */
  readonly unit?: TimeUnit;
  /** The encoding of a file whose bytes are not Unicode. */
  readonly encoding?: ChosenEncoding;
}

export const NO_MAPPING: FileMapping = {};

/** A mapping that cannot be read. The message names the field, its value and what is allowed. */
export class MappingFault extends Error {}

const VERSION = 1;
const CHOICES = {
  layout: LAYOUT_NAMES,
  rows: ['orders', 'items'],
  discount: ['money', 'order', 'percent', 'included'],
  largest_customer: ['keep', 'leave_out'],
  dates: ['day_first', 'month_first'],
  decimals: ['point', 'comma'],
  unit: TIME_UNIT_NAMES,
  encoding: CHOSEN_ENCODINGS,
} as const satisfies Record<string, readonly string[]>;
const KEYS = ['mapping_version', 'columns', 'statuses', 'numbers', ...Object.keys(CHOICES)];

/** Writes a mapping as the text of a file. */
export const mappingText = (mapping: FileMapping): string => `${JSON.stringify({ mapping_version: VERSION, ...mapping }, null, 2)}\n`;

/** Reads the text of a mapping file. @throws MappingFault */
export function parseMapping(text: string): FileMapping {
  const saved = entriesOf(jsonOf(text), 'the mapping');
  const unknown = Object.keys(saved).find((key) => !KEYS.includes(key));
  if (unknown !== undefined) throw new MappingFault(`"${unknown}" is not part of a mapping; known are ${KEYS.join(', ')}`);
  if (saved['mapping_version'] !== VERSION) throw new MappingFault(`mapping_version must be ${VERSION}`);
  const chosen = Object.entries(CHOICES).flatMap(([key, allowed]) =>
    saved[key] === undefined ? [] : [[key, oneOf(allowed, saved[key], key)] as const],
  );
  return {
    ...Object.fromEntries(chosen),
    ...(saved['columns'] === undefined ? {} : { columns: columnsOf(entriesOf(saved['columns'], 'columns')) }),
    ...(saved['statuses'] === undefined ? {} : { statuses: statusesOf(entriesOf(saved['statuses'], 'statuses')) }),
    ...(saved['numbers'] === undefined ? {} : { numbers: numbersOf(entriesOf(saved['numbers'], 'numbers')) }),
  };
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new MappingFault('the mapping is not JSON');
  }
}

function entriesOf(json: unknown, name: string): Record<string, unknown> {
  if (typeof json !== 'object' || json === null || Array.isArray(json)) throw new MappingFault(`${name} must be an object`);
  return json as Record<string, unknown>;
}

function oneOf<T extends string>(allowed: readonly T[], said: unknown, name: string): T {
  const found = allowed.find((value) => value === said);
  if (found === undefined) throw new MappingFault(`${name}: ${JSON.stringify(said)} is not known; write one of ${allowed.join(', ')}`);
  return found;
}

function columnsOf(saved: Record<string, unknown>): Partial<Record<Field, string | null>> {
  const columns: Partial<Record<Field, string | null>> = {};
  for (const [name, column] of Object.entries(saved)) {
    const field = oneOf(FIELDS, name, 'columns');
    if (column !== null && typeof column !== 'string')
      throw new MappingFault(`columns.${name} must be the name of a column, or null for none`);
    columns[field] = column;
  }
  return columns;
}

const statusesOf = (saved: Record<string, unknown>): Record<string, StatusKind> =>
  Object.fromEntries(Object.entries(saved).map(([status, kind]) => [plainStatus(status), oneOf(STATUS_KINDS, kind, `statuses.${status}`)]));

const numbersOf = (saved: Record<string, unknown>): Record<string, SeriesMeaning> =>
  Object.fromEntries(Object.entries(saved).map(([name, said]) => [seriesName(name), oneOf(SERIES_MEANINGS, said, `numbers.${name}`)]));

/** Returns a mapping with further answers. */
export const withAnswers = (mapping: FileMapping, answers: FileMapping): FileMapping => ({
  ...mapping,
  ...answers,
  ...(mapping.columns || answers.columns ? { columns: { ...mapping.columns, ...answers.columns } } : {}),
  ...(mapping.statuses || answers.statuses ? { statuses: { ...mapping.statuses, ...answers.statuses } } : {}),
  ...(mapping.numbers || answers.numbers ? { numbers: { ...mapping.numbers, ...answers.numbers } } : {}),
});
