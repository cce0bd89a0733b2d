import { customerCount, type Horizon, type OrderDays } from '#libs/scoring';

/** A question to a method: P(no order in the horizon after the cutoff) for each customer of `evaluated`. */
export interface Question {
  /** Training data: the orders of some customers up to the cutoff. */
  readonly known: OrderDays;
  /** Customers to predict for, with their orders up to the cutoff; each has at least one. Often the same as `known`. */
  readonly evaluated: OrderDays;
  readonly task: Horizon;
  readonly seed: number;
}

/** One way to answer: a probability for each customer, or null where the method needs more than there is. */
export interface Method {
  readonly name: string;
  predict(question: Question): Float64Array | null;
}

export const constantFor = ({ evaluated }: Question, probability: number): Float64Array =>
  new Float64Array(customerCount(evaluated)).fill(probability);
