import { CarriedRounding, type MaturedPredictions, type OrderDays, represented } from '#libs/scoring';

/** Collects predictions and their outcomes. */
export class MaturedColumns {
  private readonly predicted: number[] = [];
  private readonly happened: number[] = [];
  private readonly recencyDays: number[] = [];
  private readonly isRepeat: number[] = [];
  private readonly rounding = new CarriedRounding();

  constructor(private readonly horizonDays: number) {}

  /**
   * Adds one prediction. Skips it when the customer has no order up to that day as of today, because orders can be cancelled later. Control groups
   * stand for contacted customers.
   * @param history of the customer alone
   */
  add(prediction: { readonly day: number; readonly score: number }, history: OrderDays): void {
    const { day, score } = prediction;
    const last = history.day.findLast((each) => each <= day);
    if (last === undefined) return;
    const happened = history.day.some((each) => each > day && each <= day + this.horizonDays) ? 0 : 1;
    const rows = this.rounding.next(represented(history, 0, { cutoff: day, horizonDays: this.horizonDays }));
    for (let row = 0; row < rows; row++) {
      this.predicted.push(score);
      this.happened.push(happened);
      this.recencyDays.push(day - last);
      this.isRepeat.push(row === 0 ? 0 : 1);
    }
  }

  build(): MaturedPredictions {
    return {
      predicted: Float64Array.from(this.predicted),
      happened: Uint8Array.from(this.happened),
      recencyDays: Float64Array.from(this.recencyDays),
      isRepeat: Uint8Array.from(this.isRepeat),
    };
  }
}
