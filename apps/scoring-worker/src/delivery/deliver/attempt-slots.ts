/** Limits the attempts that one process makes at the same time. First in, first out. */
export class AttemptSlots {
  private free: number;
  private readonly waiting: (() => void)[] = [];

  constructor(slots: number) {
    this.free = slots;
  }

  /** Takes a slot if one is free. @returns whether it did; the caller gives it back with `release` */
  takeFree(): boolean {
    if (this.free === 0) return false;
    this.free -= 1;
    return true;
  }

  /** Resolves when the caller has a slot that another gave back. */
  wait(): Promise<void> {
    return new Promise((resolve) => this.waiting.push(resolve));
  }

  release(): void {
    const next = this.waiting.shift();
    if (next === undefined) this.free += 1;
    else next();
  }
}
