import { Injectable } from '@nestjs/common';
import { Clock, notFound } from '#libs/core';
import { Database } from '#libs/database';
import { cancelDeletion, findDeletion, recordAudit, scheduleDeletion } from '#libs/tenants';
import { toDeletion } from '#libs/dto';
import type { AccountCaller } from '#libs/guards';
import { ConfirmPerson } from '../accounts/confirmation/confirm-person.js';
import type { ConfirmationDto } from '../accounts/confirmation/confirmation.dto.js';
import { findUser } from '../accounts/users/find-user.sql.js';
import { lockForOwner } from '../http/access/lock-for-role.js';
import type { VisitorTraits } from '../http/request/visitor.js';
import { OutgoingMail } from '../mail/outgoing-mail.js';
import type { DeletionRequestedDto } from './tenant-data.dto.js';

/** Schedules the deletion of a tenant, and cancels it. A worker deletes the tenant when its time has come. */
@Injectable()
export class DeleteTenant {
  constructor(
    private readonly database: Database,
    private readonly confirmPerson: ConfirmPerson,
    private readonly outgoing: OutgoingMail,
    private readonly clock: Clock,
  ) {}

  /** @throws the errors of `ConfirmPerson` and `lockForOwner`. */
  async request(account: AccountCaller, body: ConfirmationDto, { address }: VisitorTraits): Promise<DeletionRequestedDto> {
    const { tenantId, userId } = account;
    const { email } = await this.confirmPerson.confirm(account, body);
    const now = this.clock.now();
    const deletion = await this.database.transaction(tenantId, async (db) => {
      await lockForOwner(db, account, now);
      const isNew = await scheduleDeletion(db, { by: userId, now });
      const scheduled = await findDeletion(db);
      if (scheduled === null) throw notFound('tenant');
      if (!isNew) return scheduled;
      const on = scheduled.dueAt.toISOString().slice(0, 10);
      const details = { deletes_at: scheduled.dueAt.toISOString() };
      await recordAudit(db, { action: 'tenant.deletion_requested', actor: { kind: 'user', userId }, address, details }, now);
      await this.outgoing.notify(db, { kind: 'deletion_requested', by: email, on }, now);
      return scheduled;
    });
    this.outgoing.wakeSender();
    return { deletion: toDeletion(deletion) };
  }

  /** @throws AppError `not_found` when no deletion was requested */
  async cancel(caller: AccountCaller, { address }: VisitorTraits): Promise<void> {
    const { tenantId, userId } = caller;
    const now = this.clock.now();
    await this.database.transaction(tenantId, async (db) => {
      await lockForOwner(db, caller, now);
      if (!(await cancelDeletion(db))) throw notFound('deletion');
      const user = await findUser(db, userId);
      await recordAudit(db, { action: 'tenant.deletion_cancelled', actor: { kind: 'user', userId }, address }, now);
      await this.outgoing.notify(db, { kind: 'deletion_cancelled', by: user?.email ?? null }, now);
    });
    this.outgoing.wakeSender();
  }
}
