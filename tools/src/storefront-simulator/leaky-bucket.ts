/** Limits the calls of an app to a shop, as Shopify does: a bucket that leaks. Its REST API counts calls, its GraphQL API points. */
export class LeakyBucket {
  private filled = 0;
  private at = 0;

  constructor(
    readonly size: number,
    private readonly leakPerSecond: number,
  ) {}

  /** @returns seconds to wait when there is no room for one more call, or so many points, else 0. */
  pour(nowMs: number, points = 1): number {
    const missing = points - this.room(nowMs);
    if (missing > 0) return Math.max(1, Math.ceil(missing / this.leakPerSecond));
    this.filled += points;
    return 0;
  }

  /** Gives back the unused cost of a call. */
  giveBack(points: number): void {
    this.filled = Math.max(0, this.filled - points);
  }

  room(nowMs: number): number {
    this.filled = Math.max(0, this.filled - ((nowMs - this.at) / 1000) * this.leakPerSecond);
    this.at = nowMs;
    return this.size - this.filled;
  }

  get level(): string {
    return `${Math.ceil(this.filled)}/${this.size}`;
  }
}
