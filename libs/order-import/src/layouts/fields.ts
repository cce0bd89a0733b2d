/**
 * The facts that a column can state about an order. These are the names in mapping files and in `--column NAME=COLUMN`.
 * `group` is the same in all rows of an order,
 * where its number is not. `payment` and `fulfilment` are states of an order next to its `status`. `amount` is the total of an order, or of a row when an order has a row for each item. `price` is the price of one piece.
 * `product_id` (a number, such as the SKU) and `category` say what was bought; `product` may be the name, which is read and never sent.
 * `orders` to `last_order` are those of files that sum up customers: `repeats` counts the orders after the first, `recency` is the age at the last order and
 * `age` that at the end of the observation.
 */
export const FIELDS = [
  'order',
  'group',
  'customer',
  'email',
  'phone',
  'name',
  'date',
  'time',
  'amount',
  'price',
  'quantity',
  'added',
  'discount',
  'refunded',
  'currency',
  'status',
  'payment',
  'fulfilment',
  'cancelled',
  'consent',
  'product',
  'product_id',
  'category',
  'event_id',
  'event_type',
  'orders',
  'repeats',
  'recency',
  'age',
  'first_order',
  'last_order',
] as const;

export type Field = (typeof FIELDS)[number];

/** The fields that a person may choose columns for. */
export const CHOSEN_FIELDS = [
  'customer',
  'date',
  'amount',
  'order',
  'email',
  'phone',
  'price',
  'quantity',
  'refunded',
  'currency',
  'status',
  'consent',
  'product',
  'product_id',
  'category',
] as const satisfies readonly Field[];

export type ChosenField = (typeof CHOSEN_FIELDS)[number];

/** The names of columns for each field, in the order of preference, as `plainName` writes them. */
export type FieldNames = Readonly<Partial<Record<Field, readonly string[]>>>;
