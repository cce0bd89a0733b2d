/** A composed mail. */
export interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** The link in the mail, so that it can be followed in development without a mail server; null when there is none. */
  readonly link: string | null;
}
