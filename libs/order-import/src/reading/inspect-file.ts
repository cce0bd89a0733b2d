/**
 * The engine that reads order exports, for the command and the browser. Two passes:
 *
 *   const open = (encoding) => openCsv(file, encoding);                // gives header and rows, each time from the beginning
 *   const found = await inspectFile(open, { mapping, currency, timeZone });   // looks at all rows, sends nothing
 *   // Show found.title, found.columns, found.unread, found.summary and found.statuses. Ask found.questions (`questionText`),
 *   // put the answers into the mapping (`withAnswers`) and inspect again. When no question is open:
 *   for await (const { line, outcome } of readOrders(await open(), found.plan, context)) …
 *
 * A mapping holds all answers of the owner. Save it with `mappingText`, load it with `parseMapping`, and keep one for each `headerKey`.
 */
import { Columns } from '../csv/columns.js';
import type { CsvRow } from '../csv/csv-rows.js';
import { type FoundEncoding, type KnownEncoding, UTF_8 } from '../csv/detect-encoding.js';
import { NO_EVIDENCE } from '../identities/whole-numbers.js';
import { isCustomerSummary } from '../layouts/customer-summary.js';
import type { Field } from '../layouts/fields.js';
import type { Layout } from '../layouts/layout.js';
import { type LayoutName, layoutOf, recogniseLayout } from '../layouts/layouts.js';
import { UNIT_PRICES } from '../layouts/plain-log.js';
import { plainName } from '../csv/columns.js';
import { collectEvidence, type FileEvidence } from './evidence.js';
import { questionsOf } from './find-questions.js';
import { FileColumns, placeOfColumn } from '../rows/file-columns.js';
import { NO_RETURNS, type ReturnNumbers } from '../numbers/return-numbers.js';
import { observationOf, withColumns } from './find-observation.js';
import { leftOutColumns } from './left-out-columns.js';
import { type FileMapping, MappingFault, NO_MAPPING } from '../rows/mapping.js';
import { OrderReader } from '../orders/order-reader.js';
import type { AmountSource, FileRole, Observation, ReadingPlan } from '../rows/plan.js';
import type { Question } from './questions.js';
import type { ReadingContext, ReadRow } from '../rows/row-reader.js';
import { isImplausible, summarise } from './summarise.js';
import type { Understanding } from './understanding.js';

/** A file that was opened: its header, and its rows from the first one on. */
export interface OpenedFile {
  readonly header: readonly string[];
  readonly rows: AsyncIterable<CsvRow> | Iterable<CsvRow>;
  /** Returns the part of the file that was read, 0 to 1. */
  readonly partRead?: () => number;
  /** Default: UTF-8. */
  readonly encoding?: FoundEncoding;
}

/** Opens a file from its beginning. */
export type FileOpener = (encoding: KnownEncoding) => Promise<OpenedFile>;

export interface InspectionRequest {
  /** The owner's answers. Default: none. */
  readonly mapping?: FileMapping;
  readonly role?: FileRole;
  /** Currency of rows that name none. */
  readonly currency?: string | null;
  /** Time zone of times that name none. Default: UTC. */
  readonly timeZone?: string;
  /** The end of the time that a file of summaries is about: a day such as 2026-11-20. Each file has its own, so no mapping keeps it. */
  readonly until?: string;
  /** Default: now. */
  readonly now?: Date;
  /** Called every now and then with the part of the work that is done, 0 to 1. */
  readonly onProgress?: (part: number) => void;
}

/**
 * Looks at all rows of a file and says how it is read, what that gives, and what only the owner can answer.
 * @param open opens the file, up to three times
 * @throws MappingFault when the mapping names a column that the file does not have
 */
