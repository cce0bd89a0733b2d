import type { DecimalSign } from '../csv/parse-amount.js';
import type { SlashOrder } from '../csv/parse-instant.js';
import type { NumberEvidence } from '../identities/whole-numbers.js';
import type { Layout } from '../layouts/layout.js';
import type { LayoutName } from '../layouts/layouts.js';
import type { ReturnNumbers } from '../numbers/return-numbers.js';
import type { StatusKind } from '../statuses/order-status.js';
import type { FileColumns } from './file-columns.js';
import type { ItemTexts } from './item-texts.js';
import type { Mark } from './mark.js';

/** The role of a file's rows. */
export type FileRole = 'orders' | 'refunds';

/**
 * The column that says what a row is worth. `amount` is the total of an order or of a row, `price` the price of one piece, which the
 * quantity multiplies; null: the file has none.
 */
export type AmountSource = 'amount' | 'price' | null;

/**
 * The meaning of the discounts of a plain table: `money` is taken off each row, `order` once off each order, `percent` and `share` (of 1) are parts of
 * the price, and `included` says that the amounts are already without them.
 */
export type DiscountMeaning = 'money' | 'order' | 'percent' | 'share' | 'included';

/** The time that a file with sums of customers is about. */
export interface Observation {
  /** The day as the owner named it, which is part of the ids of events: a second import of the file changes nothing. */
  readonly day: string;
  readonly until: Date;
  /** The unit of recency and age; null: the file has none. */
  readonly unitMs: number | null;
}

/** Everything that the second pass over a file needs to read its rows. The first pass makes it. */
export interface ReadingPlan {
  readonly layout: Layout;
  readonly layoutName: LayoutName;
  readonly columns: FileColumns;
  readonly role: FileRole;
  readonly rows: 'orders' | 'items';
  readonly amounts: AmountSource;
  /** `null`: there are none. */
  readonly discounts: DiscountMeaning | null;
  /** `null`: a date that can be read in two ways is wrong. */
  readonly slashes: SlashOrder | null;
  /** `null`: a point. */
  readonly decimals: DecimalSign | null;
  /** The statuses that mean something else than usual. */
  readonly statuses: Readonly<Record<string, StatusKind>>;
  /** Most orders are closed: then this is the end of an order, and not a refund. */
  readonly isClosedUsual: boolean;
  /** The columns next to the status that say whether an order counts. */
  readonly marks: readonly Mark[];
  readonly customerNumbers: NumberEvidence;
  readonly orderNumbers: NumberEvidence;
  /** The order numbers that are those of returns, such as C536391 and RET-1001. */
  readonly returns: ReturnNumbers;
  /** Rows without an order number that have one customer and one time are items of one order. */
  readonly hasBaskets: boolean;
  /** The number of rows of each order, for orders with several. */
  readonly rowsOfOrder: ReadonlyMap<string, number>;
  /** The items of the orders with several rows, where these repeat or continue the order. */
  readonly itemsOfOrder: ReadonlyMap<string, readonly ItemTexts[]>;
  /** The orders with rows that state the same order with another status. */
  readonly restatedOrders: ReadonlySet<string>;
  /** The orders of this customer are left out (`kind:text` of the identity). */
  readonly leftOutCustomer: string | null;
  /** `null`: the file has orders, or it is not known yet. */
  readonly observation: Observation | null;
}
