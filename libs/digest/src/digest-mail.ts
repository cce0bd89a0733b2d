import { composeMail, type Mail } from '#libs/mail';
import { digestLines } from './digest-lines.js';
import type { Digest } from './read-digest.js';
import type { MailPlace } from './readers.js';

const WHY = 'You get this mail each Monday. You can turn it off and on again on the page Security, or stop it here without signing in.';

/**
 * Composes the weekly mail to a person.
 */
export const digestMail = (to: string, digest: Digest, { shop, dashboardUrl, stop }: MailPlace): Mail =>
  composeMail({
    to,
    subject: `Your customers from ${digest.from} to ${digest.to}`,
    paragraphs: [`The week of ${shop}:`, ...digestLines(digest), WHY],
    button: { label: 'Show the customers who slip away', link: `${dashboardUrl}/customers?lifecycle=%5B%22slipping%22%5D` },
    stop,
  });
