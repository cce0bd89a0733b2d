import { Injectable } from '@nestjs/common';
import { SecretBox, type TenantDb } from '#libs/database';
import { type Mail, type MailTimes, queueMail } from '#libs/mail';
import { SendMails } from './send-mails.js';

/** The dashboard addresses that mails link to. */
export class DashboardLinks {
  /** @param dashboardUrl the URL without a trailing slash. */
  constructor(private readonly dashboardUrl: string) {}

  // Tokens come after the #, which browsers never send, so neither servers nor referrers see them.
  readonly resetPassword = (token: string): string => `${this.dashboardUrl}/reset-password#token=${token}`;
  readonly acceptInvitation = (token: string): string => `${this.dashboardUrl}/accept-invitation#token=${token}`;
}

/** Queues mails in the transaction of the change that they report. They go out after its commit. */
@Injectable()
export class OutgoingMail {
  constructor(
    private readonly box: SecretBox,
    private readonly sender: SendMails,
    readonly links: DashboardLinks,
  ) {}

  /** Stores the mail in the transaction of the change that it reports. */
  queue(db: TenantDb, mail: Mail, times: MailTimes): Promise<void> {
    return queueMail(db, this.box, mail, times);
  }

  /** Wakes the sender after the commit. Otherwise it finds the mail a few seconds later. */
  wakeSender(): void {
    this.sender.wake();
  }
}
