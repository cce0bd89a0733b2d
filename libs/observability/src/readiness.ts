import type { Log } from './logger.js';

/** Checks one part of the system; a rejected promise means that it fails. */
export type Check = () => Promise<unknown>;

export interface ReadinessReport {
  readonly status: 'ok' | 'unavailable';
  readonly checks: Readonly<Record<string, 'ok' | 'failing'>>;
  readonly failing: readonly string[];
}

const LIMIT_MS = 1500;
/** The endpoint is public, so the parts are checked at most once a second. */
const KEPT_MS = 1000;

/**
 * Checks all parts at the same time, with a short limit. The log gets the error when a part starts to fail, and a line when it recovers;
 * the answer is public and only names the part.
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

  /** Reports not ready from now on, so that new requests go to other processes. */
  end(): void {
    this.isEnding = true;
    this.report = null;
  }

  private async ask(): Promise<ReadinessReport> {
    if (this.isEnding) return { status: 'unavailable', checks: { process: 'failing' }, failing: ['process'] };
    const names = Object.keys(this.parts);
    await Promise.all(Object.entries(this.parts).map(([name, part]) => this.checkPart(name, part)));
    const failing = names.filter((name) => this.failing.has(name));
    return {
      status: failing.length > 0 ? 'unavailable' : 'ok',
      checks: Object.fromEntries(names.map((name) => [name, this.failing.has(name) ? 'failing' : 'ok'])),
      failing,
    };
  }

  private async checkPart(name: string, part: Check): Promise<void> {
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
    timer = setTimeout(() => reject(new Error(`no response within ${LIMIT_MS} ms`)), LIMIT_MS);
  });
  try {
    await Promise.race([part(), limit]);
  } finally {
    clearTimeout(timer);
  }
}
