/** Limits the calls of an app to a shop, as Shopify's REST API does: a bucket that leaks. */
export class LeakyBucket {
  private filled = 0;
  private at = 0;

  constructor(
    readonly size: number,
    private readonly leakPerSecond: number,
  ) {}

  /** @returns seconds to wait when there is no room for one more call, else 0. */
  pour(nowMs: number): number {
    this.filled = Math.max(0, this.filled - ((nowMs - this.at) / 1000) * this.leakPerSecond);
    this.at = nowMs;
    if (this.filled + 1 > this.size) return Math.max(1, Math.ceil((this.filled + 1 - this.size) / this.leakPerSecond));
    this.filled += 1;
    return 0;
  }

  get level(): string {
    return `${Math.ceil(this.filled)}/${this.size}`;
  }
}
