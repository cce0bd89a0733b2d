import { residentBytes } from './resident-memory.js';

/** Memory of a process in bytes. */
export interface Memory {
  readonly idle: number;
  readonly most: number;
}

const WATCH_EVERY_MS = 50;

/** Measures the peak memory of a process. */
export class MemoryWatch {
  private readonly idle: number;
  private most: number;
  private readonly timer: NodeJS.Timeout;

  constructor(pid: number) {
    this.idle = residentBytes(pid);
    this.most = this.idle;
    this.timer = setInterval(() => {
      const now = residentBytes(pid);
      // NaN once the process has ended.
      if (now > this.most) this.most = now;
    }, WATCH_EVERY_MS);
  }

  stop(): Memory {
    clearInterval(this.timer);
    return { idle: this.idle, most: this.most };
  }
}
