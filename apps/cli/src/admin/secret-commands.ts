import type { Command } from 'commander';
import { answer, required, withDatabase } from './admin-session.js';
import { rotateKeys } from './rotate-keys.js';
import { createWebhookSecret } from './webhook-secrets.js';

/** Adds `admin webhook-secret create` and `admin keys rotate`. */
export function addSecretCommands(admin: Command): void {
  admin
    .command('webhook-secret')
    .description('create secrets that sign webhooks')
    .command('create')
    .description('create a new webhook secret for a tenant and print it; it is not shown again')
    .requiredOption('--tenant <name or id>', 'the tenant')
    .option('--grace-hours <hours>', 'how long the previous secret stays valid, 0 to 168', '24')
    .action(async (options) => {
      const secretsKey = required('SECRETS_KEY', 'the same as for the API and the worker');
      answer(await withDatabase((database) => createWebhookSecret(database, options.tenant, options.graceHours, secretsKey)));
    });

  admin
    .command('keys')
    .description('manage the keys that encrypt stored secrets')
    .command('rotate')
    .description('encrypt every stored secret with the first key of SECRETS_KEY; then you can remove the others')
    .action(async () => {
      const secretsKey = required('SECRETS_KEY', 'the new key first, then the keys that you want to remove');
      const rotation = await withDatabase((database) => rotateKeys(database, secretsKey));
      answer(rotation);
      // A script must not remove the old keys while secrets still need them.
      if (rotation.unopened.length > 0) process.exitCode = 1;
    });
}
