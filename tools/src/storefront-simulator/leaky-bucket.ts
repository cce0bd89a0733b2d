/** Limits the calls of an app to a shop with a leaky bucket, as Shopify does. The REST API counts calls, the GraphQL API points. */
export class LeakyBucket {
  private filled = 0;
  private at = 0;

  constructor(
    readonly size: number,
    private readonly leakPerSecond: number,
  ) {}

  /** @returns the seconds to wait when the bucket has no room for this cost, else 0. */
  pour(nowMs: number, points = 1): number {
    const missing = points - this.room(nowMs);
    if (missing > 0) return Math.max(1, Math.ceil(missing / this.leakPerSecond));
    this.filled += points;
    return 0;
  }

  /** Refunds the unused cost of a call. */
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
