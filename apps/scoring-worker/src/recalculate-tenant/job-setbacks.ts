import { Injectable } from '@nestjs/common';
import { AppError, Clock, type TenantId } from '#libs/core';
import { Database } from '#libs/database';
import { Log } from '#libs/observability';
import { recordSetback } from './jobs.sql.js';

/** Keeps a job that throws from holding up the jobs behind it, and ends it when it throws too often. */
@Injectable()
export class JobSetbacks {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly log: Log,
  ) {}

  /**
   * Runs a slice of the job. @returns what the slice returned; false when it threw.
   * @throws AppError `service_unavailable`: that the database is away says nothing of the job.
   */
  async runSlice(tenantId: TenantId, jobId: string, slice: () => Promise<boolean>): Promise<boolean> {
    try {
      return await slice();
    } catch (error) {
      if (error instanceof AppError && error.code === 'service_unavailable') throw error;
      const failed = await this.database.transaction(tenantId, (db) => recordSetback(db, jobId, this.clock.now()));
      this.log.error(failed ? 'job.failed' : 'job.set_back', error, { tenantId, jobId });
      return false;
    }
  }
}
