import { FAILURES_TO_OPEN, evaluateHealth } from './endpoint-health.js';
import type { SendResult } from './sender.js';

const OK: SendResult = { error: null, statusCode: 200, responseBody: '', retryAfterMs: null, durationMs: 5 };
const FAILED: SendResult = { ...OK, error: 'timeout', statusCode: null };
const DAY_MS = 86_400_000;

describe('the health of an endpoint', () => {
  it('opens the breaker after ten failures in a row, with a probe every five minutes', () => {
    expect(evaluateHealth({ consecutiveFailures: FAILURES_TO_OPEN - 2, failingForMs: 0 }, FAILED, 1)).toEqual({
      consecutiveFailures: FAILURES_TO_OPEN - 1,
      openForMs: null,
      disable: null,
    });
    expect(evaluateHealth({ consecutiveFailures: FAILURES_TO_OPEN - 1, failingForMs: 0 }, FAILED, 1)).toMatchObject({ openForMs: 300_000 });
    expect(evaluateHealth({ consecutiveFailures: 500, failingForMs: DAY_MS }, FAILED, 1)).toMatchObject({
      openForMs: 300_000,
      disable: null,
    });
  });

  it('recovers with the first success, however long the endpoint failed', () => {
    expect(evaluateHealth({ consecutiveFailures: 500, failingForMs: 4 * DAY_MS }, OK, 1)).toEqual({
      consecutiveFailures: 0,
      openForMs: null,
      disable: null,
    });
  });

  it('disables the endpoint after five days of failures, or at once after status 410', () => {
    expect(evaluateHealth({ consecutiveFailures: 500, failingForMs: 5 * DAY_MS - 1 }, FAILED, 1).disable).toBeNull();
    expect(evaluateHealth({ consecutiveFailures: 500, failingForMs: 5 * DAY_MS }, FAILED, 1).disable).toBe('no_success_for_5_days');
    expect(evaluateHealth({ consecutiveFailures: 0, failingForMs: 0 }, { ...FAILED, statusCode: 410 }, 1).disable).toBe('gone');
  });
});
