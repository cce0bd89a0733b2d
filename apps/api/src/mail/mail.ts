import type { Mail } from '#libs/mail';

/** Delivers mails. */
export abstract class MailTransport {
  /** Returns whether people get the mails; false without a mail server. */
  abstract readonly reachesPeople: boolean;
  /** @throws MailRefusedError when the mail server will never take it, any other error when it may later. */
  abstract send(mail: Mail): Promise<void>;
  abstract close(): void;
}

/** The server has permanently refused this recipient or this mail. We drop its message, because it names the recipient. */
export class MailRefusedError extends Error {
  constructor() {
    super('the mail server has refused the mail');
    this.name = 'MailRefusedError';
  }
}
