/** A scheme, or a domain: letters or digits, a full stop in any script, and at least two letters (UTS #46, section 2.3). */
const LINK = /:\/\/|[\p{L}\p{N}][.\u3002\uFF0E\uFF61]\p{L}{2}/u;

/** Tells whether mail programs may show a part of the name as a link, such as `https://…` or `example.com`. */
export const hasLink = (name: string): boolean => LINK.test(name.normalize('NFC'));

/** The rule for names, as the end of a sentence. */
export const NAME_WITHOUT_LINK = 'text without a link or a domain such as example.com, until the e-mail address of the account is verified';
