import { Injectable } from '@nestjs/common';
import { Config } from '#libs/config';
import { invalid } from '#libs/core';
import { AddressGuard } from './address-guard.js';
import { validateWebhookUrl } from './validate-webhook-url.js';

/** Checks URLs that merchants enter. */
@Injectable()
export class AllowedUrls {
  constructor(
    private readonly config: Config,
    private readonly guard: AddressGuard,
  ) {}

  /**
   * Resolves the host name, which may be slow, so do not call it within a transaction.
   * @param field the name of the field on the wire
   * @returns the URL in the form that we store
   * @throws AppError `validation_error` with the rule that the URL breaks. It does not repeat the URL, which may contain a password.
   */
  async check(field: string, text: string): Promise<string> {
    const result = validateWebhookUrl(text, this.config.webhooks);
    if (result.kind === 'refused') throw invalid(field, result.fault, `${field} ${result.message}`);
    if (!(await this.guard.isBlocked(result.url))) return result.url;
    throw invalid(field, 'blocked_address', `${field} leads to a private, local or reserved address: these are not allowed`);
  }
}
