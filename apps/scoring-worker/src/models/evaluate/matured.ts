import type { MaturedPredictions } from '#libs/scoring';

/** Collects predictions and their outcomes. */
export class MaturedColumns {
  private readonly predicted: number[] = [];
  private readonly happened: number[] = [];
  private readonly recencyDays: number[] = [];

  constructor(private readonly horizonDays: number) {}

  /**
   * Adds one prediction. Skips it when the customer has no order up to that day as of today, because orders can be cancelled later.
   * @param orderDays UTC day numbers on which the customer ordered, ascending
   */
  add(prediction: { readonly day: number; readonly score: number }, orderDays: Int32Array): void {
    const { day, score } = prediction;
    const last = orderDays.findLast((each) => each <= day);
    if (last === undefined) return;
    this.predicted.push(score);
    this.happened.push(orderDays.some((each) => each > day && each <= day + this.horizonDays) ? 0 : 1);
    this.recencyDays.push(day - last);
  }

  build(): MaturedPredictions {
    return {
      predicted: Float64Array.from(this.predicted),
      happened: Uint8Array.from(this.happened),
      recencyDays: Float64Array.from(this.recencyDays),
    };
  }
}
