import type { TenantDb } from '#libs/database';
import type { JobOrigin } from '#libs/queues';
import type { EventSource } from './event-source.js';

export interface BatchOptions {
  /** Imported history: scored with low priority, no webhooks are sent for it. */
  readonly backfill: boolean;
  /** The sender says that this batch of a backfill is its last one. */
  readonly backfillDone?: boolean;
  /** The upload that brings the events. */
  readonly uploadId?: string | null;
  /** The sender says that this batch is the last one of its upload. */
  readonly uploadDone?: boolean;
  /** The source of the events, for the log of rejected events. */
  readonly source: EventSource;
  /** Validates and answers, and stores nothing. */
  readonly dryRun: boolean;
  /** The origin of the events, for logs and traces. */
  readonly origin?: JobOrigin;
  /** The sender's id of the delivery that brought the events. When the same delivery comes again, all of it is a duplicate. */
  readonly deliveryKey?: string | null;
  /**
   * The indexes of the events of placeholder customers. They change the order, and do not create a customer. They take effect for the
   * customer of the order once it is known.
   */
  readonly ofPlaceholders?: ReadonlySet<number>;
  /** Called in the transaction of the batch once erasures are kept out until it ends. If it throws, the batch is undone. */
  readonly guard?: (db: TenantDb) => Promise<void>;
}
