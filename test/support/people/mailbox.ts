import { patient } from '../waiting/limits.js';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { callbackify } from 'node:util';
import { SMTPServer, type SMTPServerDataStream, type SMTPServerSession } from 'smtp-server';
import { remember } from './mailed-secrets.js';

export interface ReceivedMail {
  readonly from: string;
  readonly to: readonly string[];
  readonly subject: string;
  /** The header lines, each on one line. */
  readonly headers: readonly string[];
  /** The body with its transfer encoding decoded. */
  readonly body: string;
}

const CLOSE_MS = 500;
const LINK = /#token=([\w-]+)/;
/** The subject of the mail that each registration sends. */
const VERIFICATION = 'Verify your e-mail address';

/** The mail servers of a test file. They are closed here, because files share a port, and one left open would fail all later files. */
const opened: Mailbox[] = [];
let isOver = false;
afterAll(async () => {
  isOver = true;
  await Promise.all(opened.map((mailbox) => mailbox.close()));
});

/** A real mail server on this machine that keeps what it gets. */
export class Mailbox {
  readonly mails: ReceivedMail[] = [];
  /** The answer that refuses a mail; null accepts every mail. */
  refusal: { readonly code: number; readonly text: string } | null = null;
  private readonly waiting = new Set<() => void>();

  private constructor(private readonly server: SMTPServer) {}

  /** @param port 0 for any free one */
  static async open(port = 0): Promise<Mailbox> {
    const server = new SMTPServer({
      disabledCommands: ['AUTH', 'STARTTLS'],
      // The process under test may keep its connection open.
      closeTimeout: CLOSE_MS,
      onData: callbackify((stream: SMTPServerDataStream, session: SMTPServerSession) => mailbox.take(stream, session)),
    });
    const mailbox: Mailbox = new Mailbox(server);
    // A process under test may break off its connection.
    server.on('error', () => undefined);
    server.listen(port, '127.0.0.1');
    await once(server.server, 'listening');
    opened.push(mailbox);
    if (isOver) await mailbox.close();
    return mailbox;
  }

  get port(): number {
    return (this.server.server.address() as AddressInfo).port;
  }

  /** Waits for that many mails to an address and returns them, without those that each registration sends. */
  mailsTo(address: string, count = 1, timeoutMs = 10_000): Promise<ReceivedMail[]> {
    return this.wait(({ to, subject }) => to.includes(address) && subject !== VERIFICATION, count, timeoutMs);
  }

  /** Waits for that many verification mails to an address and returns them. */
  verificationsTo(address: string, count = 1, timeoutMs = 10_000): Promise<ReceivedMail[]> {
    return this.wait(({ to, subject }) => to.includes(address) && subject === VERIFICATION, count, timeoutMs);
  }

  private async wait(isMeant: (mail: ReceivedMail) => boolean, count: number, timeoutMs = 10_000): Promise<ReceivedMail[]> {
    const until = Date.now() + patient(timeoutMs);
    for (;;) {
      const found = this.mails.filter(isMeant);
      if (found.length >= count) return found;
      if (Date.now() > until) throw new Error(`${found.length} mails of ${count} after ${timeoutMs} ms`);
      await this.next(until - Date.now());
    }
  }

  /** The token of the newest link to an address, among that many mails with one. */
  async tokenTo(address: string, count = 1): Promise<string> {
    return tokenOf(
      (await this.wait((mail) => mail.to.includes(address) && mail.subject !== VERIFICATION && LINK.test(mail.body), count)).at(-1),
    );
  }

  /** The token of the link in the newest verification mail to an address. */
  async verificationTokenTo(address: string, count = 1): Promise<string> {
    return tokenOf((await this.verificationsTo(address, count)).at(-1));
  }

  close(): Promise<void> {
    return new Promise((resolve) => this.server.close(resolve));
  }

  private async take(stream: SMTPServerDataStream, { envelope }: SMTPServerSession): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of stream) chunks.push(chunk as Buffer);
    if (this.refusal !== null) throw Object.assign(new Error(this.refusal.text), { responseCode: this.refusal.code });
    const raw = Buffer.concat(chunks).toString();
    this.mails.push({
      from: envelope.mailFrom === false ? '' : envelope.mailFrom.address,
      to: envelope.rcptTo.map(({ address }) => address),
      subject: /^Subject: (.*(?:\r\n\s.*)*)/m.exec(raw)?.[1]?.replaceAll(/\r\n\s/g, ' ') ?? '',
      headers: raw
        .slice(0, raw.indexOf('\r\n\r\n'))
        .replaceAll(/\r\n\s+/g, ' ')
        .split('\r\n'),
      body: fromQuotedPrintable(raw),
    });
    for (const wake of this.waiting) wake();
  }

  private next(timeoutMs: number): Promise<void> {
    return new Promise((resolve) => {
      const done = (): void => {
        clearTimeout(timer);
        this.waiting.delete(done);
        resolve();
      };
      const timer = setTimeout(done, timeoutMs);
      this.waiting.add(done);
    });
  }
}

function tokenOf(mail: ReceivedMail | undefined): string {
  const [, token] = LINK.exec(mail?.body ?? '') ?? [];
  if (token === undefined) throw new Error(`no link in: ${mail?.body}`);
  remember(token);
  return token;
}

/** RFC 2045, section 6.7. */
const fromQuotedPrintable = (text: string): string => {
  const bytes = text
    .replaceAll('=\r\n', '')
    .replaceAll(/=([\dA-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(bytes, 'latin1').toString();
};
