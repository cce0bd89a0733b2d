import type { Role } from '#libs/core';
import type { Mail, StopLink } from './mail.js';
import { mailHtml, type MailLink, type Sentence } from './mail-html.js';

/** The text of a mail. The first line repeats the subject as a full sentence. */
interface Content {
  readonly to: string;
  readonly subject: string;
  readonly paragraphs: readonly (string | Sentence)[];
  readonly button?: MailLink;
  readonly stop?: StopLink;
}

/** @param link good for an hour. */
export const resetMail = (to: string, link: string): Mail =>
  composeMail({
    to,
    subject: 'Choose a new password',
    paragraphs: [
      'Somebody, probably you, has asked to choose a new password for your account at the Churn Scoring Service.',
      'The link is good for one hour, and once. If it was not you, do nothing: your password stays as it is.',
    ],
    button: { label: 'Choose a new password', link },
  });

/** @param link good for 24 hours. */
export const verificationMail = (to: string, link: string): Mail =>
  composeMail({
    to,
    subject: 'Verify your e-mail address',
    paragraphs: [
      'Somebody, probably you, has created an account at the Churn Scoring Service with this e-mail address.',
      'Open the link and enter the password of the account, to show that the address is yours. It is good for 24 hours, and once.',
      'If it was not you, do nothing: the address stays unverified. You can take the account over at any time with "Forgot password" where you sign in. That drops everything by which somebody else could get in.',
    ],
    button: { label: 'Verify the address', link },
  });

/** @param link good for an hour. */
export const unlockMail = (to: string, link: string): Mail =>
  composeMail({
    to,
    subject: 'Unlock two-factor authentication',
    paragraphs: [
      'Somebody has entered your password at the Churn Scoring Service, and then too many wrong codes. So no code works any more.',
      'If it was you, open the link, then sign in. It is good for one hour, and once. If it was not you, somebody knows your password: choose a new one with "Forgot password" where you sign in.',
    ],
    button: { label: 'Unlock two-factor authentication', link },
  });

const mebibytes = (bytes: number): string => `${Math.round(bytes / 2 ** 20).toLocaleString('en')} MiB`;

/** @param use bytes of events that the tenant has stored, and may store */
export const storageMail = (
  to: string,
  { used, limits }: Record<'used' | 'limits', { readonly day: number; readonly all: number }>,
): Mail =>
  composeMail({
    to,
    subject: 'Your storage is nearly full',
    paragraphs: [
      `Your tenant at the Churn Scoring Service has used most of its storage: ${mebibytes(used.day)} of ${mebibytes(limits.day)} today, and ${mebibytes(used.all)} of ${mebibytes(limits.all)} in all. When a limit is reached, we refuse further events.`,
      'Send less in `data`, choose a shorter retention on the page Settings, or ask for a larger plan on the page Billing. We write about this once a day at most.',
    ],
  });

export const signInLockedMail = (to: string): Mail =>
  composeMail({
    to,
    subject: 'Too many wrong passwords for your account',
    paragraphs: [
      'Somebody has entered too many wrong passwords for your account at the Churn Scoring Service. For up to 15 minutes nobody can sign in to it from a new browser. You can still sign in with a browser that you have used before.',
      'If it was not you, your password has not been guessed, and you need to do nothing. Turn on two-factor authentication to be safe from guessing. We write about this once a day at most.',
    ],
  });

/** The mail after a registration with an address that has an account already. */
export const knownAddressMail = (to: string): Mail =>
  composeMail({
    to,
    subject: 'You have an account already',
    paragraphs: [
      'Somebody, probably you, has tried to register your e-mail address at the Churn Scoring Service. It has an account already, so nothing has changed.',
      'To add another shop, sign in and choose "Add a shop" in the menu with your address. One password is enough for all your shops. If you do not know it any more, choose a new one with "Forgot password" where you sign in.',
      'If it was not you, you need to do nothing. We write about this once a day at most.',
    ],
  });

/** The mail after a reset by which the owner of an address took over an account that was never verified. */
export const takenOverMail = (to: string): Mail =>
  composeMail({
    to,
    subject: 'Your account is yours',
    paragraphs: [
      'You have chosen a new password for your account at the Churn Scoring Service, and your e-mail address is now verified.',
      'Nobody had verified it before. To keep out anybody else who knew the account, we have ended all sessions, two-factor authentication and all API keys, removed the destinations and the webhook secrets, paused the campaigns, disconnected a WooCommerce shop, and cancelled a deletion of the tenant if somebody had asked for it. Set up again what you need.',
    ],
  });

/** An invitation. The names are texts of strangers, which must not become anything else. */
export interface InvitationContent {
  /** The name that the tenant gave itself. */
  readonly company: string;
  /** The address of the person who invites. */
  readonly by: string;
  readonly role: Role;
  /** Good for a week. */
  readonly link: string;
}

const ROLES: Readonly<Record<Role, string>> = {
  owner: 'as an owner, who may do everything',
  admin: 'as an admin, who may change settings and webhooks, and erase customers',
  member: 'as a member, who works with customers and campaigns',
  viewer: 'as a viewer, who reads and changes nothing',
};

