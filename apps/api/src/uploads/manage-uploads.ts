import { Injectable } from '@nestjs/common';
import { Clock, isUuid, newId, notFound, type TenantId } from '#libs/core';
import { Database } from '#libs/database';
import { type Caller, isPerson } from '#libs/guards';
import { type AuditOrigin, recordAudit } from '#libs/tenants';
import type { CreateUploadDto, RemovalDto, UploadDto, UploadsDto } from './upload.dto.js';
import { addUpload, findUpload, listUploads, openRemoval, type UploadRow } from './uploads.sql.js';

/** Lists uploads, creates them, and opens the job that removes what one brought. */
@Injectable()
export class ManageUploads {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /** Lists them; for a program without the addresses of people. */
  async list(caller: Caller): Promise<UploadsDto> {
    const uploads = (await this.database.transaction(caller.tenantId, listUploads)).map(toUpload);
    return { data: isPerson(caller) ? uploads : uploads.map((upload) => Object.assign({}, upload, { created_by: null })) };
  }

  async create(caller: Caller, { file_name: fileName, summary }: CreateUploadDto): Promise<UploadDto> {
    const uploader = { userId: isPerson(caller) ? caller.userId : null, keyPrefix: caller.key?.prefix ?? null };
    const { first_at: firstAt = null, last_at: lastAt = null, ...counts } = summary;
    const [id, now] = [newId(), this.clock.now()];
    const row = await this.database.transaction(caller.tenantId, async (db) => {
      await addUpload(db, { id, fileName, summary: { ...counts, first_at: firstAt, last_at: lastAt }, ...uploader }, now);
      return findUpload(db, id);
    });
    if (row === null) throw notFound('upload');
    return toUpload(row);
  }

  /** Opens the job, which a sweep of a worker finds within a second. @throws AppError `not_found`, also for a malformed id */
  async remove(tenantId: TenantId, uploadId: string, origin: AuditOrigin): Promise<RemovalDto> {
    if (!isUuid(uploadId)) throw notFound('upload');
    const now = this.clock.now();
    const opened = await this.database.transaction(tenantId, async (db) => {
      const removal = await openRemoval(db, uploadId, newId(), now);
      if (removal?.isNew === true) {
        const details = { upload_id: uploadId, job_id: removal.jobId };
        await recordAudit(db, { action: 'upload.removal_requested', ...origin, details }, now);
      }
      return removal;
    });
    if (opened === null) throw notFound('upload');
    return { job_id: opened.jobId };
  }
}

function toUpload({ summary, ...row }: UploadRow): UploadDto {
  const { removal_job_id: jobId, job_status: status, processed } = row;
  return {
    id: row.id,
    file_name: row.file_name,
    state: stateOf(row),
    created_at: row.created_at.toISOString(),
    created_by: row.created_by,
    key_prefix: row.key_prefix,
    events: row.events,
    summary: {
      ...summary,
      amounts: [...summary.amounts],
      statuses: [...summary.statuses] as UploadDto['summary']['statuses'],
    },
    removal: jobId === null || status === null ? null : { job_id: jobId, status, processed: processed ?? 0 },
    removed_at: row.removed_at?.toISOString() ?? null,
  };
}

function stateOf({
  removed_at: removedAt,
  removal_job_id: jobId,
  finished_at: finishedAt,
}: Omit<UploadRow, 'summary'>): UploadDto['state'] {
  if (removedAt !== null) return 'removed';
  if (jobId !== null) return 'removing';
  return finishedAt === null ? 'under_way' : 'complete';
}
