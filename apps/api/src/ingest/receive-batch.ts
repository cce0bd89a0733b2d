import type { PlanId, TenantId } from '#libs/core';
import type { Caller } from '#libs/guards';
import type { BatchOptions, EventSource, Ingestion, ItemOutcome } from '#libs/ingestion';
import { type EventBatch, eventsWithin } from './event-batch.pipe.js';

/** The tenant that sends events. */
interface Sender {
  readonly tenantId: TenantId;
  /** `upload`: a person sends a file from the dashboard. */
  readonly plan: PlanId | 'upload';
}

/** @returns the source of events that came with an API key */
export const keySource = ({ key }: Caller, via: 'api' | 'webhook'): EventSource => ({
  via,
  sender: key?.prefix ?? null,
  ...(key !== undefined && { keyNumber: key.number }),
});

/**
 * Stores the events of one request and returns the outcome of each event. Every route that stores events calls it: `POST /events` in both
 * forms, the custom webhook, and the dashboard. A platform decides itself how many resources it sends.
 * @throws AppError `validation_error` when the batch has more events than the plan allows.
 */
export async function receiveBatch(
  ingestion: Ingestion,
  { tenantId, plan }: Sender,
  batch: EventBatch,
  options: Omit<BatchOptions, 'backfill' | 'backfillDone' | 'uploadId' | 'uploadDone' | 'guard'>,
): Promise<readonly ItemOutcome[]> {
  const { events: _, ...said } = batch;
  return ingestion.batch(tenantId, eventsWithin(plan, batch), { ...said, ...options });
}
