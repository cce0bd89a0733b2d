export { wordsOf } from '../csv/columns.js';
import type { StatusKind } from '../statuses/order-status.js';
import type { Field, FieldNames } from './fields.js';

/**
 * The meaning of several rows with one order number. `orders`: the first row states the order, the others repeat or continue it. `items`:
 * the amounts of the rows add up. `unknown`: the file itself must tell.
 */
export type RowMeaning = 'orders' | 'items' | 'unknown';

/** One kind of file: how it is recognised, and which of its columns state what. */
export interface Layout {
  /** Its name for people. */
  readonly title: string;
  /** Each of these sets has a name that is a column of every such file. */
  readonly needs: readonly (readonly string[])[];
  readonly columns: FieldNames;
  readonly rows: RowMeaning;
  /** A table that a person made: its identifiers are sent as they are, amounts and order numbers may be missing. */
  readonly isPlain?: boolean;
  /** Statuses that mean something else here than elsewhere, as `plainStatus` writes them. */
  readonly statuses?: Readonly<Record<string, StatusKind>>;
  /** Order numbers are written with a hash before them, which is not part of them. */
  readonly hasHashedNumbers?: boolean;
  /** Each row is a customer and not an order. */
  readonly isCustomerList?: boolean;
  /**
   * Each row sums up a customer. `totals`: the columns count all orders and add up what was spent. `repeats`: they count the orders after the
   * first, and the amount is the mean of these.
   */
  readonly sums?: 'totals' | 'repeats';
  /** The e-mail address comes before the number of the customer. */
  readonly isKnownByMail?: boolean;
  /** Rows without a customer are sales to people who left no name, and not wrong. */
  readonly hasAnonymousSales?: boolean;
  /** The facts that a file of this layout may lack, with the reason to show when it lacks one that orders need. */
  readonly lacks?: Readonly<Partial<Record<Field, string>>>;
}
