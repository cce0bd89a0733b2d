import { Injectable } from '@nestjs/common';
import { isUuid, notFound, type TenantId } from '#libs/core';
import { Database } from '#libs/database';
import type { JobDto } from '#libs/dto';
import { findJob, type JobRow } from './get-job.sql.js';

/** How far a job has come. */
@Injectable()
export class GetJob {
  constructor(private readonly database: Database) {}

  /** @throws AppError `not_found` when the tenant has no job of this id, whatever the id looks like. */
  async of(tenantId: TenantId, jobId: string): Promise<JobDto> {
    if (!isUuid(jobId)) throw notFound('job');
    const job = await this.database.transaction(tenantId, (db) => findJob(db, jobId));
    if (job === null) throw notFound('job');
    return toJob(job);
  }
}

const toJob = ({ id, started_at, finished_at, ...job }: JobRow): JobDto => ({
  job_id: id,
  ...job,
  started_at: started_at?.toISOString() ?? null,
  finished_at: finished_at?.toISOString() ?? null,
});
