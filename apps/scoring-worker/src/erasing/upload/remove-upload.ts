import { Injectable } from '@nestjs/common';
import { Clock } from '#libs/core';
import { Database, type TenantDb } from '#libs/database';
import { Log } from '#libs/observability';
import { BackfillNotes, type Remember } from '#libs/work';
import { JobSlices } from '../../runner/jobs/job-slices.js';
import { findOpenJobs, type OpenJob } from '../../runner/jobs/jobs.sql.js';
import type { Leased } from '../../runner/leases.js';
import type { Stage } from '../../runner/stage.js';
import { finishRemoval, hasOlderRequests, nextEvents, noteProgress, takeRemoval } from './removal-job.sql.js';
import { takeBackEvents } from './take-back-events.js';

const nothing = (): undefined => undefined;

/**
 * Removes an upload: the events that nothing else brought, their part of the orders, and the customers who have nothing left after that.
 * Events that the upload had corrected get their former content back. The removal goes through all events of the tenant, takes some hundred of the
 * upload in each transaction, further ones of the same customers with them, and asks for new scores of the customers.
 */
@Injectable()
export class RemoveUpload implements Stage<OpenJob> {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly log: Log,
    private readonly slices: JobSlices,
    private readonly notes: BackfillNotes,
  ) {}

  findDue(): Promise<OpenJob[]> {
    return findOpenJobs(this.database, 'removal');
  }

  leaseOf({ tenantId, jobId }: OpenJob): Leased {
    return { tenantId, kind: 'erasure', subject: jobId };
  }

  /** Removes until the job is done, another worker has it, or the slice is used up. */
  work(job: OpenJob): Promise<boolean> {
    const { tenantId, jobId } = job;
    let isDone = false;
    const step = async (): Promise<boolean> => {
      const [hasMore, done, remember] = await this.database.transaction(tenantId, (db) => this.step(db, jobId));
      remember();
      isDone ||= done;
      return hasMore;
    };
    const finish = async (): Promise<void> => {
      if (!isDone) return;
      await this.database.transaction(tenantId, async (db) => {
        await finishRemoval(db, jobId, this.clock.now());
        await this.notes.end(db);
      });
      this.log.info('upload.removed', { tenantId, jobId });
    };
    return this.slices.runSlice(job, async () => ({ step, finish, stepsAtOnce: 1 }));
  }

  /** @returns whether this process has more to do at once, and whether all events were looked at */
  private async step(db: TenantDb, jobId: string): Promise<readonly [hasMore: boolean, isDone: boolean, remember: Remember]> {
    const removal = await takeRemoval(db, jobId, this.clock.now());
    if (removal === null) return [false, false, nothing];
    // The worker folds older requests first. Otherwise one transaction here might have to fold all of them.
    if (removal.removed_to === '' && (await hasOlderRequests(db, removal.requested_at))) return [false, false, nothing];
    const next = await nextEvents(db, removal);
    const { ids, upTo } = next;
    if (ids.length === 0) {
      await noteProgress(db, jobId, removal, { upTo: upTo ?? removal.removed_to, events: 0 });
      return [upTo !== null, upTo === null, nothing];
    }
    const taken = await takeBackEvents(db, removal.upload_id, next, this.clock.now());
    await noteProgress(db, jobId, removal, { upTo: upTo ?? removal.removed_to, events: taken.events });
    return [true, false, await this.notes.note(db, taken.span)];
  }
}
