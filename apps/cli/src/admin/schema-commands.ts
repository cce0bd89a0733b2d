import type { Command } from 'commander';
import { distribute, migrate } from '#libs/database';
import { StoppedError } from '#libs/terminal';
import { answer, ownerUrl } from './admin-session.js';

/** Adds `admin migrate` and `admin schema distribute`. */
export function addSchemaCommands(admin: Command): void {
  admin
    .command('migrate')
    .description('update the schema and create the restricted role (password: CHURN_APP_PASSWORD)')
    .action(async () => answer({ database_url: await migrate(ownerUrl(), process.env['CHURN_APP_PASSWORD'] || undefined) }));

  admin
    .command('schema')
    .description('distribute the tables')
    .command('distribute')
    .description('distribute the tables over the nodes of Citus, by tenant; without --apply only print the statements')
    .option('--apply', 'run the statements on the coordinator that DATABASE_OWNER_URL names', false)
    .action(async (options: { apply: boolean }) => {
      const { statements, refusals } = await distribute(ownerUrl(), options);
      if (refusals.length > 0) throw new StoppedError(`These tables cannot be distributed: ${refusals.join('; ')}`);
      answer({ applied: options.apply, statements });
    });
}
