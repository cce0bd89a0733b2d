import { Injectable } from '@nestjs/common';
import { Config } from '#libs/config';
import { Clock, type CustomerId, PROFILES_PER_DELIVERY, type TenantId } from '#libs/core';
import { Database } from '#libs/database';
import { isBackfillRunning, openResync, readBackfill } from '#libs/work';
import { markEndpointDue } from '#libs/delivery';
import { Log } from '#libs/observability';
import { DeliverDue } from '../deliver/deliver-due.js';
import { JobSlices } from '../../runner/jobs/job-slices.js';
import { findOpenJobs, finishJob, type OpenJob, startJob } from '../../runner/jobs/jobs.sql.js';
import type { JobSteps } from '../../runner/jobs/run-slice.js';
import { insertProfiles } from '../relay/relay-profiles.sql.js';
import { advancePart, takePart } from '../../scoring/recalculate/parts.sql.js';
import type { Stage } from '../../runner/stage.js';
import { countOpen, destinationsToResync, failResync, isRescoring, nextScored, targetOf, tenantsToResync } from './resync.sql.js';

/** Deliveries of a destination that may wait at the same time, so that a resync takes little room and changes are not held up for long. */
const OPEN_AT_ONCE = 3;

/** Opens resyncs that became due by an import, a new model or a new destination, once scores are at rest. */
@Injectable()
export class BeginResyncs implements Stage<TenantId> {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly config: Config,
    private readonly log: Log,
  ) {}

  findDue(): Promise<TenantId[]> {
    return tenantsToResync(this.database);
  }

  async work(tenantId: TenantId): Promise<boolean> {
    const now = this.clock.now();
    const opened = await this.database.transaction(tenantId, async (db) => {
      await db.lockTenant();
      const backfill = await readBackfill(db);
      if ((backfill !== null && isBackfillRunning(backfill, now, this.config.backfillQuietMs)) || (await isRescoring(db))) return [];
      const jobs: string[] = [];
      for (const id of await destinationsToResync(db)) jobs.push((await openResync(db, id, now)).jobId);
      return jobs;
    });
    for (const jobId of opened) this.log.info('resync.opened', { tenantId, jobId });
    return false;
  }
}

/** Pushes all profiles of a tenant to a destination, in deliveries of a thousand customers. Progress is committed with them. */
@Injectable()
export class ResyncDestinations implements Stage<OpenJob> {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly log: Log,
    private readonly slices: JobSlices,
    private readonly deliverDue: DeliverDue,
  ) {}

  findDue(): Promise<OpenJob[]> {
    return findOpenJobs(this.database, 'resync');
  }

  /** Runs until enough deliveries wait. The sweep comes back to the job. */
  async work(job: OpenJob): Promise<boolean> {
    const hasMore = await this.slices.runSlice(job, () => this.begin(job));
    await this.deliverDue.startFor(job.tenantId);
    return hasMore;
  }

  private async begin({ tenantId, jobId }: OpenJob): Promise<JobSteps | null> {
    const job = await this.database.transaction(tenantId, (db) => startJob(db, jobId, this.clock.now()));
    if (job === null) return null;
    return { step: () => this.step(tenantId, jobId), finish: () => this.finish(tenantId, jobId), stepsAtOnce: 1 };
  }

  /** @returns false when nothing is left, or enough deliveries wait. */
  private step(tenantId: TenantId, jobId: string): Promise<boolean> {
    return this.database.transaction(tenantId, async (db) => {
      const part = await takePart(db, jobId);
      if (part === null) return false;
      const target = await targetOf(db, jobId);
      if (target === null) {
        await failResync(db, jobId, this.clock.now());
        return false;
      }
      if ((await countOpen(db, target.endpoint.id, OPEN_AT_ONCE)) >= OPEN_AT_ONCE) return false;
      const ids = await nextScored(db, part.after_id, PROFILES_PER_DELIVERY);
      if (ids.length > 0) {
        await markEndpointDue(db, target.endpoint);
        const decidedAt = this.clock.now().toISOString();
        await insertProfiles(db, { destinationId: target.destinationId, endpointId: target.endpoint.id, ids, decidedAt }, 0);
      }
      const done = ids.length < PROFILES_PER_DELIVERY;
      await advancePart(db, jobId, part, { reached: (ids.at(-1) ?? null) as CustomerId | null, done, processed: ids.length, failed: 0 });
      return true;
    });
  }

  private async finish(tenantId: TenantId, jobId: string): Promise<void> {
    const job = await this.database.transaction(tenantId, (db) => finishJob(db, jobId, this.clock.now()));
    if (job !== null) this.log.info('destination.resynced', { tenantId, jobId, processed: job.processed });
  }
}
