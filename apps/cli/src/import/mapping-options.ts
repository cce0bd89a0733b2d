import { readFile, writeFile } from 'node:fs/promises';
import {
  CHOSEN_FIELDS,
  type ChosenEncoding,
  FIELDS,
  type Field,
  type FileMapping,
  type LayoutName,
  MappingFault,
  mappingText,
  NO_MAPPING,
  parseMapping,
  placeOfColumn,
  plainStatus,
  SERIES_MEANINGS,
  type SeriesMeaning,
  seriesName,
  STATUS_KINDS,
  type StatusKind,
  type TimeUnit,
  withAnswers,
} from '#libs/order-import';
import { StoppedError } from '#libs/terminal';

/** The options that answer what a file does not say. */
export interface MappingOptions {
  readonly format: LayoutName | 'auto';
  /** `amount=Sales`; `amount=none` says that the file has no such column. */
  readonly column?: readonly string[];
  readonly rows?: 'orders' | 'items';
  /** `Closed=cancelled`. */
  readonly status?: readonly string[];
  /** `RET=returns`. */
  readonly numbers?: readonly string[];
  readonly discount?: 'money' | 'order' | 'percent' | 'included';
  readonly largestCustomer?: 'keep' | 'leave-out';
  readonly dates?: 'day-first' | 'month-first';
  readonly decimals?: 'point' | 'comma';
  readonly encoding?: ChosenEncoding;
  readonly unit?: TimeUnit;
  /** A file with answers, as the dashboard and `--save-mapping` write it. */
  readonly mapping?: string;
  readonly saveMapping?: string;
}

const LARGEST = { keep: 'keep', 'leave-out': 'leave_out' } as const;
const SLASH_ORDERS = { 'day-first': 'day_first', 'month-first': 'month_first' } as const;
const NO_COLUMN = 'none';

/** Reads the mapping file and adds the answers of the options, which win. @throws StoppedError */
export async function mappingOf(options: MappingOptions): Promise<FileMapping> {
  const saved = options.mapping === undefined ? NO_MAPPING : await readMapping(options.mapping);
  const { format, rows, discount, largestCustomer, dates, decimals, encoding, unit } = options;
  return withAnswers(saved, {
    ...(format === 'auto' ? {} : { layout: format }),
    ...(options.column === undefined || options.column.length === 0 ? {} : { columns: Object.fromEntries(options.column.map(columnIn)) }),
    ...(rows === undefined ? {} : { rows }),
    ...(options.status === undefined || options.status.length === 0 ? {} : { statuses: Object.fromEntries(options.status.map(statusIn)) }),
    ...(options.numbers === undefined || options.numbers.length === 0
      ? {}
      : { numbers: Object.fromEntries(options.numbers.map(seriesIn)) }),
    ...(discount === undefined ? {} : { discount }),
    ...(largestCustomer === undefined ? {} : { largest_customer: LARGEST[largestCustomer] }),
    ...(dates === undefined ? {} : { dates: SLASH_ORDERS[dates] }),
    ...(decimals === undefined ? {} : { decimals }),
    ...(encoding === undefined ? {} : { encoding }),
    ...(unit === undefined ? {} : { unit }),
  });
}

export async function saveMapping(path: string, mapping: FileMapping): Promise<void> {
  await writeFile(path, mappingText(mapping));
}

async function readMapping(path: string): Promise<FileMapping> {
  try {
    return parseMapping(await readFile(path, 'utf8'));
  } catch (error) {
    throw new StoppedError(`--mapping ${path}: ${error instanceof MappingFault ? error.message : 'the file cannot be read'}.`);
  }
}

const EXAMPLES = { '--column': 'amount=Sales', '--status': 'Closed=cancelled', '--numbers': 'RET=returns' } as const;

/** Splits `name=value`, of a status at the last sign, because it may have one. */
function splitPair(option: keyof typeof EXAMPLES, text: string): readonly [name: string, said: string] {
  const at = option === '--status' ? text.lastIndexOf('=') : text.indexOf('=');
  if (at <= 0) throw new StoppedError(`${option} "${text}" has no "="; write it as ${option} ${EXAMPLES[option]}.`);
  return [text.slice(0, at).trim(), text.slice(at + 1).trim()];
}

function columnIn(text: string): readonly [Field, string | null] {
  const [name, column] = splitPair('--column', text);
  const field = FIELDS.find((one) => one === name);
  if (field === undefined) throw new StoppedError(`--column "${text}": "${name}" is not known; write one of ${CHOSEN_FIELDS.join(', ')}.`);
  return [field, column === NO_COLUMN ? null : column];
}

function statusIn(text: string): readonly [string, StatusKind] {
  const [status, said] = splitPair('--status', text);
  const kind = STATUS_KINDS.find((one) => one === said.replaceAll('-', '_'));
  if (kind === undefined) throw new StoppedError(`--status "${text}": "${said}" is not known; write one of ${STATUS_KINDS.join(', ')}.`);
  return [plainStatus(status), kind];
}

function seriesIn(text: string): readonly [string, SeriesMeaning] {
  const [name, said] = splitPair('--numbers', text);
  const meaning = SERIES_MEANINGS.find((one) => one === said);
  if (meaning === undefined)
    throw new StoppedError(`--numbers "${text}": "${said}" is not known; write one of ${SERIES_MEANINGS.join(', ')}.`);
  return [seriesName(name), meaning];
}

/** Returns the part of a mapping that fits a file of refunds, which has other columns than the orders. */
export function mappingOfRefunds({ columns = {}, dates, decimals, encoding }: FileMapping, header: readonly string[]): FileMapping {
  const present = Object.entries(columns).filter(([, name]) => typeof name === 'string' && placeOfColumn(header, name) !== null);
  return {
    columns: Object.fromEntries(present),
    ...(dates === undefined ? {} : { dates }),
    ...(decimals === undefined ? {} : { decimals }),
    ...(encoding === undefined ? {} : { encoding }),
  };
}
