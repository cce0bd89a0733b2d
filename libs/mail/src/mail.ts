/** A mail as it goes out. */
export interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** Where it leads, so that it can be followed in development without a mail server; null when nowhere. */
  readonly link: string | null;
}
