import type { Command } from 'commander';
import { answer, withDatabase } from '../admin-session.js';
import { listModels } from './list-models.js';
import { pinModel, unpinModel } from './pin-model.js';

/** Adds `admin model list|pin|unpin`. */
export function addModelCommands(admin: Command): void {
  const model = admin.command('model').description('list the models of a tenant, and pin one');
  model
    .command('list')
    .description('list the models that are kept, with their quality and the number of scores that come from them')
    .requiredOption('--tenant <name or id>', 'the tenant')
    .action(async (options) => answer(await withDatabase((database) => listModels(database, options.tenant))));
  model
    .command('pin')
    .description('keep the model that scores come from, or use an earlier one again; no new model is fitted until "model unpin"')
    .requiredOption('--tenant <name or id>', 'the tenant')
    .option('--version <version>', 'a version of "model list"; default: the active one')
    .action(async (options) => answer(await withDatabase((database) => pinModel(database, options.tenant, options.version ?? null))));
  model
    .command('unpin')
    .description('let workers fit models again; they look within seconds whether one is due')
    .requiredOption('--tenant <name or id>', 'the tenant')
    .action(async (options) => answer(await withDatabase((database) => unpinModel(database, options.tenant))));
}
