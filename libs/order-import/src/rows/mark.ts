import type { FlagMeaning } from '../statuses/mark-names.js';

/**
 * A column next to the status that says whether an order counts. `payment` and `fulfilment` have words about one side of an order, `word` has
 * other words of states. `flag` has yes and no, `dates` has a date for yes and nothing for no. `type` says what a row is: a sale, a refund, or something else, and `line`
 * what it is among the rows of its order.
 */
export interface Mark {
  readonly place: number;
  readonly column: string;
  readonly kind: 'payment' | 'fulfilment' | 'word' | 'flag' | 'dates' | 'type' | 'line';
  readonly meaning: FlagMeaning;
  /** Some cells say no. Then an empty one says nothing. */
  readonly hasNo: boolean;
}
