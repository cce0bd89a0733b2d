import { type Command, InvalidArgumentError, Option } from 'commander';
import { PLAN_IDS } from '#libs/core';
import { answer, withDatabase } from './admin-session.js';
import { createKey, createTenant, ensureTenant, listTenants, revokeKey } from './tenants.js';

const HIGHEST_RATE_LIMIT = 1_000_000_000;

/** Adds `admin tenant create|ensure|list` and `admin key create|revoke`. */
export function addTenantCommands(admin: Command): void {
  const tenant = admin.command('tenant').description('create and list tenants');
  withTenantOptions(tenant.command('create'))
    .description('create a tenant and print its API key; it is not shown again')
    .action(async (options) => answer(await withDatabase((database) => createTenant(database, options))));
  withTenantOptions(tenant.command('ensure'))
    .description('create the tenant unless one has this name, and keep a working API key of it in the file')
    .requiredOption('--key-file <file>', 'file for the API key')
    .action(async (options) => answer(await withDatabase((database) => ensureTenant(database, options, options.keyFile))));
  tenant
    .command('list')
    .description('list all tenants')
    .action(async () => answer({ data: await withDatabase(listTenants) }));
  addKeyCommands(admin);
}

function addKeyCommands(admin: Command): void {
  const key = admin.command('key').description('create and revoke API keys');
  key
    .command('create')
    .description('create another API key for a tenant and print it; it is not shown again')
    .requiredOption('--tenant <name or id>', 'the tenant')
    .action(async (options) => answer(await withDatabase((database) => createKey(database, options.tenant))));
  key
    .command('revoke')
    .description('revoke an API key; the API refuses it within seconds')
    .requiredOption('--tenant <name or id>', 'the tenant')
    .requiredOption('--prefix <prefix>', 'first characters of the key after ck_live_, as printed at its creation')
    .action(async (options) => answer(await withDatabase((database) => revokeKey(database, options.tenant, options.prefix))));
}

const withTenantOptions = (command: Command): Command =>
  command
    .requiredOption('--name <name>', 'name of the shop')
    .addOption(new Option('--plan <plan>', 'plan').choices(PLAN_IDS).default('starter'))
    .option('--currency <code>', "ISO 4217 code of the shop's currency", 'EUR')
    .option('--timezone <zone>', "IANA name of the shop's time zone", 'UTC')
    .option('--rate-limit <n>', 'requests per minute agreed with the shop; default: the limit of its plan', toRateLimit);

function toRateLimit(text: string): number {
  const limit = Number(text);
  if (/^\d+$/.test(text) && limit >= 1 && limit <= HIGHEST_RATE_LIMIT) return limit;
  throw new InvalidArgumentError(`It must be a whole number from 1 to ${HIGHEST_RATE_LIMIT}.`);
}
