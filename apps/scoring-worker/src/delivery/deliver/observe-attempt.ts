import type { DestinationKind } from '#libs/core';
import type { NextStep, SendResult } from '#libs/delivery';
import { DEAD_LETTERS, DELIVERY_ATTEMPTS, DELIVERY_DELAY, failSpan, traced } from '#libs/observability';
import type { DueDelivery } from './due-deliveries.sql.js';
import type { GivenUp } from './follow-settings.sql.js';

/**
 * Runs an attempt in a span that continues the trace of the outbox event. The request carries no trace headers: the endpoint is another company's
 * system, which identifies a delivery by its id.
 */
export function tracedAttempt(delivery: DueDelivery, attempt: number, send: () => Promise<SendResult>): Promise<SendResult> {
  const attributes = { 'churn.delivery_id': delivery.id, 'churn.event': delivery.event, 'churn.attempt': attempt };
  return traced('webhook attempt', { kind: 'client', attributes, parent: delivery.traceparent ?? undefined }, async (span) => {
    const result = await send();
    if (result.statusCode !== null) span.setAttribute('http.response.status_code', result.statusCode);
    if (result.error !== null) failSpan(span, result.error);
    return result;
  });
}

interface MeasuredAttempt {
  readonly kind: DestinationKind;
  /** The start of the attempt. */
  readonly at: Date;
  readonly result: SendResult;
  readonly step: NextStep;
}

export function measureAttempt(delivery: DueDelivery, { kind, at, result: { error, durationMs }, step }: MeasuredAttempt): void {
  DELIVERY_ATTEMPTS.observe({ kind, outcome: error ?? 'success' }, durationMs / 1000);
  if (delivery.measures_delay) DELIVERY_DELAY.observe({ event: delivery.event }, Math.max(0, at.getTime() - delivery.decided_ms) / 1000);
  if (step.kind === 'dead_letter') DEAD_LETTERS.inc({ reason: step.reason });
}

/** Counts deliveries that became dead letters without another attempt. Call it after the commit. */
export function countGivenUp(givenUp: readonly GivenUp[]): void {
  for (const { reason, count } of givenUp) if (count > 0) DEAD_LETTERS.inc({ reason }, count);
}
