import { Injectable } from '@nestjs/common';
import { Clock, conflict, notFound, type TenantId } from '#libs/core';
import { Database } from '#libs/database';
import { recordAudit } from '#libs/tenants';
import type { AccountCaller } from '#libs/guards';
import { ConfirmPerson } from '../accounts/confirmation/confirm-person.js';
import type { ConfirmationDto } from '../accounts/confirmation/confirmation.dto.js';
import { lockForOwner } from '../http/access/lock-for-role.js';
import type { VisitorTraits } from '../http/request/visitor.js';
import { OutgoingMail } from '../mail/outgoing-mail.js';
import { type ExportRow, findExport, openExport } from './export-tenant.sql.js';
import type { LatestExportDto, TenantExportDto } from './tenant-data.dto.js';

/** Opens exports, and returns the progress of the last one. A worker writes the file. */
@Injectable()
export class ExportTenant {
  constructor(
    private readonly database: Database,
    private readonly confirmPerson: ConfirmPerson,
    private readonly outgoing: OutgoingMail,
    private readonly clock: Clock,
  ) {}

  /** @throws the errors of `ConfirmPerson` and `lockForOwner`, and AppError `conflict` when an export is under way. */
  async start(account: AccountCaller, body: ConfirmationDto, { address }: VisitorTraits): Promise<TenantExportDto> {
    const { tenantId, userId } = account;
    const { email } = await this.confirmPerson.confirm(account, body);
    const now = this.clock.now();
    const opened = await this.database.transaction(tenantId, async (db) => {
      await lockForOwner(db, account, now);
      if (!(await openExport(db, userId, now))) throw conflict('an export is under way: wait until it has ended');
      await recordAudit(db, { action: 'tenant.export_requested', actor: { kind: 'user', userId }, address }, now);
      await this.outgoing.notify(db, { kind: 'export_requested', by: email }, now);
      return findExport(db, now);
    });
    this.outgoing.wakeSender();
    if (opened === null) throw notFound('export');
    return toExport(opened);
  }

  async latest(tenantId: TenantId): Promise<LatestExportDto> {
    const found = await this.database.transaction(tenantId, (db) => findExport(db, this.clock.now()));
    return { export: found && toExport(found) };
  }
}

const toExport = ({ parts: _parts, requested_at, finished_at, expires_at, ...row }: ExportRow): TenantExportDto => ({
  ...row,
  requested_at: requested_at.toISOString(),
  finished_at: finished_at?.toISOString() ?? null,
  expires_at: expires_at?.toISOString() ?? null,
});
