import { Injectable } from '@nestjs/common';
import { Clock, HOUR_MS, LIMITS, newId } from '#libs/core';
import { Database } from '#libs/database';
import { resetMail } from '#libs/mail';
import { Afterwards } from '../../http/afterwards.js';
import { OutgoingMail } from '../../mail/outgoing-mail.js';
import { newMailedToken } from '#libs/credentials';
import { FindLogin, type LoginCandidate } from '../users/find-login.js';
import type { LoginRow } from '../users/find-user.sql.js';
import { insertLink } from '../mailed-links/mailed-links.sql.js';

/** Mails a reset link to a user who forgot the password, if the address has an account. */
@Injectable()
export class ForgotPassword {
  constructor(
    private readonly database: Database,
    private readonly findLogin: FindLogin,
    private readonly outgoing: OutgoingMail,
    private readonly afterwards: Afterwards,
    private readonly clock: Clock,
  ) {}

  /** Answers before the mail is written, so that an address without an account takes the same time. */
  async forgot(email: string): Promise<void> {
    const candidate = await this.findLogin.find(email);
    const { row } = candidate;
    if (row !== null) this.afterwards.start('password_reset.failed', () => this.leaveMail(candidate, row));
  }

  private async leaveMail({ tenantId }: LoginCandidate, user: LoginRow): Promise<void> {
    const now = this.clock.now();
    const id = newId();
    const { token, hash } = newMailedToken(tenantId, id);
    await this.database.transaction(tenantId, async (db) => {
      const most = LIMITS.passwordResetsPerHour;
      const since = new Date(now.getTime() - HOUR_MS);
      const expiresAt = new Date(now.getTime() + LIMITS.passwordResetMs);
      // The limit stops repeated requests from filling a mailbox.
      if (!(await insertLink(db, { id, userId: user.id, purpose: 'reset_password', hash, now, expiresAt }, { most, since }))) return;
      const mail = resetMail(user.email, this.outgoing.links.resetPassword(token));
      await this.outgoing.queue(db, mail, { now, lifetimeMs: LIMITS.passwordResetMs });
    });
    this.outgoing.wakeSender();
  }
}
