import { setTimeout as sleep } from 'node:timers/promises';
import { type BeforeApplicationShutdown, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { Clock, MINUTE_MS, SECOND_MS, type TenantId } from '#libs/core';
import { Database } from '#libs/database';
import { SecretBox } from '#libs/tenants';
import { Log } from '#libs/observability';
import { MailRefusedError, MailTransport } from './mail.js';
import { serveInTurns } from './serve-in-turns.js';
import { type ClaimedMail, claimMail, openMail, postponeMail, removeMail, tenantsWithDueMails } from './mails.sql.js';

/** The interval at which each process looks for due mails of other processes. */
const LOOK_EVERY_MS = 5 * SECOND_MS;
/** Longer than the timeout of a mail server, so that no second process sends a mail that is being sent. */
const LEASE_MS = MINUTE_MS;
const FIRST_RETRY_MS = 10 * SECOND_MS;
const LONGEST_RETRY_MS = 15 * MINUTE_MS;
const TENANTS_AT_ONCE = 20;

/**
 * Sends queued mails in every process, without a leader. A process claims a mail for a minute, and deletes it when
 * the mail server has accepted it. After a crash in between, a mail may go out twice, but is never lost.
 */
@Injectable()
export class SendMails implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly stopping = new AbortController();
  private waking = new AbortController();
  private loop: Promise<void> = Promise.resolve();

  constructor(
    private readonly database: Database,
    private readonly box: SecretBox,
    private readonly transport: MailTransport,
    private readonly clock: Clock,
    private readonly log: Log,
  ) {}

  onApplicationBootstrap(): void {
    this.loop = this.run();
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.stopping.abort();
    this.wake();
    // A mail server that hangs must not delay the shutdown. An unfinished mail is due again after its lease.
    this.transport.close();
    await Promise.race([this.loop, sleep(SECOND_MS, undefined, { ref: false })]);
  }

  /** Starts a pass at once. Call it after the commit that queued a mail. */
  wake(): void {
    this.waking.abort();
  }

  private async run(): Promise<void> {
    while (!this.stopping.signal.aborted) {
      this.waking = new AbortController();
      await this.sendDue().catch((error: unknown) => this.log.error('mails.failed', error));
      await sleep(LOOK_EVERY_MS, undefined, { signal: this.waking.signal }).catch(() => undefined);
    }
  }

  private sendDue(): Promise<void> {
    return serveInTurns({
      atOnce: TENANTS_AT_ONCE,
      due: (limit) => tenantsWithDueMails(this.database, this.clock.now(), limit),
      serve: (tenantId) => this.sendOneOf(tenantId),
    });
  }

  /** Sends the longest waiting mail of a tenant. @returns false when this pass must end: the process stops, or the database does not answer */
  private async sendOneOf(tenantId: TenantId): Promise<boolean> {
    try {
      const now = this.clock.now();
      const mail = await this.database.transaction(tenantId, (db) => claimMail(db, now, new Date(now.getTime() + LEASE_MS)));
      if (mail === null) return !this.stopping.signal.aborted;
      const isDone = await this.trySending(tenantId, mail);
      const again = new Date(this.clock.now().getTime() + Math.min(FIRST_RETRY_MS * 2 ** (mail.attempts - 1), LONGEST_RETRY_MS));
      await this.database.transaction(tenantId, (db) => (isDone ? removeMail(db, mail.id) : postponeMail(db, mail.id, again)));
      return !this.stopping.signal.aborted;
    } catch (error) {
      this.log.error('mails.failed', error, { tenantId });
      return false;
    }
  }

  /** @returns whether the mail needs no further attempt. */
  private async trySending(tenantId: TenantId, claimed: ClaimedMail): Promise<boolean> {
    const about = { tenantId, mailId: claimed.id, attempts: claimed.attempts };
    if (claimed.expires_at <= this.clock.now()) {
      this.log.warn('mail.expired', about);
      return true;
    }
    try {
      await this.transport.send(openMail(tenantId, this.box, claimed));
      this.log.info('mail.sent', about);
      return true;
    } catch (error) {
      this.log.error(error instanceof MailRefusedError ? 'mail.refused' : 'mail.failed', error, about);
      return error instanceof MailRefusedError;
    }
  }
}
