import { createTransport, type Transporter } from 'nodemailer';
import { type Mail, smtpOptions, type StopLink } from '#libs/mail';
import type { Log } from '#libs/observability';
import { MailRefusedError, MailTransport } from './mail.js';

/** Sends over SMTP. */
export class SmtpTransport extends MailTransport {
  override readonly reachesPeople = true;
  private readonly transporter: Transporter;

  /** @param from the sender's address. */
  constructor(
    url: string,
    private readonly from: string,
    needsTls: boolean,
  ) {
    super();
    this.transporter = createTransport(smtpOptions(url, needsTls));
  }

  override async send({ to, subject, text, html, stop }: Mail): Promise<void> {
    try {
      const headers = stop === undefined ? {} : stopHeaders(stop);
      await this.transporter.sendMail({ from: this.from, to: { name: '', address: to }, subject, text, html, headers });
    } catch (error) {
      throw isRefusal(error) ? new MailRefusedError() : withoutText(error);
    }
  }

  override close(): void {
    this.transporter.close();
  }
}

/** Logs the link of a mail instead of sending it, for development without a mail server. A developer can open the link from the log. */
export class LogTransport extends MailTransport {
  override readonly reachesPeople = false;

  constructor(private readonly log: Log) {
    super();
  }

  override send({ subject, link }: Mail): Promise<void> {
    this.log.info('mail.logged', { subject, link });
    return Promise.resolve();
  }

  override close(): void {
    // Nothing is open.
  }
}

/** One click in a mail program stops the mails (RFC 2369 and RFC 8058). */
const stopHeaders = ({ oneClick }: StopLink): Record<string, string> => ({
  'List-Unsubscribe': `<${oneClick}>`,
  'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
});

/** Permanent negative completion (RFC 5321, section 4.2.1), as nodemailer reports it. A refused login is excluded: it may be our own mistake. */
const isRefusal = (error: unknown): boolean =>
  error instanceof Error &&
  'responseCode' in error &&
  typeof error.responseCode === 'number' &&
  error.responseCode >= 500 &&
  'code' in error &&
  (error.code === 'EENVELOPE' || error.code === 'EMESSAGE');

/** The messages of these errors quote the server, which quotes the recipient. */
function withoutText(error: unknown): Error {
  const code = error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : 'unknown';
  return new Error(`the mail server did not take the mail (${code})`);
}
