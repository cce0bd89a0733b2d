import { customerCount, type Horizon, type OrderDays } from '#libs/scoring';

/** What a method is asked: P(no order in the horizon after the cutoff) of each customer of `judged`. */
export interface Question {
  /** What may be learned from: the orders of some customers up to the cutoff. */
  readonly known: OrderDays;
  /** Whom to judge, by their orders up to the cutoff; every one of them has an order. Often the same as `known`. */
  readonly judged: OrderDays;
  readonly task: Horizon;
  readonly seed: number;
}

/** One way to answer: a probability for each customer, or null where the method needs more than there is. */
export interface Method {
  readonly name: string;
  predict(question: Question): Float64Array | null;
}

export const constantFor = ({ judged }: Question, probability: number): Float64Array =>
  new Float64Array(customerCount(judged)).fill(probability);
