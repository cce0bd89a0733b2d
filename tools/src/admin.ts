import 'reflect-metadata';
import { Command, InvalidArgumentError, Option } from 'commander';
import { PLAN_IDS, ROLES } from '#libs/core';
import { Database, distribute, migrate } from '#libs/database';
import { Passwords } from '#libs/guards';
import { pruneAuditLogs } from './admin/audit-log.js';
import { rotateKeys } from './admin/rotate-keys.js';
import { createKey, createTenant, ensureTenant, listTenants, revokeKey } from './admin/tenants.js';
import { createUser, ensureOwner, resetSecondFactor } from './admin/users.js';
import { createWebhookSecret } from './admin/webhook-secrets.js';

const program = new Command('admin').description(
  'Operates the service: schema, tenants, people, API keys, secrets, audit logs. Every answer is a line of JSON.',
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

program
  .command('schema')
  .description('how the tables lie')
  .command('distribute')
  .description('distributes the tables over the nodes of Citus, by tenant; without --apply it only says how')
  .option('--apply', 'does it, on the coordinator that DATABASE_OWNER_URL names', false)
  .action(async (options: { apply: boolean }) => {
    const ownerUrl = required('DATABASE_OWNER_URL', 'the URL of the role that owns the database');
    const { statements, refusals } = await distribute(ownerUrl, options);
    if (refusals.length > 0) throw new Error(`These tables cannot be distributed: ${refusals.join('; ')}`);
    answer({ applied: options.apply, statements });
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

const user = program.command('user').description('looks after the accounts of people');

/** As the processes hash them; a test may be quicker. */
const passwords = (): Passwords => new Passwords(Number(process.env['PASSWORD_HASH_COST'] || 12));

user
  .command('create')
  .description('makes an account for somebody of a tenant and tells its password, this once')
  .requiredOption('--tenant <name or id>', 'the tenant')
  .requiredOption('--email <address>', 'e-mail address to sign in with')
  .addOption(new Option('--role <role>', 'what they may do').choices(ROLES).default('member'))
  .action(async (options) => answer(await withDatabase((database) => createUser(database, options, passwords()))));

user
  .command('ensure')
  .description('makes an owner of the tenant unless there is one with this address; keeps address and password in the file')
  .requiredOption('--tenant <name or id>', 'the tenant')
  .requiredOption('--email <address>', 'e-mail address to sign in with')
  .requiredOption('--login-file <file>', 'file for address and password, a line each')
  .action(async (options) => answer(await withDatabase((database) => ensureOwner(database, options, passwords()))));

user
  .command('reset-2fa')
  .description('turns the second factor of somebody off who has lost app and recovery codes, and ends their sessions')
  .requiredOption('--email <address>', 'e-mail address they sign in with')
  .action(async (options) => answer(await withDatabase((database) => resetSecondFactor(database, options.email))));

program
  .command('keys')
  .description('looks after the keys that secrets are encrypted with')
  .command('rotate')
  .description('encrypts every stored secret with the first key of SECRETS_KEY; afterwards the others may go')
  .action(async () => {
    const secretsKey = required('SECRETS_KEY', 'the new key first, and behind it those that are to go');
    const rotation = await withDatabase((database) => rotateKeys(database, secretsKey));
    answer(rotation);
    // A script must not take the older keys away while secrets are left that need another one.
    if (rotation.unopened.length > 0) process.exitCode = 1;
  });

program
  .command('audit')
  .description('looks after the audit logs')
  .command('prune')
  .description('removes old entries of all tenants, as the owner of the database: nobody else can')
  .option('--keep-days <days>', 'how many days stay, 90 to 3650', '400')
  .action(async (options) => {
    const ownerUrl = required('DATABASE_OWNER_URL', 'the URL of the role that owns the database');
    answer(await pruneAuditLogs(ownerUrl, options.keepDays));
  });

program.parseAsync().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
});
