import { Injectable } from '@nestjs/common';
import { SecretBox, type TenantDb } from '#libs/database';
import { type Mail, type MailTimes, queueMail } from '#libs/mail';
import { SendMails } from './send-mails.js';

/** Addresses of the dashboard that mails lead to. */
export class DashboardLinks {
  /** @param dashboardUrl without a slash at its end. */
  constructor(private readonly dashboardUrl: string) {}

  // Tokens stand behind the #, which browsers send to nobody: neither servers nor referrers see them.
  readonly resetPassword = (token: string): string => `${this.dashboardUrl}/reset-password#token=${token}`;
  readonly acceptInvitation = (token: string): string => `${this.dashboardUrl}/accept-invitation#token=${token}`;
}

/** Mails that go out when what they tell of has been committed. */
@Injectable()
export class OutgoingMail {
  constructor(
    private readonly box: SecretBox,
    private readonly sender: SendMails,
    readonly links: DashboardLinks,
  ) {}

  /** In the transaction of what the mail tells of. */
  leave(db: TenantDb, mail: Mail, times: MailTimes): Promise<void> {
    return queueMail(db, this.box, mail, times);
  }

  /** After its commit: sends at once what would be found a few seconds later. */
  soon(): void {
    this.sender.soon();
  }
}