export const invitationMail = (to: string, { company, by, role, link }: InvitationContent): Mail =>
  composeMail({
    to,
    // The name stays out of the subject: strangers read subjects without opening a mail.
    subject: 'You are invited to the Churn Scoring Service',
    paragraphs: [
      `${by} invites you to the account of ${company} at the Churn Scoring Service, ${ROLES[role]}. The service tells shops which of their customers may not come back.`,
      'The link is good for seven days, and once. If you do not know what this is about, do nothing.',
    ],
    button: { label: 'Accept the invitation', link },
  });

/** An address that nothing is sent to any more because of what it answered. */
export interface DisabledWebhook {
  /** Without path and query, which may hold secrets. */
  readonly host: string;
  /** `access_ended`: the connected shop does not let the service change customers any more. */
  readonly reason: 'gone' | 'key_refused' | 'access_ended' | 'no_success_for_5_days' | 'operator';
  /** The name of a destination at a vendor; null for a server of the tenant. */
  readonly vendor?: string | null;
  /** True for the tenant's main endpoint, false for the endpoint of a campaign. */
  readonly isEndpoint: boolean;
}

const WHY_DISABLED: Readonly<Record<Exclude<DisabledWebhook['reason'], 'operator'>, string>> = {
  gone: 'has answered 410 Gone, which means that it wants no more webhooks',
  key_refused: 'does not accept the key of the destination any more',
  access_ended: 'does not let the Churn Scoring Service change customers any more',
  no_success_for_5_days: 'has not taken a single webhook for five days',
};

export const webhookDisabledMail = (to: string, { host, reason, vendor = null, isEndpoint }: DisabledWebhook): Mail =>
  vendor === null ? serverMail(to, { host, reason, isEndpoint }) : vendorMail(to, vendor, reason);

const ASK_OPERATOR = 'Ask them for the reason before you switch it on again.';

/** @param name of the destination */
const vendorMail = (to: string, name: string, reason: DisabledWebhook['reason']): Mail =>
  composeMail({
    to,
    subject: `The destination ${name} has been switched off`,
    paragraphs: [
      reason === 'operator'
        ? `The people who run the Churn Scoring Service have switched off your destination ${name}.`
        : `The program behind your destination ${name} ${WHY_DISABLED[reason]}. So the Churn Scoring Service has stopped sending to it.`,
      reason === 'access_ended'
        ? 'Allow it again on the page Destinations. The shop asks you for the permission.'
        : reason === 'operator'
          ? ASK_OPERATOR
          : 'Enter a working key on the page Destinations, or switch the destination on again.',
    ],
  });

const serverMail = (to: string, { host, reason, isEndpoint }: DisabledWebhook): Mail =>
  composeMail({
    to,
    subject: `Webhooks to ${host} have been switched off`,
    paragraphs: [
      reason === 'operator'
        ? `The people who run the Churn Scoring Service have switched off webhooks to your server ${host}. ${ASK_OPERATOR}`
        : `Your server ${host} ${WHY_DISABLED[reason]}. So the Churn Scoring Service has stopped sending webhooks to it.`,
      isEndpoint
        ? 'What would be sent is kept as dead letters for 90 days. Once your server is ready again, switch the webhook on in the settings, and recover what is missing: the last 14 days at once, older ones one by one.'
        : 'Campaigns that go there are kept as dead letters for 90 days. Once your server is ready again, save the address of the campaign anew, and replay what is missing.',
    ],
  });

/** @param shop its domain. @param link to the page where it is connected. */
export const storefrontReauthorizeMail = (to: string, shop: string, link: string): Mail =>
  composeMail({
    to,
    subject: `Connect ${shop} again`,
    paragraphs: [
      `The platform of your shop ${shop} does not let the Churn Scoring Service read its orders any more. So nothing new comes in, and scores grow old.`,
      'Connect the shop again on the page Integrations. What has happened meanwhile is fetched then.',
    ],
    button: { label: 'Connect the shop', link },
  });

/** @param shop its domain. @param link to the page where it is connected. */
export const storefrontRemovedMail = (to: string, shop: string, link: string): Mail =>
  composeMail({
    to,
    subject: `Our app was removed from ${shop}`,
    paragraphs: [
      `The app of the Churn Scoring Service was removed from your shop ${shop}. So no new orders come in, and scores grow old.`,
      'If this was a mistake, connect the shop again on the page Integrations. Its platform may ask us two days after the removal to erase everything that came from the shop. We then do so.',
    ],
    button: { label: 'Connect the shop', link },
  });

const STOP = 'Stop the weekly mail';

/** Composes the text and the HTML of a mail. */
export function composeMail({ to, subject, paragraphs, button, stop }: Content): Mail {
  const sentences = paragraphs.map((each) => (typeof each === 'string' ? { text: each } : each));
  const last = [...(button === undefined ? [] : [button]), ...(stop === undefined ? [] : [{ label: STOP, link: stop.page }])];
  const lines = [...sentences.map(({ text, link }) => (link === undefined ? text : `${text}\n${lineOf(link)}`)), ...last.map(lineOf)];
  return {
    to,
    subject,
    text: `${lines.join('\n\n')}\n`,
    html: mailHtml({ subject, sentences, button, footer: stop === undefined ? undefined : { label: STOP, link: stop.page } }),
    link: button?.link ?? null,
    stop,
  };
}

const lineOf = ({ label, link }: MailLink): string => `${label}: ${link}`;
