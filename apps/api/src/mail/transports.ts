import { createTransport, type Transporter } from 'nodemailer';
import { SECOND_MS } from '#libs/core';
import type { Mail } from '#libs/mail';
import type { Log } from '#libs/observability';
import { MailRefusedError, MailTransport } from './mail.js';

const CONNECT_MS = 10 * SECOND_MS;
const SILENCE_MS = 20 * SECOND_MS;

const LOOPBACK = /^(localhost|127(\.\d+){3}|\[::1\])$/;

/** Sends over SMTP. */
export class SmtpTransport extends MailTransport {
  override readonly reachesPeople = true;
  private readonly transporter: Transporter;

  /**
   * @param url smtp:// or smtps://, with user and password. The query may set other options of nodemailer.
   * @param from the sender's address.
   * @param needsTls refuses to send without TLS, except to a server on this machine, or when the URL says `requireTLS=false`.
   */
  constructor(
    url: string,
    private readonly from: string,
    needsTls: boolean,
  ) {
    super();
    const { hostname, searchParams } = new URL(url);
    // An option here would win over the one in the URL.
    const requiresTls = needsTls && !LOOPBACK.test(hostname) && !searchParams.has('requireTLS');
    const timeouts = { connectionTimeout: CONNECT_MS, greetingTimeout: CONNECT_MS, socketTimeout: SILENCE_MS };
    this.transporter = createTransport({
      url,
      ...timeouts,
      ...(requiresTls && { requireTLS: true }),
      disableFileAccess: true,
      disableUrlAccess: true,
    });
  }

  override async send({ to, subject, text, html }: Mail): Promise<void> {
    try {
      await this.transporter.sendMail({ from: this.from, to: { name: '', address: to }, subject, text, html });
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
