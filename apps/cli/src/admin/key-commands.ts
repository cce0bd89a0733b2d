import { type Command, InvalidArgumentError, Option } from 'commander';
import { KEY_SCOPES, LIMITS } from '#libs/core';
import { answer, withDatabase } from './admin-session.js';
import { createKey, listKeys, revokeKey } from './api-keys.js';
import { MAIN_KEY } from './store-key.js';

/** Adds `admin key list|create|revoke`. */
export function addKeyCommands(admin: Command): void {
  const key = admin.command('key').description('list, create and revoke API keys');
  key
    .command('list')
    .description('list the API keys of a tenant, with those that ended within the last 30 days')
    .requiredOption('--tenant <name or id>', 'the tenant')
    .action(async (options) => answer({ data: await withDatabase((database) => listKeys(database, options.tenant)) }));
  key
    .command('create')
    .description('create another API key for a tenant and print it; it is not shown again')
    .requiredOption('--tenant <name or id>', 'the tenant')
    .option('--name <name>', 'what uses the key; without it, the key is replaced with the main key of the tenant', toName)
    .addOption(new Option('--scope <scope>', 'what the key may do; needs a name').choices(KEY_SCOPES).default('all'))
    .option('--expires-at <time>', 'when the key ends, as 2027-01-31T00:00:00Z; needs a name', toExpiry)
    .action(async ({ tenant, name, scope, expiresAt }, command: Command) => {
      if (name === undefined && (scope !== 'all' || expiresAt !== undefined))
        command.error('error: --scope and --expires-at need a --name: the main key is for everything and does not expire');
      const wanted = name === undefined ? MAIN_KEY : { name, scope, isMain: false, expiresAt: expiresAt ?? null };
      answer(await withDatabase((database) => createKey(database, tenant, wanted)));
    });
  key
    .command('revoke')
    .description('revoke an API key; the API refuses it within seconds')
    .requiredOption('--tenant <name or id>', 'the tenant')
    .requiredOption('--prefix <prefix>', 'first characters of the key after ck_live_, as printed at its creation')
    .action(async (options) => answer(await withDatabase((database) => revokeKey(database, options.tenant, options.prefix))));
}

function toName(text: string): string {
  if (text.trim() !== '' && text.length <= LIMITS.apiKeyNameLength && !/\p{Cc}/u.test(text)) return text;
  throw new InvalidArgumentError(`It must be text of 1 to ${LIMITS.apiKeyNameLength} characters without control characters.`);
}

function toExpiry(text: string): Date {
  const at = /^\d{4}-\d\d-\d\dT.*(Z|[+-]\d\d:\d\d)$/.test(text) ? new Date(text) : new Date(Number.NaN);
  if (at > new Date()) return at;
  throw new InvalidArgumentError('It must be a time in the future, such as 2027-01-31T00:00:00Z.');
}
