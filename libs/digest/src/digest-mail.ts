import { printedDay } from '#libs/core';
import { composeMail, type Mail } from '#libs/mail';
import { digestSentences } from './digest-lines.js';
import type { Digest } from './read-digest.js';
import type { MailPlace } from './readers.js';

const WHY =
  'You get this mail each Monday. You can turn it off and on again on the page Settings, or stop it without signing in by the link at the end.';

/**
 * Composes the weekly mail to a person.
 */
export const digestMail = (to: string, digest: Digest, { shop, dashboardUrl, stop }: MailPlace): Mail =>
  composeMail({
    to,
    subject: digest.isOver
      ? `Your customers from ${printedDay(digest.from)} to ${printedDay(digest.to)}`
      : `Your customers on ${printedDay(digest.asOf)}`,
    paragraphs: [
      digest.isOver ? `The week of ${shop}:` : `What we know of ${shop} so far:`,
      ...digestSentences(digest).map(({ text, page: { label, path } }) => ({ text, link: { label, link: dashboardUrl + path } })),
      WHY,
    ],
    button: {
      label: 'Show the customers to contact',
      link: `${dashboardUrl}/customers?lifecycle=%5B%22second_order_due%22%2C%22slipping%22%5D`,
    },
    stop,
  });
