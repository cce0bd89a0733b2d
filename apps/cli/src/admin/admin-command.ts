import { Command } from 'commander';
import { addAuditCommands } from './audit-commands.js';
import { addJobCommands } from './jobs/job-commands.js';
import { addKeyCommands } from './key-commands.js';
import { addDoctorCommand } from './doctor/doctor-command.js';
import { addEndpointCommands } from './endpoints/endpoint-commands.js';
import { addModelCommands } from './models/model-commands.js';
import { addSchemaCommands } from './schema-commands.js';
import { addScoringCommands } from './scoring-commands.js';
import { addSecretCommands } from './secret-commands.js';
import { addTenantCommands } from './tenant-commands.js';
import { addUserCommands } from './user-commands.js';

/** Builds the `admin` command with all its subcommands. Each prints its answer as one line of JSON. */
export function adminCommand(): Command {
  const admin = new Command('admin').description(
    'Operate the service: schema, tenants, people, API keys, endpoints, jobs, models, secrets, scoring, audit logs. Each command prints one line of JSON.',
  );
  addSchemaCommands(admin);
  addTenantCommands(admin);
  addKeyCommands(admin);
  addUserCommands(admin);
  addEndpointCommands(admin);
  addJobCommands(admin);
  addModelCommands(admin);
  addSecretCommands(admin);
  addScoringCommands(admin);
  addAuditCommands(admin);
  addDoctorCommand(admin);
  return admin;
}
