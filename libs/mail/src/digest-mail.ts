import { composeMail } from './compose-mail.js';
import type { Mail } from './mail.js';

/** A mail that lists repeated notices of an hour. */
export interface DigestMail extends Mail {
  readonly lines: readonly string[];
  /** Notices that the mail counts and does not list. */
  readonly more: number;
}

/** The most notices that a digest lists. */
const MOST_LINES = 50;

/** Returns what a mail reports, in one line with the time in UTC. */
export const lineOf = ({ text }: Mail, at: Date): string => `${at.toISOString().slice(11, 16)} UTC: ${text.split('\n\n', 1)[0] ?? ''}`;

export function digestMail(to: string, lines: readonly string[], more: number): DigestMail {
  const count = lines.length + more;
  const mail = composeMail({
    to,
    subject: count === 1 ? 'One more change in your tenant' : `${count} more changes in your tenant`,
    paragraphs: [
      'We have written to you about the first change of each kind. These came after it, within an hour:',
      ...lines,
      ...(more === 0 ? [] : [`And ${more} more.`]),
      'If you did not expect one of them, look at the audit log on the page Security, which lists all. If somebody else made a change, choose a new password with "Forgot password" where you sign in.',
    ],
  });
  return { ...mail, lines, more };
}

export function addLine({ to, lines, more }: DigestMail, line: string): DigestMail {
  return lines.length < MOST_LINES ? digestMail(to, [...lines, line], more) : digestMail(to, lines, more + 1);
}
