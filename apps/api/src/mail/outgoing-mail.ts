import { Injectable } from '@nestjs/common';
import { type TenantDb } from '#libs/database';
import { SecretBox } from '#libs/tenants';
import { type Mail, type MailTimes, queueMail, queueSecurityNotice, type SecurityNotice, tellOfRemoval, tellOfStorage } from '#libs/mail';
import { MailTransport } from './mail.js';
import { SendMails } from './send-mails.js';

/** The dashboard addresses that mails link to. */
export class DashboardLinks {
  /** @param dashboardUrl the URL without a trailing slash. */
  constructor(private readonly dashboardUrl: string) {}

  readonly integrations = (): string => `${this.dashboardUrl}/integrations`;
  // Tokens come after the #, which browsers never send, so neither servers nor referrers see them.
  readonly resetPassword = (token: string): string => `${this.dashboardUrl}/reset-password#token=${token}`;
  readonly verifyEmail = (token: string): string => `${this.dashboardUrl}/verify-email#token=${token}`;
  readonly unlockTwoFactor = (token: string): string => `${this.dashboardUrl}/unlock-two-factor#token=${token}`;
  readonly acceptInvitation = (token: string): string => `${this.dashboardUrl}/accept-invitation#token=${token}`;
}

/** Queues mails in the transaction of the change that they report. They go out after its commit. */
@Injectable()
export class OutgoingMail {
  constructor(
    private readonly box: SecretBox,
    private readonly sender: SendMails,
    private readonly transport: MailTransport,
    readonly links: DashboardLinks,
  ) {}

  /** Returns whether people get the mails; false without a mail server. */
  get reachesPeople(): boolean {
    return this.transport.reachesPeople;
  }

  /** Stores the mail in the transaction of the change that it reports. */
  queue(db: TenantDb, mail: Mail, times: MailTimes): Promise<void> {
    return queueMail(db, this.box, mail, times);
  }

  /**
   * Queues a notice for all owners, and for the person that it concerns, in the transaction of the change. The first notice of a kind is
   * mailed at once; repeated ones follow in one digest an hour. Unverified addresses get no mail.
   */
  notify(db: TenantDb, notice: SecurityNotice, now: Date): Promise<void> {
    return queueSecurityNotice(db, this.box, notice, now);
  }

  /** Tells the owners when most of their quota of stored bytes is used up. @returns false when there is nothing to tell, or they know it */
  tellOfStorage(db: TenantDb, now: Date): Promise<boolean> {
    return tellOfStorage(db, this.box, now);
  }

  /** Tells the owners that the app was removed from their shop. */
  tellOfRemoval(db: TenantDb, shop: string, now: Date): Promise<void> {
    return tellOfRemoval(db, this.box, { shop, link: this.links.integrations() }, now);
  }

  /** Wakes the sender after the commit. Otherwise it finds the mail a few seconds later. */
  wakeSender(): void {
    this.sender.wake();
  }
}
