/** A composed mail. */
export interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** The link in the mail, so that it can be followed in development without a mail server; null when there is none. */
  readonly link: string | null;
  /** The links that stop mails of this kind; absent in mails that cannot be stopped. */
  readonly stop?: StopLink | undefined;
}

/** Addresses that stop the weekly mail of one person without a sign-in. */
export interface StopLink {
  /** A page that asks first: programs that check mails open every link in them. */
  readonly page: string;
  /** For the button of a mail program (RFC 8058): a POST stops, a GET leads to the page. */
  readonly oneClick: string;
}
