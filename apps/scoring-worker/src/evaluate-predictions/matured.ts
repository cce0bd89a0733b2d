import type { MaturedPredictions } from '#libs/scoring';

/** Collects predictions of customers and what became of them. */
export class MaturedColumns {
  private readonly predicted: number[] = [];
  private readonly happened: number[] = [];
  private readonly recencyDays: number[] = [];

  constructor(private readonly horizonDays: number) {}

  /**
   * One prediction. It is passed over when the customer had not ordered by then, as far as is known today: orders can be cancelled.
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
