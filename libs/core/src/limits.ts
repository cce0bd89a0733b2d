import { DAY_MS, HOUR_MS, MINUTE_MS } from './clock.js';

/** Every number of the interface and of the decisions on it that is not a plan's. ⚙ */
export const LIMITS = {
  /** UTF-8 bytes of the compact JSON of an event's `data`. */
  dataBytes: 64 * 1024,
  dataDepth: 20,
  /** Characters of `event_id` and `customer_id`. */
  idLength: 255,
  /** How far in the future an event may lie, for clocks that run ahead. */
  occurredAtAheadMs: 5 * MINUTE_MS,
  occurredAtEarliest: new Date('2000-01-01T00:00:00.000Z'),
  value: { min: 0, max: 1e12 },
  /** For a tenant with whom nothing has been agreed, on a plan that leaves it open. */
  requestsPerMinute: 100,
  rateWindowMs: MINUTE_MS,
  pageSize: { min: 1, max: 200, default: 50 },
  historyRows: 30,
  customersPerRecalculation: 1000,
  staleScoreMs: 48 * HOUR_MS,
  /** How far the timestamp of a signed webhook may be from now, either way (Standard Webhooks). */
  webhookToleranceMs: 5 * MINUTE_MS,
  jobRetentionMs: 30 * DAY_MS,
  outboxRetentionMs: 14 * DAY_MS,
} as const;
