import type { Log } from './logger.js';

/** What a part of the system says of itself; a rejected promise means that it fails. */
export type Check = () => Promise<unknown>;

export interface ReadinessReport {
  readonly status: 'ok' | 'unavailable';
  readonly checks: Readonly<Record<string, 'ok' | 'failing'>>;
  readonly failing: readonly string[];
}

const LIMIT_MS = 1500;
/** Anybody may ask, so the parts are asked once a second at the most. */
const KEPT_MS = 1000;

/**
 * Asks every part at once whether the process can do its work, and waits for none longer than a moment. What is wrong with a
 * part goes to the log, when it begins and when it ends; the answer, which anybody may read, only names the part.
 */
export class Readiness {
  private readonly failing = new Set<string>();
  private isEnding = false;
  private report: { readonly answer: Promise<ReadinessReport>; readonly askedAt: number } | null = null;

  constructor(
    private readonly parts: Readonly<Record<string, Check>>,
    private readonly log: Log,
  ) {}

  check(): Promise<ReadinessReport> {
    const now = performance.now();
    if (this.report === null || now - this.report.askedAt > KEPT_MS) this.report = { answer: this.ask(), askedAt: now };
    return this.report.answer;
  }

  /** From now on the process says that it is not ready, so that new requests go to others. */
  end(): void {
    this.isEnding = true;
    this.report = null;
  }

  private async ask(): Promise<ReadinessReport> {
    if (this.isEnding) return { status: 'unavailable', checks: { process: 'failing' }, failing: ['process'] };
    const names = Object.keys(this.parts);
    await Promise.all(Object.entries(this.parts).map(([name, part]) => this.judge(name, part)));
    const failing = names.filter((name) => this.failing.has(name));
    return {
      status: failing.length > 0 ? 'unavailable' : 'ok',
      checks: Object.fromEntries(names.map((name) => [name, this.failing.has(name) ? 'failing' : 'ok'])),
      failing,
    };
  }

  private async judge(name: string, part: Check): Promise<void> {
    try {
      await withinLimit(part);
      if (this.failing.delete(name)) this.log.info('readiness.restored', { part: name });
    } catch (error) {
      if (!this.failing.has(name)) this.log.error('readiness.lost', error, { part: name });
      this.failing.add(name);
    }
  }
}

async function withinLimit(part: Check): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer within ${LIMIT_MS} ms`)), LIMIT_MS);
  });
  try {
    await Promise.race([part(), limit]);
  } finally {
    clearTimeout(timer);
  }
}