export async function inspectFile(open: FileOpener, request: InspectionRequest = {}): Promise<Understanding> {
  const { mapping = NO_MAPPING, role = 'orders', currency = null, timeZone = 'UTC' } = request;
  const file = await open(mapping.encoding ?? null);
  const { header, encoding = UTF_8 } = file;
  checkColumns(header, mapping);
  const recognised = isChosenList(header, mapping, role)
    ? 'customers'
    : role === 'refunds'
      ? recogniseLayout(header, 'generic')
      : recogniseLayout(header, mapping.layout);
  const layoutName = recognised ?? (role === 'refunds' ? 'generic' : (mapping.layout ?? 'generic'));
  const observed = observationOf(layoutOf(layoutName), request);
  const draft = draftPlan({ header, layoutName, mapping, role }, observed.observation);
  const hopeless = refusalOf(draft, mapping) ?? missingColumns(draft);
  const evidence = await collectEvidence(draft, hopeless === null ? reported(file, 0, request) : await firstRows(file.rows));
  const plan = completedPlan(draft, evidence, mapping);
  const about = {
    header,
    encoding,
    recognised,
    layout: layoutName,
    title: draft.layout.title,
    mapping,
    columns: plan.columns.uses().filter(({ field }) => field !== 'discount' || hasDiscounts(plan)),
  };
  const leftOut = leftOutColumns(plan, evidence.first, evidence.unread);
  const series = role === 'refunds' ? [] : evidence.orders.numbers.series.filter(({ hasPositive }) => hasPositive);
  const found = { series, unread: evidence.unread, leftOut, repeated: evidence.repeated, writing: evidence.writing, rows: plan.rows };
  const asked: Question[] = encoding.readings.length > 1 ? [{ kind: 'encoding', readings: encoding.readings }] : [];
  if (hopeless !== null) return { ...about, ...found, statuses: [], summary: null, questions: [...asked, hopeless], plan };
  if (draft.layout.sums !== undefined && observed.questions.length > 0) {
    const others = questionsOf(plan, evidence, mapping, NOTHING_FOUND);
    const questions = [...asked, ...observed.questions.map((question) => withColumns(question, plan, evidence)), ...others];
    return { ...about, ...found, statuses: [], summary: null, questions, plan };
  }
  const doubted = series.filter(({ meaning }) => meaning === 'unknown').map(({ name }) => name);
  const first = await summarise(plan, reported(await open(encoding), 1, request), { currency, timeZone, series: doubted });
  const isShared = isImplausible(first);
  const shared = isShared ? first.largest : null;
  const isLeftOut = shared !== null && mapping.largest_customer === 'leave_out';
  const finalPlan = isLeftOut ? { ...plan, leftOutCustomer: shared.key } : plan;
  const { summary, statuses } = isLeftOut ? await summarise(finalPlan, (await open(encoding)).rows, { currency, timeZone }) : first;
  const others = questionsOf(plan, evidence, mapping, { shared, orders: first.summary.orders, orderSeries: first.orderSeries });
  return { ...about, ...found, statuses, summary, questions: [...asked, ...others], plan: finalPlan };
}

const NOTHING_FOUND = { shared: null, orders: 0, orderSeries: new Set<string>() };

/** The file is read twice, rarely three times. */
const READINGS = 2;
const REPORTED_ROWS = 500;

/** Passes rows on and reports how far the reading is. @param reading 0 for the first one */
async function* reported(
  { rows, partRead }: OpenedFile,
  reading: number,
  { onProgress }: InspectionRequest,
): AsyncGenerator<CsvRow, void, undefined> {
  let count = 0;
  for await (const row of rows) {
    if (count % REPORTED_ROWS === 0 && partRead !== undefined) onProgress?.((reading + Math.min(1, partRead())) / READINGS);
    count += 1;
    yield row;
  }
}

/** Reads the rows of a file as the plan of its inspection says. */
export async function* readOrders(
  { rows }: Pick<OpenedFile, 'rows'>,
  plan: ReadingPlan,
  context: ReadingContext,
): AsyncGenerator<ReadRow, void, undefined> {
  const reader = new OrderReader(plan, context);
  for await (const row of rows) yield { line: row.line, outcome: reader.read(row) };
}

/** Returns a plan by the header alone, for readers that look for the customers of orders and not for amounts; null when no layout of orders fits. */
export function sketchPlan(header: readonly string[]): ReadingPlan | null {
  const layoutName = recogniseLayout(header);
  return layoutName === null || sumsUpCustomers(layoutOf(layoutName))
    ? null
    : { ...draftPlan({ header, layoutName, mapping: NO_MAPPING, role: 'orders' }, null), rows: 'orders' };
}

const sumsUpCustomers = ({ isCustomerList, sums }: Layout): boolean => isCustomerList === true || sums !== undefined;

/** Identifies a kind of file: its columns in their order. Mappings are kept by it. */
export const headerKey = (header: readonly string[]): string => header.map(plainName).join('|');

/** A summary of customers is read for the consent in it when the owner names the column. */
const isChosenList = (header: readonly string[], { layout, columns }: FileMapping, role: FileRole): boolean =>
  role === 'orders' &&
  layout === undefined &&
  typeof columns?.consent === 'string' &&
  isCustomerSummary(new Columns(header)) &&
  recogniseLayout(header) === null;

function checkColumns(header: readonly string[], { columns = {} }: FileMapping): void {
  for (const [field, name] of Object.entries(columns)) {
    if (typeof name === 'string' && placeOfColumn(header, name) === null)
      throw new MappingFault(
        `${field}: the file has no column "${name}"; its columns are ${header.filter((one) => one.trim() !== '').join(', ')}`,
      );
  }
}

const FIRST_ROWS = 100;

async function firstRows(rows: OpenedFile['rows']): Promise<CsvRow[]> {
  const first: CsvRow[] = [];
  for await (const row of rows) {
    first.push(row);
    if (first.length === FIRST_ROWS) break;
  }
  return first;
}

interface Draft {
  readonly header: readonly string[];
  readonly layoutName: LayoutName;
  readonly mapping: FileMapping;
  readonly role: FileRole;
}

