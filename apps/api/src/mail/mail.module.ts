import { Module } from '@nestjs/common';
import { Config } from '#libs/config';
import { Log } from '#libs/observability';
import { MailTransport } from './mail.js';
import { DashboardLinks, OutgoingMail } from './outgoing-mail.js';
import { SendMails } from './send-mails.js';
import { LogTransport, SmtpTransport } from './transports.js';

@Module({
  providers: [
    SendMails,
    OutgoingMail,
    { provide: DashboardLinks, inject: [Config], useFactory: ({ dashboardUrl }: Config) => new DashboardLinks(dashboardUrl) },
    {
      provide: MailTransport,
      inject: [Config, Log],
      useFactory: ({ mail, production }: Config, log: Log) =>
        mail.smtpUrl === null ? new LogTransport(log) : new SmtpTransport(mail.smtpUrl, mail.from, production),
    },
  ],
  exports: [OutgoingMail],
})
export class MailModule {}
