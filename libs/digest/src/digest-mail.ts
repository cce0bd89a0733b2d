import { composeMail, type Mail } from '#libs/mail';
import { digestLines } from './digest-lines.js';
import type { Digest } from './read-digest.js';

const STOP = 'You get this mail each Monday. To stop it, sign in and turn "Weekly mail" off on the page Security.';

/**
 * Composes the weekly mail to a person.
 * @param shop its name, as the tenant wrote it
 * @param dashboardUrl without a slash at its end
 */
export const digestMail = (
  to: string,
  digest: Digest,
  { shop, dashboardUrl }: { readonly shop: string; readonly dashboardUrl: string },
): Mail =>
  composeMail({
    to,
    subject: `Your customers from ${digest.from} to ${digest.to}`,
    paragraphs: [`The week of ${shop}:`, ...digestLines(digest), STOP],
    button: { label: 'Show the customers who slip away', link: `${dashboardUrl}/customers?lifecycle=%5B%22slipping%22%5D` },
  });
