import { Injectable } from '@nestjs/common';
import { AppError, type TenantId } from '#libs/core';
import type { Destination } from '#libs/delivery';
import { Log } from '#libs/observability';
import { type OpenJob, startJob } from '../../runner/jobs/jobs.sql.js';
import type { Leased } from '../../runner/leases.js';
import type { Stage } from '../../runner/stage.js';
import { disableEndpoint } from '../deliver/disable-endpoint.sql.js';
import { failResync } from '../resync/resync.sql.js';
import { SnapshotTools } from './snapshot-tools.js';
import { type RunTotals, SnapshotRun, StorageError } from './snapshot-run.js';
import { snapshotTables } from './snapshot-tables.js';
import { completeSnapshot, findDueSnapshots, noteCustomers, recordFailedTry, storageOf } from './snapshots.sql.js';

const UNEXPECTED = 'The files could not be written because of an error of this service.';

/**
 * Writes the customers and campaign assignments of a tenant into its storage. A try that stops, also because its worker dies, leaves a folder without a
 * manifest, and the next one begins in a folder of its own.
 */
@Injectable()
export class WriteSnapshots implements Stage<OpenJob> {
  constructor(
    private readonly tools: SnapshotTools,
    private readonly log: Log,
  ) {}

  findDue(): Promise<OpenJob[]> {
    return findDueSnapshots(this.tools.database);
  }

  leaseOf({ tenantId, jobId }: OpenJob): Leased {
    return { tenantId, kind: 'snapshot', subject: jobId };
  }

  async work({ tenantId, jobId }: OpenJob, stopping: AbortSignal): Promise<boolean> {
    const destination = await this.begin(tenantId, jobId);
    if (destination === null) return false;
    try {
      const totals = await this.write(tenantId, jobId, destination, stopping);
      const isFirst = await this.tools.database.transaction(tenantId, (db) => completeSnapshot(db, jobId, totals, this.tools.clock.now()));
      if (isFirst) this.log.info('snapshot.written', { tenantId, jobId, ...totals });
    } catch (error) {
      if (stopping.aborted || (error instanceof AppError && error.code === 'service_unavailable')) throw error;
      if (!(await this.recordFailure(tenantId, jobId, error))) throw error;
    }
    return false;
  }

  /** @returns null when there is nothing to write any more */
  private begin(tenantId: TenantId, jobId: string): Promise<Destination | null> {
    return this.tools.database.transaction(tenantId, async (db) => {
      if ((await startJob(db, jobId, this.tools.clock.now())) === null) return null;
      const destination = await storageOf(db, jobId);
      if (destination === null) await failResync(db, jobId, this.tools.clock.now());
      return destination;
    });
  }

  private write(tenantId: TenantId, jobId: string, destination: Destination, signal: AbortSignal): Promise<RunTotals> {
    const { database, clock, explainScore, vendors } = this.tools;
    if (destination.storage === null) throw new Error(`destination ${destination.id} has no storage`);
    const at = clock.now();
    const run = new SnapshotRun({
      bucket: vendors.bucket(tenantId, destination),
      storage: destination.storage,
      at,
      now: () => clock.now(),
      signal,
      onProgress: (customers) => database.transaction(tenantId, (db) => noteCustomers(db, jobId, customers)),
    });
    return run.write(snapshotTables({ database, explainScore, tenantId, at, signal }));
  }

  /** @returns whether there is no further try */
  private recordFailure(tenantId: TenantId, jobId: string, error: unknown): Promise<boolean> {
    const now = this.tools.clock.now();
    const isKnown = error instanceof StorageError;
    const failure = { jobId, error: isKnown ? error.message : UNEXPECTED, isLasting: isKnown && error.isLasting, now };
    return this.tools.database.transaction(tenantId, async (db) => {
      const recorded = await recordFailedTry(db, failure);
      if (recorded === null) return true;
      if (isKnown && error.isKeyRefused) await disableEndpoint(db, recorded.destinationId, 'key_refused', { box: this.tools.box, now });
      if (recorded.hasEnded) this.log.warn('snapshot.failed', { tenantId, jobId, isLasting: failure.isLasting });
      return recorded.hasEnded;
    });
  }
}
