import 'reflect-metadata';
import { Command, InvalidArgumentError, Option } from 'commander';
import { PLAN_IDS } from '#libs/core';
import { Database, migrate } from '#libs/database';
import { createKey, createTenant, ensureTenant, listTenants, revokeKey } from './admin/tenants.js';
import { createWebhookSecret } from './admin/webhook-secrets.js';

const program = new Command('admin').description(
  'Operates the service: schema, tenants, API keys, webhook secrets. Every answer is a line of JSON.',
);

const HIGHEST_RATE_LIMIT = 1_000_000_000;

const answer = (value: object): void => void process.stdout.write(`${JSON.stringify(value)}\n`);

function required(variable: 'DATABASE_URL' | 'DATABASE_OWNER_URL' | 'SECRETS_KEY', what: string): string {
  const value = process.env[variable];
  if (value) return value;
  throw new Error(`${variable} is not set: it must be ${what}. While "npm start" runs here, it is found by itself.`);
}

async function withDatabase<T>(work: (database: Database) => Promise<T>): Promise<T> {
  const url = required('DATABASE_URL', 'the URL of the role that "admin migrate" makes');
  const database = await Database.open({ url, poolSize: 2, deadlineMs: 30_000 });
  try {
    return await work(database);
  } finally {
    await database.close();
  }
}

program
  .command('migrate')
  .description('brings the schema up to date and makes the restricted role (password: CHURN_APP_PASSWORD)')
  .action(async () => {
    const ownerUrl = required('DATABASE_OWNER_URL', 'the URL of the role that owns the database');
    answer({ database_url: await migrate(ownerUrl, process.env['CHURN_APP_PASSWORD'] || undefined) });
  });

const tenant = program.command('tenant').description('makes and lists tenants');

const withTenantOptions = (command: Command): Command =>
  command
    .requiredOption('--name <name>', 'name of the shop')
    .addOption(new Option('--plan <plan>', 'plan').choices(PLAN_IDS).default('starter'))
    .option('--currency <code>', 'ISO 4217 code of the currency of the shop', 'EUR')
    .option('--timezone <zone>', 'IANA name of the time zone of the shop', 'UTC')
    .option('--rate-limit <n>', 'requests per minute agreed with the shop; without it those of the plan', toRateLimit);

function toRateLimit(text: string): number {
  const limit = Number(text);
  if (/^\d+$/.test(text) && limit >= 1 && limit <= HIGHEST_RATE_LIMIT) return limit;
  throw new InvalidArgumentError(`It must be a whole number from 1 to ${HIGHEST_RATE_LIMIT}.`);
}

withTenantOptions(tenant.command('create'))
  .description('makes a tenant and tells its API key, this once')
  .action(async (options) => answer(await withDatabase((database) => createTenant(database, options))));

withTenantOptions(tenant.command('ensure'))
  .description('makes the tenant unless one has this name; keeps a working API key of it in the file')
  .requiredOption('--key-file <file>', 'file for the API key')
  .action(async (options) => answer(await withDatabase((database) => ensureTenant(database, options, options.keyFile))));

tenant
  .command('list')
  .description('lists all tenants')
  .action(async () => answer({ data: await withDatabase(listTenants) }));

const key = program.command('key').description('makes and revokes API keys');

key
  .command('create')
  .description('makes another API key for a tenant and tells it, this once')
  .requiredOption('--tenant <name or id>', 'the tenant')
  .action(async (options) => answer(await withDatabase((database) => createKey(database, options.tenant))));

key
  .command('revoke')
  .description('ends an API key; it is refused within seconds')
  .requiredOption('--tenant <name or id>', 'the tenant')
  .requiredOption('--prefix <prefix>', 'first characters of the key after ck_live_, as told when it was made')
  .action(async (options) => answer(await withDatabase((database) => revokeKey(database, options.tenant, options.prefix))));

const webhookSecret = program.command('webhook-secret').description('makes secrets that webhooks are signed with');

webhookSecret
  .command('create')
  .description('gives a tenant a new webhook secret and tells it, this once; the one before it stays good for a while')
  .requiredOption('--tenant <name or id>', 'the tenant')
  .option('--grace-hours <hours>', 'how long the one before it stays good, 0 to 168', '24')
  .action(async (options) => {
    const secretsKey = required('SECRETS_KEY', 'the one that the processes have');
    answer(await withDatabase((database) => createWebhookSecret(database, options.tenant, options.graceHours, secretsKey)));
  });

program.parseAsync().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
});
