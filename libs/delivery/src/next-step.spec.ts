import fc from 'fast-check';
import { MAX_ATTEMPTS, nextStep } from './next-step.js';
import type { SendResult } from './sender.js';

const OK: SendResult = { error: null, statusCode: 200, responseBody: '', retryAfterMs: null, durationMs: 5 };
const failing = (fields: Partial<SendResult> = {}): SendResult => ({ ...OK, error: 'http_5xx', statusCode: 500, ...fields });
const after = (attempt: number, result: SendResult, unit = 0.5) => nextStep({ attempt, maxAttempts: MAX_ATTEMPTS }, result, unit);

describe('after an attempt', () => {
  it('a delivery that was taken is done', () => {
    expect(after(1, OK)).toEqual({ kind: 'success' });
    expect(after(8, OK)).toEqual({ kind: 'success' });
  });

  it('a failed one waits 60 s, then twice as long each time, an hour at most', () => {
    const waits = Array.from({ length: 7 }, (_, i) => after(i + 1, failing()));
    expect(waits).toEqual([60, 120, 240, 480, 960, 1920, 3600].map((seconds) => ({ kind: 'retry', delayMs: seconds * 1000 })));
  });

  it('the wait differs by a tenth at the most, and is never longer than an hour', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 7 }), fc.double({ min: 0, max: 1, noNaN: true, maxExcluded: true }), (attempt, unit) => {
        const step = after(attempt, failing(), unit);
        const planned = Math.min(3_600_000, 60_000 * 2 ** (attempt - 1));
        expect(step.kind).toBe('retry');
        if (step.kind !== 'retry') return;
        expect(step.delayMs).toBeGreaterThanOrEqual(planned * 0.9);
        expect(step.delayMs).toBeLessThanOrEqual(Math.min(3_600_000, planned * 1.1));
      }),
    );
  });

  it('the receiver may ask for a longer wait, not for a shorter one and not for more than an hour', () => {
    const asked = (retryAfterMs: number) => after(1, failing({ statusCode: 503, retryAfterMs }));
    expect(asked(300_000)).toEqual({ kind: 'retry', delayMs: 300_000 });
    expect(asked(0)).toEqual({ kind: 'retry', delayMs: 60_000 });
    expect(asked(1e12)).toEqual({ kind: 'retry', delayMs: 3_600_000 });
  });

  it.each([
    ['the eighth', 8, failing(), 'attempts_exhausted'],
    ['an answer that nothing more is wanted', 1, failing({ error: 'http_4xx', statusCode: 410 }), 'gone'],
    ['an address that nothing may be sent to', 1, failing({ error: 'blocked_address', statusCode: null }), 'blocked_address'],
  ])('%s makes it a dead letter', (_what, attempt, result, reason) => {
    expect(after(attempt, result)).toEqual({ kind: 'dead_letter', reason });
  });
});
