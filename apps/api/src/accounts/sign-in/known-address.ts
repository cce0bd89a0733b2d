import { Injectable } from '@nestjs/common';
import { Clock, DAY_MS } from '#libs/core';
import { Database } from '#libs/database';
import { knownAddressMail } from '#libs/mail';
import { OutgoingMail } from '../../mail/outgoing-mail.js';
import { Attempts } from '../attempts/attempts.js';
import { FindLogin } from '../users/find-login.js';

/** Mails people who register with an address that has an account how to add a shop. The answer to the request does not reveal the account. */
@Injectable()
export class KnownAddress {
  constructor(
    private readonly database: Database,
    private readonly findLogin: FindLogin,
    private readonly attempts: Attempts,
    private readonly outgoing: OutgoingMail,
    private readonly clock: Clock,
  ) {}

  /** Call it after the answer. Unverified addresses get no mail: a stranger may have registered them. */
  async tell(email: string): Promise<void> {
    const { tenantId, row } = await this.findLogin.find(email);
    if (row?.is_verified !== true || !(await this.attempts.isAllowed(this.attempts.ofKnownAddressMail(row.id)))) return;
    const times = { now: this.clock.now(), lifetimeMs: DAY_MS };
    await this.database.transaction(tenantId, (db) => this.outgoing.queue(db, knownAddressMail(row.email), times));
    this.outgoing.wakeSender();
  }
}
