/**
 * Predictions against what happened, n of each: `predicted` probabilities that a customer places no order, `happened` 1 where there
 * was none and 0 where there was one.
 */
export interface Predictions {
  readonly predicted: Float64Array;
  readonly happened: Uint8Array;
  /** 1: the row repeats the outcome of the row before for a customer that it stands for, and is no evidence of its own. Absent without repeats. */
  readonly isRepeat?: Uint8Array | undefined;
}

/** Predictions of 0 and 1 would make one mistake cost infinitely much; published scores stay within these bounds as well. */
const SMALLEST = 1e-4;

/** Keeps a probability within [0.0001, 0.9999]. */
export const clipped = (probability: number): number => Math.min(1 - SMALLEST, Math.max(SMALLEST, probability));

/** Indices of the predictions from low to high; equal ones keep their order. */
export function sortedIndices(predicted: Float64Array): Uint32Array {
  return Uint32Array.from(predicted, (_, index) => index).toSorted((one, other) => predicted[one]! - predicted[other]! || one - other);
}

/** @throws RangeError when the columns differ in length or a prediction is not a probability */
export function refuseUnusable({ predicted, happened }: Predictions): void {
  if (predicted.length !== happened.length) {
    throw new RangeError(`${predicted.length} predictions, but ${happened.length} outcomes: there must be as many of both`);
  }
  const wrong = predicted.findIndex((probability) => !(probability >= 0 && probability <= 1));
  if (wrong !== -1) throw new RangeError(`prediction ${wrong} is ${predicted[wrong]}; a probability from 0 to 1 is allowed`);
}
