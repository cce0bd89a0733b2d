import { Injectable } from '@nestjs/common';
import { Clock, HOUR_MS } from '#libs/core';
import { Database } from '#libs/database';
import { recordAudit } from '#libs/tenants';
import { signInLockedMail } from '#libs/mail';
import { Afterwards } from '../../http/afterwards.js';
import type { VisitorTraits } from '../../http/request/visitor.js';
import { OutgoingMail } from '../../mail/outgoing-mail.js';
import { Attempts } from '../attempts/attempts.js';
import type { LoginCandidate } from '../users/find-login.js';

/** Records failed logins in the audit log, and mails the person when they lock the account. */
@Injectable()
export class FailedLogins {
  constructor(
    private readonly database: Database,
    private readonly afterwards: Afterwards,
    private readonly attempts: Attempts,
    private readonly outgoing: OutgoingMail,
    private readonly clock: Clock,
  ) {}

  /**
   * Writes after the answer. An address without an account has no record, so the extra time would reveal which addresses have one.
   * @param options.locks the attempt was the last one that is allowed for now.
   */
  record({ tenantId, row }: LoginCandidate, { address }: VisitorTraits, { locks }: { locks: boolean }): void {
    if (row === null) return;
    const record = { action: 'user.login_failed', actor: { kind: 'user', userId: row.id }, address } as const;
    this.afterwards.start('audit.failed', async () => {
      const now = this.clock.now();
      const isMailed = locks && row.is_verified && (await this.attempts.isAllowed(this.attempts.ofLockMail(row.id)));
      await this.database.transaction(tenantId, async (db) => {
        await recordAudit(db, record, now);
        if (isMailed) await this.outgoing.queue(db, signInLockedMail(row.email), { now, lifetimeMs: HOUR_MS });
      });
      if (isMailed) this.outgoing.wakeSender();
    });
  }
}
