import { Command } from 'commander';
import { dataDirectory, processTerminal } from '#libs/terminal';
import type { TargetOptions } from '../import/target.js';
import { listUploads } from './list-uploads.js';
import { removeUpload } from './remove-upload.js';
import type { UploadsContext } from './uploads-context.js';

/** Builds the `uploads` command. */
export function uploadsCommand(): Command {
  const command = new Command('uploads').description('List and remove files of orders that were sent to the service.');
  withTarget(command.command('list'))
    .description('List the uploads, newest first: id, time, state, orders, customers, period, sum and file.')
    .option('--json', 'print the answer of the service', false)
    .action((options: TargetOptions & { readonly json: boolean }) => listUploads(options, contextOf()));
  withTarget(command.command('remove'))
    .description('Remove what only this upload brought. What it corrected is as before; what others sent too stays. It cannot be undone.')
    .argument('<id>', 'id of the upload, from the list')
    .option('--no-wait', 'do not wait until all is removed')
    .action((id: string, options: TargetOptions & { readonly wait: boolean }) => removeUpload(id, options, contextOf()));
  return command;
}

const withTarget = (command: Command): Command =>
  command
    .option('--tenant <name>', 'tenant on the service of this machine, which an import has created')
    .option('--base-url <url>', 'address of the service, with /api/v1')
    .option('--api-key <key>', 'API key of the tenant (better: CHURN_API_KEY); removing needs one for everything');

const contextOf = (): UploadsContext => ({
  terminal: processTerminal(),
  environment: process.env,
  dataDirectory: dataDirectory(process.env),
  adminCommand: [],
});
