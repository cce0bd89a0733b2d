import type { Command } from 'commander';
import { answer, secretBoxOfProcesses, withDatabase } from '../admin-session.js';
import { listEndpoints } from './list-endpoints.js';
import { disableEndpointOf, enableEndpointOf } from './switch-endpoint.js';

/** Adds `admin endpoint list|disable|enable`. */
export function addEndpointCommands(admin: Command): void {
  const endpoint = admin.command('endpoint').description('list the endpoints of a tenant, and switch them off and on');
  endpoint
    .command('list')
    .description('list the webhooks, the other destinations and the addresses of campaigns of a tenant, with their health')
    .requiredOption('--tenant <name or id>', 'the tenant')
    .action(async (options) => answer({ data: await withDatabase((database) => listEndpoints(database, options.tenant)) }));
  endpoint
    .command('disable')
    .description('switch an endpoint off and mail the owners; what waits and what comes is kept as dead letters')
    .requiredOption('--tenant <name or id>', 'the tenant')
    .requiredOption('--id <id>', 'the id of the endpoint, as "endpoint list" shows it')
    .action(async (options) =>
      answer(await withDatabase((database) => disableEndpointOf(database, options.tenant, options.id, secretBoxOfProcesses()))),
    );
  endpoint
    .command('enable')
    .description('switch an endpoint on; the owners decide which dead letters are sent again')
    .requiredOption('--tenant <name or id>', 'the tenant')
    .requiredOption('--id <id>', 'the id of the endpoint, as "endpoint list" shows it')
    .action(async (options) => answer(await withDatabase((database) => enableEndpointOf(database, options.tenant, options.id))));
}
