import type { PlanId, TenantId } from '#libs/core';
import type { Caller } from '#libs/guards';
import type { BatchOptions, EventSource, Ingestion, ItemOutcome } from '#libs/ingestion';
import { type EventBatch, eventsWithin } from './event-batch.pipe.js';

/** The tenant that sends events. A storefront's call has no plan: the platform decides how many resources it sends. */
interface Sender {
  readonly tenantId: TenantId;
  /** `upload`: a person sends a file from the dashboard. */
  readonly plan: PlanId | 'upload' | null;
}

/** @returns the source of events that came with an API key */
export const keySource = ({ key }: Caller, via: 'api' | 'webhook'): EventSource => ({
  via,
  sender: key?.prefix ?? null,
  ...(key !== undefined && { keyNumber: key.number }),
});

/**
 * Stores the events of one request and returns the outcome of each event. Every door for events calls it: `POST /events` in both
 * forms, the custom webhook, the webhooks of storefronts, and the dashboard.
 * @throws AppError `validation_error` when the batch has more events than the plan allows.
 */
export async function receiveBatch(
  ingestion: Ingestion,
  { tenantId, plan }: Sender,
  batch: EventBatch,
  options: Omit<BatchOptions, 'backfill' | 'backfillDone' | 'guard'>,
): Promise<readonly ItemOutcome[]> {
  const events = plan === null ? batch.events : eventsWithin(plan, batch);
  return ingestion.batch(tenantId, events, { backfill: batch.backfill, backfillDone: batch.backfillDone === true, ...options });
}
