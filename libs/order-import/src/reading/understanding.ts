import type { FoundEncoding } from '../csv/detect-encoding.js';
import type { LayoutName } from '../layouts/layouts.js';
import type { StatusKind } from '../statuses/order-status.js';
import type { WritingEvidence } from './evidence.js';
import type { ColumnUse } from '../rows/file-columns.js';
import type { NumberSeries } from '../numbers/return-numbers.js';
import type { FileMapping } from '../rows/mapping.js';
import type { ReadingPlan } from '../rows/plan.js';
import type { Question } from './questions.js';

/** A status of the file, how many rows have it, and how it is taken. */
export interface StatusUse {
  /** The status in the words of the file. */
  readonly status: string;
  readonly rows: number;
  readonly kind: StatusKind;
  /** False when it was guessed, or taken for a purchase because nothing says otherwise: worth a look. */
  readonly isKnown: boolean;
}

/** The customers of a file that sums up each. */
export interface HistoriesSummary {
  readonly customers: number;
  /** The sum of their orders. */
  readonly orders: number;
  readonly withoutOrders: number;
  /** Customers without a date of the last order. */
  readonly withoutLastDay: number;
  /** The end of the time that is summed up, ISO 8601 in UTC, and as the owner named it. */
  readonly until: string;
  readonly day: string;
}

/** The result of reading the file with the plan. */
export interface FileSummary {
  readonly rows: number;
  /** Orders that count: bought, not cancelled, and not refunded as a whole. */
  readonly orders: number;
  readonly cancelled: number;
  /** Orders with a full or partial refund, and refunds in rows of their own. */
  readonly refunds: number;
  readonly customers: number;
  /** The first and the last of the orders that count, ISO 8601 in UTC; null without one. */
  readonly firstAt: string | null;
  readonly lastAt: string | null;
  /** The sum of the orders that count less what was refunded, by currency; '' where the file names none. */
  readonly amounts: ReadonlyMap<string, number>;
  /** Orders that count and have no amount. */
  readonly withoutAmount: number;
  readonly wrong: number;
  /** Rows left out, by reason. */
  readonly leftOut: ReadonlyMap<string, number>;
  /** The rows of a list of customers that say yes and no to marketing; null: the file has orders. */
  readonly consents: { readonly yes: number; readonly no: number } | null;
  /** The numbers of customers who accept and who refuse marketing, by their latest order; null when no order says so. */
  readonly accepting: { readonly yes: number; readonly no: number } | null;
  /** Null: the file has orders. */
  readonly histories: HistoriesSummary | null;
  /** Customers that are known by a name alone, which two people may share. */
  readonly namedOnly: number;
  /** Customers with returns and without an order in the file. */
  readonly returnsOnly: number;
}

/** The way in which a file is read, and the open questions. */
export interface Understanding {
  readonly header: readonly string[];
  readonly encoding: FoundEncoding;
  /** Null when no layout fits: then it is read as a plain log with the columns that the mapping names. */
  readonly recognised: LayoutName | null;
  readonly layout: LayoutName;
  /** Its name for people. */
  readonly title: string;
  readonly columns: readonly ColumnUse[];
  /** Columns of a plain log that have contents and are not read. */
  readonly unread: readonly string[];
  /** Those of them with shipping, taxes or discounts that the amounts leave out. */
  readonly leftOut: readonly string[];
  /** Names that several columns have, with different contents: only the first is read. */
  readonly repeated: readonly string[];
  readonly writing: WritingEvidence;
  /** Each row is an order, or an item of one. */
  readonly rows: 'orders' | 'items';
  readonly statuses: readonly StatusUse[];
  /** Series of order numbers that may be those of returns. The answers of the mapping come before their meaning. */
  readonly series: readonly NumberSeries[];
  /** Null while a question makes reading pointless (`refused`, `columns`). */
  readonly summary: FileSummary | null;
  /** Open questions; when there are none, the rows can be sent. */
  readonly questions: readonly Question[];
  /** The answers that were given. */
  readonly mapping: FileMapping;
  /** For `readOrders`. */
  readonly plan: ReadingPlan;
}
