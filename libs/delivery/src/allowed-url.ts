import { AppError } from '#libs/core';
import type { AddressGuard } from './address-guard.js';
import { validateWebhookUrl, type WebhookUrlRules } from './validate-webhook-url.js';

/**
 * Validates a URL that a merchant entered. Resolves the host name, which may be slow, so do not call it within a transaction.
 * @param field the name of the field on the wire
 * @returns the URL in the form that we store
 * @throws AppError `validation_error` with the rule that the URL breaks. It does not repeat the URL, which may contain a password.
 */
export async function allowedUrl(field: string, text: string, rules: WebhookUrlRules, guard: AddressGuard): Promise<string> {
  const result = validateWebhookUrl(text, rules);
  if (result.kind === 'refused') throw refused(field, result.fault, `${field} ${result.message}`);
  if (!(await guard.isBlocked(result.url))) return result.url;
  throw refused(field, 'blocked_address', `${field} leads to a private, local or reserved address: these are not allowed`);
}

const refused = (field: string, code: string, message: string): AppError =>
  new AppError('validation_error', message, [{ field, code, message }]);
