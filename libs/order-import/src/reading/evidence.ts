import type { CsvRow } from '../csv/csv-rows.js';
import { type DecimalEvidence, decimalEvidenceOf } from '../csv/parse-amount.js';
import { type SlashEvidence, slashEvidenceOf } from '../csv/parse-instant.js';
import { isNoIdentity } from '../identities/no-identity.js';
import { NumberCounter, type NumberEvidence } from '../identities/whole-numbers.js';
import type { FileColumns } from '../rows/file-columns.js';
import { DiscountCounter, type DiscountEvidence } from './discount-evidence.js';
import type { Mark } from '../rows/mark.js';
import { MarkCounter } from './marks.js';
import { OrderCounter, type OrderEvidence } from './order-evidence.js';
import type { ReadingPlan } from '../rows/plan.js';

/** The ways in which a file writes dates and amounts. `unknown`: two ways are possible, and no row decides between them. */
export interface WritingEvidence {
  /** The order of day and month in dates. */
  readonly slashes: SlashEvidence;
  /** The decimal sign of amounts. */
  readonly decimals: DecimalEvidence;
}

/** Evidence that the rows of a file give together. */
export interface FileEvidence {
  readonly writing: WritingEvidence;
  readonly customerNumbers: NumberEvidence;
  readonly orderNumbers: NumberEvidence;
  readonly isClosedUsual: boolean;
  readonly orders: OrderEvidence;
  readonly marks: readonly Mark[];
  readonly discounts: DiscountEvidence;
  /** The first rows. */
  readonly first: readonly CsvRow[];
  /** Named columns that have contents in the first rows and are not read. */
  readonly unread: readonly string[];
  /** Names that several columns have, with different contents in the first rows. */
  readonly repeated: readonly string[];
  readonly rows: number;
}

/** Rows that are looked at together. */
const PART = 1000;

/** Looks at all rows once. @param plan a provisional one: columns and layout */
export async function collectEvidence(plan: ReadingPlan, rows: AsyncIterable<CsvRow> | Iterable<CsvRow>): Promise<FileEvidence> {
  const { columns } = plan;
  const writing = new WritingCounter(plan);
  const [customers, numbers] = [new NumberCounter(), new NumberCounter()];
  const orders = new OrderCounter(plan);
  const markCounter = new MarkCounter(plan);
  const discounts = new DiscountCounter(plan);
  const closed = { rows: 0, others: 0 };
  const first: CsvRow[] = [];
  let count = 0;
  for await (const row of rows) {
    count += 1;
    if (first.length < PART) first.push(row);
    writing.add(row);
    const number = columns.text(row.fields, 'order');
    const customer = columns.text(row.fields, 'customer');
    if (!isNoIdentity(customer)) customers.add(customer);
    if (!isNoIdentity(number)) numbers.add(number);
    const status = columns.text(row.fields, 'status');
    if (status !== '') closed[/^closed$/i.test(status) ? 'rows' : 'others'] += 1;
    orders.add(row);
    markCounter.add(row.fields);
    discounts.add(row.fields, number);
  }
  const marks = markCounter.marks();
  return {
    writing: writing.evidence(),
    customerNumbers: customers.evidence,
    orderNumbers: numbers.evidence,
    isClosedUsual: closed.rows > closed.others,
    orders: orders.evidence(),
    marks,
    discounts: discounts.evidence(),
    first,
    unread:
      plan.layout.isPlain === true
        ? columns.unread(
            first,
            marks.map(({ place }) => place),
          )
        : [],
    repeated: repeatedNames(columns, first),
    rows: count,
  };
}

/** Finds how dates and amounts are written. Later rows only answer what earlier ones left open. */
class WritingCounter {
  private found: WritingEvidence | null = null;
  private part: CsvRow[] = [];

  constructor(private readonly plan: ReadingPlan) {}

  add(row: CsvRow): void {
    if (this.found !== null && !isOpen(this.found)) return;
    this.part.push(row);
    if (this.part.length === PART) this.look();
  }

  evidence(): WritingEvidence {
    if (this.found === null || this.part.length > 0) this.look();
    return this.found ?? { slashes: null, decimals: null };
  }

  private look(): void {
    const { slashes, decimals } = writingOf(this.plan, this.part);
    const { found } = this;
    this.part = [];
    if (found === null) this.found = { slashes, decimals };
    else
      this.found = {
        slashes: found.slashes === 'unknown' && slashes !== null ? slashes : found.slashes,
        decimals: (found.decimals === 'unknown' || found.decimals === null) && decimals !== null ? decimals : found.decimals,
      };
  }
}

/** A thousand whole amounts may come before one that can be read in two ways. */
const isOpen = ({ slashes, decimals }: WritingEvidence): boolean => slashes === 'unknown' || decimals === 'unknown' || decimals === null;

/** Finds in these rows how the file writes dates and amounts. Amounts of orders come first: "0.00" in another column says nothing about them. */
function writingOf({ columns, amounts, layout }: ReadingPlan, rows: readonly CsvRow[]): WritingEvidence {
  const textsOf = (field: 'date' | 'amount' | 'price' | 'refunded' | 'first_order' | 'last_order'): string[] =>
    rows.map(({ fields }) => columns.text(fields, field));
  const own = amounts === null ? [] : textsOf(amounts);
  const found = decimalEvidenceOf(own);
  const isFound = layout.isPlain !== true || found === 'comma' || found === 'point';
  return {
    slashes: slashEvidenceOf((['date', 'first_order', 'last_order'] as const).flatMap(textsOf)),
    decimals: isFound ? found : decimalEvidenceOf([...own, ...textsOf('refunded')]),
  };
}

function repeatedNames({ header }: FileColumns, rows: readonly CsvRow[]): string[] {
  const isRepeated = (name: string, place: number): boolean => {
    const first = header.indexOf(name);
    return name.trim() !== '' && first < place && rows.some(({ fields }) => (fields[place] ?? '') !== (fields[first] ?? ''));
  };
  return [...new Set(header.filter(isRepeated))];
}
