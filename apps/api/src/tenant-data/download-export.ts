import { Injectable, type StreamableFile } from '@nestjs/common';
import { Clock, notFound, type TenantId } from '#libs/core';
import { Database } from '#libs/database';
import { recordAudit } from '#libs/tenants';
import type { AccountCaller } from '#libs/guards';
import type { VisitorTraits } from '../http/request/visitor.js';
import { Downloads } from '../http/transport/downloads.js';
import { findExport, readPart } from './export-tenant.sql.js';

/** Sends the file of an export, reading one part at a time. */
@Injectable()
export class DownloadExport {
  constructor(
    private readonly database: Database,
    private readonly downloads: Downloads,
    private readonly clock: Clock,
  ) {}

  /** @throws AppError `not_found` without a complete file, and the errors of `Downloads` */
  async open({ tenantId, userId }: AccountCaller, { address }: VisitorTraits): Promise<StreamableFile> {
    const now = this.clock.now();
    const {
      job_id: jobId,
      parts,
      bytes,
      requested_at: requestedAt,
    } = await this.database.transaction(tenantId, async (db) => {
      const found = await findExport(db, now);
      if (found?.finished_at == null) throw notFound('file of an export');
      await recordAudit(db, { action: 'tenant.export_downloaded', actor: { kind: 'user', userId }, address }, now);
      return found;
    });
    const name = `churn-export-${requestedAt.toISOString().slice(0, 10)}.jsonl.gz`;
    return this.downloads.open(tenantId, this.partsOf(tenantId, jobId, parts), {
      type: 'application/gzip',
      length: bytes,
      disposition: `attachment; filename="${name}"`,
    });
  }

  private async *partsOf(tenantId: TenantId, jobId: string, parts: number): AsyncGenerator<Buffer> {
    for (let part = 0; part < parts; part += 1) yield await this.read(tenantId, jobId, part);
  }

  /** @throws AppError `not_found` when another export has replaced the file */
  private async read(tenantId: TenantId, jobId: string, part: number): Promise<Buffer> {
    const content = await this.database.transaction(tenantId, (db) => readPart(db, jobId, part));
    if (content === null) throw notFound('file of an export');
    return content;
  }
}
