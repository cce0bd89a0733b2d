import fc from 'fast-check';
import { MAX_ATTEMPTS, nextStep } from './next-step.js';
import type { SendResult } from './sender.js';

const OK: SendResult = { error: null, statusCode: 200, responseBody: '', retryAfterMs: null, durationMs: 5 };
const failing = (fields: Partial<SendResult> = {}): SendResult => ({ ...OK, error: 'http_5xx', statusCode: 500, ...fields });
const after = (attempt: number, result: SendResult, unit = 0.5) => nextStep({ attempt, maxAttempts: MAX_ATTEMPTS }, result, unit);

describe('the next step after an attempt', () => {
  it('is done when the webhook was delivered', () => {
    expect(after(1, OK)).toEqual({ kind: 'success' });
    expect(after(8, OK)).toEqual({ kind: 'success' });
  });

  it('is a retry after 60 s, then twice as long each time, one hour at most', () => {
    const waits = Array.from({ length: 7 }, (_, i) => after(i + 1, failing()));
    expect(waits).toEqual([60, 120, 240, 480, 960, 1920, 3600].map((seconds) => ({ kind: 'retry', delayMs: seconds * 1000 })));
  });

  it('is a retry whose pause varies by 10 % at most, and is never longer than one hour', () => {
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

  it('is a retry after the pause that the endpoint asks for, unless that is shorter than ours or longer than one hour', () => {
    const asked = (retryAfterMs: number) => after(1, failing({ statusCode: 503, retryAfterMs }));
    expect(asked(300_000)).toEqual({ kind: 'retry', delayMs: 300_000 });
    expect(asked(0)).toEqual({ kind: 'retry', delayMs: 60_000 });
    expect(asked(1e12)).toEqual({ kind: 'retry', delayMs: 3_600_000 });
  });

  it.each([
    ['the eighth failure', 8, failing(), 'attempts_exhausted'],
    ['status 410', 1, failing({ error: 'http_4xx', statusCode: 410 }), 'gone'],
    ['a blocked address', 1, failing({ error: 'blocked_address', statusCode: null }), 'blocked_address'],
  ])('is a dead letter after %s', (_what, attempt, result, reason) => {
    expect(after(attempt, result)).toEqual({ kind: 'dead_letter', reason });
  });
});
