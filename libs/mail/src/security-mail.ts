import { DAY_MS, type KeyScope, LIMITS } from '#libs/core';
import { composeMail } from './compose-mail.js';
import type { Mail } from './mail.js';

/** A change of who can get in, or of what becomes of all data, which people must be able to notice when it was not theirs. */
export type SecurityNotice =
  | { readonly kind: 'password_changed' | 'two_factor_enabled' | 'two_factor_disabled' | 'two_factor_locked'; readonly about: string }
  /** A person became an owner. */
  | { readonly kind: 'owner_added'; readonly about: string }
  | { readonly kind: 'api_key_replaced'; readonly prefix: string }
  | { readonly kind: 'api_key_created'; readonly prefix: string; readonly name: string; readonly scope: KeyScope }
  | { readonly kind: 'api_key_revoked'; readonly prefix: string; readonly name: string }
  /** `by` names the person, null an operator; `on` is the UTC day, `2026-11-21`. */
  | { readonly kind: 'deletion_requested'; readonly by: string | null; readonly on: string }
  | { readonly kind: 'deletion_cancelled'; readonly by: string | null }
  | { readonly kind: 'deletion_begun' }
  | { readonly kind: 'export_requested'; readonly by: string }
  /** `until` is the UTC day on which the file is deleted. */
  | { readonly kind: 'export_ready'; readonly until: string };

const PRODUCT = 'the Churn Scoring Service';
const TAKE_BACK =
  'If it was not you, choose a new password at once with "Forgot password" where you sign in, and tell an owner of your tenant.';
const UNDONE_BY_RESET = ` Within ${LIMITS.secondFactor.youngMs / DAY_MS} days from now, that also turns two-factor authentication off again.`;
const ASK_THEM = 'If you did not expect this, ask them. An owner can remove them on the page Team.';

/** Composes the mail about a notice. @param to the person of the notice, or an owner. */
export function securityMail(to: string, notice: SecurityNotice): Mail {
  const [subject, happened, advice] = textOf(to, notice);
  return composeMail({ to, subject, paragraphs: [happened, advice] });
}

/** Returns the subject, what happened, and what to do. */
function textOf(to: string, notice: SecurityNotice): [string, string, string] {
  switch (notice.kind) {
    case 'api_key_created':
    case 'api_key_revoked':
      return aboutKey(notice);
    case 'api_key_replaced':
      return [
        'Your API key has been replaced',
        `The main API key of your tenant at ${PRODUCT} has been replaced. The new one begins with ${notice.prefix}.`,
        'If no owner did this, replace the key again on the page Developers, and look at the audit log on the page Security.',
      ];
    case 'deletion_requested':
    case 'deletion_cancelled':
    case 'deletion_begun':
      return aboutDeletion(notice);
    case 'export_requested':
      return [
        'Somebody exports all your data',
        `${notice.by} has asked for a file with all data of your tenant at ${PRODUCT}. We write again when it is ready.`,
        'If you did not expect this, ask them. An owner can remove them on the page Team, which keeps them from downloading the file.',
      ];
    case 'export_ready':
      return [
        'Your export is ready',
        `The file with all data of your tenant at ${PRODUCT} is ready. An owner can download it on the page Settings, below "Your data".`,
        `We delete the file on ${notice.until}. It names your customers, so keep it in a safe place.`,
      ];
    case 'owner_added':
      return [
        'Your tenant has a new owner',
        `${notice.about} is now an owner of your tenant at ${PRODUCT}. Owners can do everything.`,
        'If you did not expect this, change the role on the page Team, and look at the audit log on the page Security.',
      ];
    case 'two_factor_locked':
      return [
        'Too many wrong two-factor codes',
        `Somebody has entered the password of ${notice.about} at ${PRODUCT}, and then too many wrong codes. No code of this account works until its owner opens the link in a mail.`,
        'If it was not you or them, somebody knows the password: choose a new one with "Forgot password" where you sign in.',
      ];
    case 'password_changed':
      return changed(to, notice.about, 'password', 'has been changed');
    case 'two_factor_enabled':
      return changed(to, notice.about, 'two-factor authentication', 'has been turned on', UNDONE_BY_RESET);
    case 'two_factor_disabled':
      return changed(to, notice.about, 'two-factor authentication', 'has been turned off');
  }
}

const SCOPE_TEXTS: Record<KeyScope, string> = {
  ingest: 'can send data and learns nothing about your customers',
  import: 'can send data, and find out whether a person is your customer',
  read: 'can read customers and scores and send nothing',
  all: 'can send, read and erase data',
};

function aboutKey(notice: SecurityNotice & { kind: 'api_key_created' | 'api_key_revoked' }): [string, string, string] {
  const look = 'look at the audit log on the page Security.';
  switch (notice.kind) {
    case 'api_key_created':
      return [
        'There is a new API key',
        `Somebody has created the API key "${notice.name}" for your tenant at ${PRODUCT}. It begins with ${notice.prefix}, and ${SCOPE_TEXTS[notice.scope]}.`,
        `If no owner or admin did this, revoke the key on the page Developers, and ${look}`,
      ];
    case 'api_key_revoked':
      return [
        'An API key has been revoked',
        `Somebody has revoked the API key "${notice.name}" of your tenant at ${PRODUCT}, which begins with ${notice.prefix}. Programs that use it are refused from now on.`,
        `If no owner or admin did this, ${look}`,
      ];
  }
}

function aboutDeletion(notice: SecurityNotice & { kind: `deletion_${string}` }): [string, string, string] {
  switch (notice.kind) {
    case 'deletion_requested':
      return [
        'Your tenant will be deleted',
        `${notice.by ?? 'An operator'} has asked to delete your tenant at ${PRODUCT}. On ${notice.on} we delete all its data: customers, events, scores, campaigns, people and keys. Until then everything works on.`,
        'To keep it, sign in as an owner and choose "Cancel the deletion" on the page Settings. To keep a copy of the data, export it there.',
      ];
    case 'deletion_cancelled':
      return [
        'Your tenant stays',
        `${notice.by ?? 'An operator'} has cancelled the deletion of your tenant at ${PRODUCT}. Nothing was deleted.`,
        'You need to do nothing.',
      ];
    case 'deletion_begun':
      return [
        'Your tenant is being deleted',
        `We are now deleting your tenant at ${PRODUCT} with all its data. Nobody can sign in to it any more, its API keys have ended, and its shop is disconnected.`,
        'This cannot be undone, and this is our last mail about it.',
      ];
  }
}

function changed(to: string, about: string, subject: string, verb: string, more = ''): [string, string, string] {
  if (to !== about) {
    return [`The ${subject} of a member ${verb}`, `The ${subject} of ${about} at ${PRODUCT} ${verb}.`, ASK_THEM];
  }
  const happened = `Your ${subject} at ${PRODUCT} ${verb}, and you have been signed out everywhere else.`;
  return [`Your ${subject} ${verb}`, happened, `${TAKE_BACK}${more}`];
}
