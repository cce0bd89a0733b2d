import type { Command } from 'commander';
import { answer, withDatabase } from './admin-session.js';
import { listSetAside, retrySetAside } from './set-aside.js';

/** Adds `admin scoring set-aside` and `admin scoring retry`. */
export function addScoringCommands(admin: Command): void {
  const scoring = admin.command('scoring').description('list and retry the score requests that no worker could process');
  scoring
    .command('set-aside')
    .description('list the tenants with requests that were set aside')
    .action(async () => answer({ data: await withDatabase(listSetAside) }));
  scoring
    .command('retry')
    .description('put the requests of a tenant that were set aside back; a worker tries them again at once')
    .requiredOption('--tenant <name or id>', 'the tenant')
    .action(async (options) => answer(await withDatabase((database) => retrySetAside(database, options.tenant))));
}
