/** Bounds the attempts that one process makes at once. Who waits is served in the order of asking. */
export class AttemptSlots {
  private free: number;
  private readonly waiting: (() => void)[] = [];

  constructor(slots: number) {
    this.free = slots;
  }

  /** @returns whether there was a slot; whoever gets one gives it back with `release`. */
  takeFree(): boolean {
    if (this.free === 0) return false;
    this.free -= 1;
    return true;
  }

  /** Resolves with a slot, when somebody gives one back. */
  wait(): Promise<void> {
    return new Promise((resolve) => this.waiting.push(resolve));
  }

  release(): void {
    const next = this.waiting.shift();
    if (next === undefined) this.free += 1;
    else next();
  }
}
