import type { Caller } from '#libs/guards';
import type { BatchOptions, Ingestion, ItemOutcome } from '#libs/ingestion';
import type { EventBatch } from './event-batch.pipe.js';

/**
 * Stores the events of one request and returns the outcome of each event. Every door for batches calls it: `POST /events` in both
 * forms, the custom webhook, and the dashboard.
 * @throws AppError `validation_error` when the batch has more events than the plan allows.
 */
export const receiveBatch = (
  ingestion: Ingestion,
  { tenantId, plan }: Pick<Caller, 'tenantId' | 'plan'>,
  batch: EventBatch,
  options: Pick<BatchOptions, 'dryRun' | 'origin'>,
): Promise<readonly ItemOutcome[]> => ingestion.batch(tenantId, batch.within(plan), { backfill: batch.backfill, ...options });
