/** Tells whether several names, usually tenants, have been active within some time of each other. */
export class Neighbours {
  private last = { name: '', at: -Infinity };
  /** The time of the last activity that came soon after that of another name. */
  private togetherAt = -Infinity;

  constructor(private readonly withinMs: number) {}

  note(name: string): void {
    const at = performance.now();
    if (name !== this.last.name && at - this.last.at < this.withinMs) this.togetherAt = at;
    this.last = { name, at };
  }

  get areHere(): boolean {
    return performance.now() - this.togetherAt < this.withinMs;
  }
}
