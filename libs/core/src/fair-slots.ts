export interface FairSlotsOptions {
  /** Uses at the same time. */
  readonly slots: number;
  /** The most of them that one key holds; the others stay free for other keys. A function is asked whenever a slot could be taken. */
  readonly perKey: number | (() => number);
  /** The most weight that waits under one key. */
  readonly mostWaiting?: number;
  /** The longest wait. */
  readonly mostWaitMs?: number;
  /** The error for a use that has waited for too long, or finds too much waiting under its key. */
  readonly refuse?: () => Error;
}

interface Waiter {
  readonly weight: number;
  readonly start: () => void;
}

interface Key {
  held: number;
  waitingWeight: number;
  readonly waiting: Waiter[];
}

/**
 * Slots that keys, usually tenants, share fairly: a free slot goes to the keys in turn, however long their queues are. Within a key, the
 * first to ask comes first. A key without work costs no memory.
 */
export class FairSlots {
  private free: number;
  /** Iterates in the order of service: a key that gets a slot or gives one back goes to the end. */
  private readonly keys = new Map<string, Key>();

  constructor(private readonly options: FairSlotsOptions) {
    this.free = options.slots;
  }

  /**
   * Runs `work` when the key has a slot.
   * @param weight what the use holds while it waits, for instance bytes
   * @param mostWaitMs the longest wait of this use, in place of that of the options
   * @throws what `refuse` returns, when too much waits under the key already, or the use has waited for too long
   */
  async use<T>(name: string, work: () => Promise<T>, weight = 0, mostWaitMs = this.options.mostWaitMs): Promise<T> {
    await this.take(name, weight, mostWaitMs);
    try {
      return await work();
    } finally {
      this.giveBack(name);
    }
  }

  /** The number of uses that wait. */
  get waiting(): number {
    let count = 0;
    for (const { waiting } of this.keys.values()) count += waiting.length;
    return count;
  }

  private take(name: string, weight: number, mostWaitMs: number | undefined): Promise<void> | void {
    const key = this.keys.get(name) ?? { held: 0, waitingWeight: 0, waiting: [] };
    this.keys.set(name, key);
    // They wait although slots are free, if a key may hold more than before.
    if (key.waiting.length > 0) this.startWaiting();
    if (key.waiting.length === 0 && this.mayStart(key)) {
      this.grant(name, key);
      return;
    }
    const { mostWaiting = Infinity, refuse = () => new Error('no slot is free') } = this.options;
    if (key.waitingWeight + weight > mostWaiting) {
      this.forgetIdle(name, key);
      throw refuse();
    }
    key.waitingWeight += weight;
    return new Promise((resolve, reject) => {
      const giveUp = (): void => {
        key.waiting.splice(key.waiting.indexOf(waiter), 1);
        key.waitingWeight -= weight;
        this.forgetIdle(name, key);
        reject(refuse());
      };
      const timer = mostWaitMs === undefined ? undefined : setTimeout(giveUp, mostWaitMs);
      const start = (): void => {
        clearTimeout(timer);
        resolve();
      };
      const waiter = { weight, start };
      key.waiting.push(waiter);
    });
  }

  private grant(name: string, key: Key): void {
    this.free -= 1;
    key.held += 1;
    this.moveToEnd(name, key);
  }

  private moveToEnd(name: string, key: Key): void {
    this.keys.delete(name);
    this.keys.set(name, key);
  }

  private giveBack(name: string): void {
    this.free += 1;
    const key = this.keys.get(name)!;
    key.held -= 1;
    this.moveToEnd(name, key);
    this.forgetIdle(name, key);
    this.startWaiting();
  }

  private forgetIdle(name: string, { held, waiting }: Key): void {
    if (held === 0 && waiting.length === 0) this.keys.delete(name);
  }

  private mayStart({ held }: Key): boolean {
    const { perKey } = this.options;
    return this.free > 0 && held < (typeof perKey === 'number' ? perKey : perKey());
  }

  private startWaiting(): void {
    while (this.free > 0 && this.startNext());
  }

  /** @returns false when no key may start */
  private startNext(): boolean {
    for (const [name, key] of this.keys) {
      const next = this.mayStart(key) ? key.waiting.shift() : undefined;
      if (next === undefined) continue;
      key.waitingWeight -= next.weight;
      this.grant(name, key);
      next.start();
      return true;
    }
    return false;
  }
}
