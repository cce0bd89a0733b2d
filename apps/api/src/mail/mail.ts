import type { Mail } from '#libs/mail';

/** Where mails go. */
export abstract class MailTransport {
  /** @throws MailRefusedError when the mail server will never take it, any other error when it may later. */
  abstract send(mail: Mail): Promise<void>;
  abstract close(): void;
}

/** The server has refused this recipient or this mail for good. Its own message, which names the recipient, is not kept. */
export class MailRefusedError extends Error {
  constructor() {
    super('the mail server has refused the mail');
    this.name = 'MailRefusedError';
  }
}
