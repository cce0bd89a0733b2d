import { Injectable } from '@nestjs/common';
import { Clock } from '#libs/core';
import { Database, recordAudit } from '#libs/database';
import { Afterwards } from '../../http/afterwards.js';
import type { VisitorTraits } from '../../http/request/visitor.js';
import type { LoginCandidate } from '../users/find-login.js';

/** Records failed logins in the audit log. */
@Injectable()
export class FailedLogins {
  constructor(
    private readonly database: Database,
    private readonly afterwards: Afterwards,
    private readonly clock: Clock,
  ) {}

  /** Writes after the answer. An address without an account has no record, so the extra time would reveal which addresses have one. */
  record({ tenantId, row }: LoginCandidate, { address }: VisitorTraits): void {
    if (row === null) return;
    const record = { action: 'user.login_failed', actor: { kind: 'user', userId: row.id }, address } as const;
    this.afterwards.start('audit.failed', () => this.database.transaction(tenantId, (db) => recordAudit(db, record, this.clock.now())));
  }
}
