import type { EncodingReading } from '../csv/detect-encoding.js';
import type { Field } from '../layouts/fields.js';

/**
 * Names a thing that a file does not say. Only the owner can answer, so no row is sent before the answer. `refused` has no answer: the file is of another kind.
 */
export type Question =
  | { readonly kind: 'refused'; readonly reason: string }
  /** The bytes are not Unicode and can be read in several ways. Answer: `encoding`. */
  | { readonly kind: 'encoding'; readonly readings: readonly EncodingReading[] }
  /** Answer: `columns`. */
  | { readonly kind: 'columns'; readonly missing: readonly Field[] }
  /** No column has amounts. Answer: `columns.amount`, or `columns.price` with `columns.quantity`; null says that the file has none. */
  | { readonly kind: 'amount' }
  /** Several rows have one order number. Answer: `rows`. */
  | { readonly kind: 'rows'; readonly order: string; readonly rows: number; readonly amount: number | null }
  /** One order number stands for several customers, or for orders of several days. Answer: `columns.order`; null says that the file has none. */
  | { readonly kind: 'order_numbers'; readonly order: string; readonly orders: number; readonly of: 'customers' | 'days' }
  /** Numbers with these letters may be those of returns. Answer: `numbers`. */
  | {
      readonly kind: 'numbers';
      readonly series: string;
      readonly numbers: number;
      readonly example: string;
      /** The order of the example; null: the file does not have it. */
      readonly original: string | null;
    }
  /** One customer has too many orders for a person. Answer: `largest_customer`. */
  | { readonly kind: 'largest_customer'; readonly customer: string; readonly orders: number; readonly share: number; readonly next: number }
  /** Discounts stand next to prices. Answer: `discount`. */
  | { readonly kind: 'discount'; readonly column: string; readonly example: string }
  /** The file sums up customers. Answer: `until` of the request. `fault`: why the answer cannot be used. */
  | { readonly kind: 'until'; readonly of: 'export' | 'observation'; readonly fault: string | null }
  /** Answer: `unit`. */
  | { readonly kind: 'unit'; readonly columns: readonly string[]; readonly largest: number }
  /** Answer: `dates`. */
  | { readonly kind: 'dates' }
  /** Answer: `decimals`. */
  | { readonly kind: 'decimals' };

export type QuestionKind = Question['kind'];

/** Words a question for a person who sees the columns of the file. */
export function questionText(question: Question): string {
  switch (question.kind) {
    case 'refused':
      return question.reason;
    case 'encoding':
      return `The file is not Unicode, and some of its words can be read in several ways: ${question.readings.map(({ encoding, words }) => `${words.join(', ')} (${encoding})`).join('; ')}. Which is right? If none is, save the file as CSV UTF-8 first.`;
    case 'columns':
      return `The file has no column for: ${question.missing.map((field) => COLUMN_WORDS[field] ?? field).join(', ')}.`;
    case 'amount':
      return 'No column with the amounts of the orders was found. Which column is the amount, or has this file none?';
    case 'rows':
      return `${question.rows} rows have the order number ${question.order}${question.amount === null ? '' : ` (amount ${question.amount.toFixed(2)})`}. Is each row an item of the order, so that the amounts add up, or does each row repeat the total of the order?`;
    case 'order_numbers':
      return question.orders === 1
        ? `The order number ${question.order} stands for different ${question.of}. Is this column the order number?`
        : `${question.orders} order numbers stand for different ${question.of}, for example ${question.order}. Is this column the order number?`;
    case 'numbers':
      return `${question.numbers === 1 ? 'One order number is' : `${question.numbers} order numbers are`} written like ${question.example}${question.original === null ? '' : `, and the same customer has the order ${question.original}`}. ${question.numbers === 1 ? 'Is it a return or credit note, or an order?' : 'Are they returns or credit notes, or orders?'}`;
    case 'largest_customer':
      return `One customer (${question.customer}) has ${question.orders} orders, ${Math.round(question.share * 100)} % of the file; the next one has ${question.next}. Is that one person, or what stands where the customer is not known?`;
    case 'discount':
      return `The column ${question.column} has discounts such as ${question.example}. Is that money off each row, money off the order once, percent, or are the amounts already without it?`;
    case 'until':
      return `${question.fault === null ? '' : `The day cannot be used: ${question.fault}. `}${question.of === 'export' ? 'The file sums up the orders of each customer. On which day was it exported?' : 'The file sums up the orders of each customer. On which day does the observation end, at which the age T is counted?'}`;
    case 'unit':
      return `${question.columns.join(' and ')} are times up to ${question.largest}. Are they days, weeks or months?`;
    case 'dates':
      return 'The dates can be read in two ways: is 03/04/2026 the 3rd of April or the 4th of March?';
    case 'decimals':
      return 'The amounts, such as 1.234 or 1,234, can be read in two ways: which sign stands before the cents?';
  }
}

const COLUMN_WORDS: Readonly<Partial<Record<Field, string>>> = {
  customer: 'the customer',
  date: 'the date of the order',
  consent: 'whether the customer accepts marketing',
  orders: 'the number of orders',
  repeats: 'the number of repeat orders (frequency)',
  recency: 'the age at the last order (recency)',
  age: 'the age at the end of the observation (T)',
};
