import { promisify } from 'node:util';
import { gzip as gzipWithCallback } from 'node:zlib';
import { Injectable } from '@nestjs/common';
import { Clock, LIMITS } from '#libs/core';
import { Database, type TenantDb } from '#libs/database';
import { exportedTables, readExportPart, readTenantTables, SecretBox, type TenantTable } from '#libs/tenants';
import { queueSecurityNotice } from '#libs/mail';
import { Log } from '#libs/observability';
import { JobSlices } from '../runner/jobs/job-slices.js';
import { findOpenJobs, type OpenJob } from '../runner/jobs/jobs.sql.js';
import type { Stage } from '../runner/stage.js';
import { appendPart, countTables, failExport, finishExport, forgetOldParts, saveProgress, takeExport } from './export-tenant.sql.js';

const gzip = promisify(gzipWithCallback);

/**
 * Writes everything that is stored about a tenant into a file: JSON lines, gzip. The file is kept in the database, part by part, because
 * API and workers may run on different machines. Each part is committed with the progress, so a crash costs one part.
 */
@Injectable()
export class ExportTenant implements Stage<OpenJob> {
  constructor(
    private readonly database: Database,
    private readonly box: SecretBox,
    private readonly clock: Clock,
    private readonly log: Log,
    private readonly slices: JobSlices,
  ) {}

  findDue(): Promise<OpenJob[]> {
    return findOpenJobs(this.database, 'export');
  }

  /** Writes until the file is complete, another worker has the job, or the slice is used up. */
  work(job: OpenJob): Promise<boolean> {
    return this.slices.runSlice(job, async () => {
      const tables = await this.database.transaction(job.tenantId, readTenantTables);
      const step = (): Promise<boolean> => this.database.transaction(job.tenantId, (db) => this.writePart(db, job.jobId, tables));
      return { step, finish: async () => undefined, stepsAtOnce: 1 };
    });
  }

  /** @returns whether this process has more to do */
  private async writePart(db: TenantDb, jobId: string, tables: readonly TenantTable[]): Promise<boolean> {
    const now = this.clock.now();
    const taken = await takeExport(db, jobId, now);
    if (taken === null) return false;
    if (await forgetOldParts(db)) return true;
    const { text, next } = await readExportPart(db, tables, taken.at, now);
    const content = text === '' ? null : await gzip(text);
    const bytes = taken.bytes + (content?.length ?? 0);
    if (bytes > LIMITS.tenantExport.bytes) return this.fail(db, jobId, bytes);
    if (content !== null) await appendPart(db, jobId, taken.parts, content);
    const parts = taken.parts + (content === null ? 0 : 1);
    await saveProgress(db, { at: next ?? taken.at, parts, bytes });
    const names = exportedTables(tables);
    await countTables(db, jobId, names.length, next === null ? names.length : names.filter((name) => name < next.table).length);
    if (next === null) await this.finish(db, jobId, bytes);
    return next !== null;
  }

  private async finish(db: TenantDb, jobId: string, bytes: number): Promise<void> {
    const now = this.clock.now();
    const expiresAt = await finishExport(db, jobId, now);
    const until = expiresAt.toISOString().slice(0, 10);
    await queueSecurityNotice(db, this.box, { kind: 'export_ready', until }, now);
    this.log.info('tenant.exported', { tenantId: db.tenantId, jobId, bytes });
  }

  private async fail(db: TenantDb, jobId: string, bytes: number): Promise<false> {
    await failExport(
      db,
      jobId,
      `the file is larger than ${LIMITS.tenantExport.bytes} bytes; an operator can export the data`,
      this.clock.now(),
    );
    this.log.warn('tenant.export_too_large', { tenantId: db.tenantId, jobId, bytes });
    return false;
  }
}
