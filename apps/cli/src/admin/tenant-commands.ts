import { type Command, InvalidArgumentError, Option } from 'commander';
import { PLAN_IDS } from '#libs/core';
import { answer, secretBoxOfProcesses, withDatabase } from './admin-session.js';
import { deleteTenant, keepTenant } from './tenant-deletion.js';
import { exportTenant } from './tenant-export.js';
import { showTenant } from './tenant-summary.js';
import { suspendTenant } from './suspend-tenant.js';
import { updateTenant } from './update-tenant.js';
import { createTenant, ensureTenant, listTenants } from './tenants.js';

const HIGHEST_RATE_LIMIT = 1_000_000_000;

/** Adds `admin tenant create|ensure|list|show|update|suspend|resume|delete|keep|export`. */
export function addTenantCommands(admin: Command): void {
  const tenant = admin.command('tenant').description('create, list, export and delete tenants');
  withTenantOptions(tenant.command('create'))
    .description('create a tenant and print its API key; it is not shown again')
    .action(async (options) => answer(await withDatabase((database) => createTenant(database, options))));
  withTenantOptions(tenant.command('ensure'))
    .description('create the tenant unless one has this name, and keep a working API key of it in the file')
    .requiredOption('--key-file <file>', 'file for the API key')
    .action(async (options) => answer(await withDatabase((database) => ensureTenant(database, options, options.keyFile))));
  tenant
    .command('list')
    .description('list all tenants, with the deletions that are asked for or have begun')
    .action(async () => answer({ data: await withDatabase(listTenants) }));
  addSuspendCommands(tenant);
  addDataCommands(tenant);
}

function addSuspendCommands(tenant: Command): void {
  tenant
    .command('suspend')
    .description('refuse events and changes of a tenant and let its work rest; reading goes on')
    .requiredOption('--tenant <name or id>', 'the tenant')
    .action(async (options) => answer(await withDatabase((database) => suspendTenant(database, options.tenant, true))));
  tenant
    .command('resume')
    .description('let a suspended tenant go on; workers catch up on what was accepted before')
    .requiredOption('--tenant <name or id>', 'the tenant')
    .action(async (options) => answer(await withDatabase((database) => suspendTenant(database, options.tenant, false))));
}

function addDataCommands(tenant: Command): void {
  tenant
    .command('show')
    .description('show sizes, backlog, models, endpoints and jobs of a tenant, and nothing about its customers')
    .requiredOption('--tenant <name or id>', 'the tenant')
    .action(async (options) => answer(await withDatabase((database) => showTenant(database, options.tenant))));
  tenant
    .command('update')
    .description('change the name, the plan or the agreed limit of a tenant')
    .requiredOption('--tenant <name or id>', 'the tenant')
    .option('--rename <name>', 'the new name of the shop')
    .addOption(new Option('--plan <plan>', 'the new plan').choices(PLAN_IDS))
    .option('--rate-limit <n>', 'requests per minute agreed with the shop, or "plan" for the limit of its plan', toAgreedLimit)
    .action(async ({ tenant: nameOrId, rename: name, plan, rateLimit }) =>
      answer(
        await withDatabase((database) =>
          updateTenant(database, nameOrId, { name, plan, rateLimit: rateLimit === 'plan' ? null : rateLimit }),
        ),
      ),
    );
  tenant
    .command('delete')
    .description('delete a tenant and all its data after 7 days, and mail its owners; workers do it')
    .requiredOption('--tenant <name or id>', 'the tenant')
    .requiredOption('--confirm <name>', 'name of the tenant, to be sure that it is the right one')
    .option('--now', 'delete it at once; nobody can cancel that', false)
    .action(async (options) => answer(await withDatabase((database) => deleteTenant(database, options, secretBoxOfProcesses()))));
  tenant
    .command('keep')
    .description('cancel the deletion of a tenant that has not begun')
    .requiredOption('--tenant <name or id>', 'the tenant')
    .action(async (options) => answer(await withDatabase((database) => keepTenant(database, options.tenant, secretBoxOfProcesses()))));
  tenant
    .command('export')
    .description('write all data of a tenant into a file: gzip of JSON lines, without secrets')
    .requiredOption('--tenant <name or id>', 'the tenant')
    .requiredOption('--out <file>', 'the file; "-" writes to standard output and prints no JSON')
    .action(async (options) => {
      const written = await withDatabase((database) => exportTenant(database, options.tenant, options.out));
      if (options.out !== '-') answer(written);
    });
}

/** Keeps the word: commander takes null for an empty text. */
const toAgreedLimit = (text: string): number | 'plan' => (text === 'plan' ? text : toRateLimit(text));

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