/** Returns what is known before any row is read. */
function draftPlan({ header, layoutName, mapping, role }: Draft, observation: Observation | null): ReadingPlan {
  const layout = layoutOf(layoutName);
  const columns = new FileColumns(header, layout, mapping);
  return {
    layout,
    layoutName,
    columns,
    role,
    rows: mapping.rows ?? (layout.rows === 'orders' ? 'orders' : 'items'),
    amounts: amountSource(columns, layout, mapping),
    discounts: null,
    slashes: mapping.dates ?? null,
    decimals: mapping.decimals ?? null,
    statuses: { ...layout.statuses, ...mapping.statuses },
    marks: [],
    isClosedUsual: false,
    customerNumbers: NO_EVIDENCE,
    orderNumbers: NO_EVIDENCE,
    returns: NO_RETURNS,
    hasBaskets:
      layout.isPlain === true && role === 'orders' && mapping.rows !== 'orders' && !columns.has('order') && columns.has('product'),
    rowsOfOrder: new Map(),
    itemsOfOrder: new Map(),
    restatedOrders: new Set(),
    leftOutCustomer: null,
    observation,
  };
}

/** A price of one piece is never the value of an order: it needs a quantity. A plain "price" without one may be what was paid. */
function amountSource(columns: FileColumns, { isPlain }: Layout, { columns: chosen = {} }: FileMapping): AmountSource {
  if (columns.has('amount')) return 'amount';
  if (!columns.has('price') || chosen.amount === null) return null;
  if (columns.has('quantity')) return 'price';
  const name = plainName(columns.header[columns.placesOf('price')[0] ?? -1] ?? '');
  return isPlain === true && !UNIT_PRICES.has(name) ? 'price' : null;
}

const SUMMARY_REASON =
  'This file sums up customers in a way that can be read differently: frequency may count all orders or the repeat orders. RFM summaries need the column T, and other tables the number of all orders in a column such as total_orders. Or export the list of orders instead: a row for each order or item, with its date. If a column says who accepts marketing, name it, and only that is read.';

function refusalOf({ columns, layout }: ReadingPlan, mapping: FileMapping): Question | null {
  if (!sumsUpCustomers(layout) && mapping.layout === undefined && isCustomerSummary(new Columns(columns.header)))
    return { kind: 'refused', reason: SUMMARY_REASON };
  const reason = layout.lacks?.customer;
  return reason !== undefined && !hasCustomer(columns) ? { kind: 'refused', reason } : null;
}

const hasCustomer = (columns: FileColumns): boolean =>
  (['customer', 'email', 'phone', 'name'] as const).some((field) => columns.has(field));

function missingColumns({ columns, layout }: ReadingPlan): Question | null {
  if (layout.isCustomerList === true) return columns.has('consent') ? null : { kind: 'columns', missing: ['consent'] };
  const sums =
    layout.sums === undefined ? null : layout.sums === 'repeats' ? (['repeats', 'recency', 'age'] as const) : (['orders'] as const);
  if (sums !== null) {
    const lacking = [...(hasCustomer(columns) ? [] : (['customer'] as const)), ...sums.filter((field) => !columns.has(field))];
    return lacking.length === 0 ? null : { kind: 'columns', missing: lacking };
  }
  const missing: Field[] = [...(hasCustomer(columns) ? [] : ['customer' as const]), ...(columns.has('date') ? [] : ['date' as const])];
  return missing.length === 0 ? null : { kind: 'columns', missing };
}

const certain = <T>(found: T | 'unknown' | null): T | null => (found === 'unknown' ? null : found);

/** A discount that the amounts are already without is not read. */
const hasDiscounts = ({ layout, discounts }: ReadingPlan): boolean =>
  layout.isPlain !== true || (discounts !== null && discounts !== 'included');

function discountsOf({ discounts: { meaning, areShares } }: FileEvidence, { discount }: FileMapping): ReadingPlan['discounts'] {
  if (meaning === null) return null;
  if (discount !== undefined) return discount === 'percent' && areShares ? 'share' : discount;
  return certain(meaning);
}

/** A file of refunds has no orders to tell apart from returns. */
function returnsOf({ role }: ReadingPlan, { orders: { numbers } }: FileEvidence, { numbers: said = {} }: FileMapping): ReturnNumbers {
  if (role === 'refunds') return NO_RETURNS;
  const found = numbers.series.filter(({ meaning }) => meaning === 'returns').map(({ name }) => name);
  const named = Object.entries(said)
    .filter(([, meaning]) => meaning === 'returns')
    .map(([name]) => name);
  const series = new Set([...found.filter((name) => said[name] === undefined), ...named]);
  return series.size === 0 ? NO_RETURNS : { series, originals: numbers.originals };
}

function completedPlan(draft: ReadingPlan, evidence: FileEvidence, mapping: FileMapping): ReadingPlan {
  const { writing, customerNumbers, orderNumbers, isClosedUsual, orders, marks } = evidence;
  return {
    ...draft,
    rows: mapping.rows ?? (orders.rows === 'items' ? 'items' : 'orders'),
    discounts: discountsOf(evidence, mapping),
    slashes: mapping.dates ?? certain(writing.slashes),
    decimals: mapping.decimals ?? certain(writing.decimals),
    customerNumbers,
    orderNumbers,
    returns: returnsOf(draft, evidence, mapping),
    isClosedUsual,
    marks: sumsUpCustomers(draft.layout) ? [] : marks,
    rowsOfOrder: orders.rowsOfOrder,
    itemsOfOrder: orders.items,
    restatedOrders: orders.restated,
  };
}
