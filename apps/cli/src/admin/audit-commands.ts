import type { Command } from 'commander';
import { answer, ownerUrl } from './admin-session.js';
import { pruneAuditLogs } from './audit-log.js';

/** Adds `admin audit prune`. */
export function addAuditCommands(admin: Command): void {
  admin
    .command('audit')
    .description('manage the audit logs')
    .command('prune')
    .description('delete old entries of all tenants; only the owner of the database may do this')
    .option('--keep-days <days>', 'number of days to keep, 90 to 3650', '400')
    .action(async (options) => answer(await pruneAuditLogs(ownerUrl(), options.keepDays)));
}
