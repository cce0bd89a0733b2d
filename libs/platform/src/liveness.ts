import { SECOND_MS } from '#libs/core';
import type { Log } from '#libs/observability';

/** A server that the process needs. */
export interface LivenessPart {
  /** Asks over the connections of the process. */
  readonly ask: () => Promise<unknown>;
  /** The time of the last answer that any code got over these, on the clock of `performance.now`. */
  readonly answeredAt?: () => number;
  /** Asks over a connection that is made for the question. */
  readonly askAnew: () => Promise<unknown>;
}

export interface LivenessReport {
  readonly status: 'ok' | 'stuck';
  /** The parts that the process cannot reach although they answer. */
  readonly stuck: readonly string[];
}

interface LivenessOptions {
  readonly everyMs: number;
  readonly limitMs: number;
  /** Checks that fail one after the other before a part counts as out of reach. */
  readonly failures: number;
}

/** A minute in all. Counted by checks and not by the clock: a machine that slept has missed no check. */
const DEFAULTS: LivenessOptions = { everyMs: 10 * SECOND_MS, limitMs: 5 * SECOND_MS, failures: 6 };

/**
 * Notices a process that only a restart repairs: for a minute none of its connections has got an answer, and a new one gets it at once. While the
 * server itself is away the process stays alive, because a restart would not help. A blocked event loop answers no probe at all.
 */
export class Liveness {
  private readonly stuck = new Set<string>();
  private readonly failed = new Map<string, number>();
  private timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly parts: Readonly<Record<string, LivenessPart>>,
    private readonly log: Pick<Log, 'error' | 'info'>,
    private readonly options: LivenessOptions = DEFAULTS,
  ) {}

  report(): LivenessReport {
    return { status: this.stuck.size > 0 ? 'stuck' : 'ok', stuck: [...this.stuck] };
  }

  /** Checks from now on. */
  watch(): void {
    const next = (): void => {
      this.timer = setTimeout(() => void this.check().finally(next), this.options.everyMs).unref();
    };
    next();
  }

  onApplicationShutdown(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
  }

  async check(): Promise<void> {
    await Promise.all(Object.entries(this.parts).map(([name, part]) => this.checkPart(name, part)));
  }

  private async checkPart(name: string, part: LivenessPart): Promise<void> {
    const begunAt = performance.now();
    const isAnswered = (await this.answers(part.ask)) || (part.answeredAt !== undefined && part.answeredAt() > begunAt);
    if (isAnswered) {
      this.failed.delete(name);
      if (this.stuck.delete(name)) this.log.info('liveness.restored', { part: name });
      return;
    }
    const failures = (this.failed.get(name) ?? 0) + 1;
    this.failed.set(name, failures);
    if (failures < this.options.failures) return;
    if (!(await this.answers(part.askAnew))) this.stuck.delete(name);
    else if (!this.stuck.has(name)) {
      this.stuck.add(name);
      this.log.error('liveness.lost', new Error('a new connection gets an answer, those of the process get none'), { part: name });
    }
  }

  private async answers(ask: () => Promise<unknown>): Promise<boolean> {
    let timer: NodeJS.Timeout | undefined;
    const limit = new Promise<boolean>((resolve) => {
      timer = setTimeout(() => resolve(false), this.options.limitMs);
    });
    try {
      return await Promise.race([ask().then(() => true), limit]);
    } catch {
      return false;
    } finally {
      clearTimeout(timer);
    }
  }
}
