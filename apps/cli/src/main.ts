import 'reflect-metadata';
import type { Command } from 'commander';

/** Loads each command on demand, because the import needs no database driver. */
const COMMANDS: Readonly<Record<string, () => Promise<Command>>> = {
  admin: async () => (await import('./admin/admin-command.js')).adminCommand(),
  import: async () => (await import('./import/import-command.js')).importCommand(),
  uploads: async () => (await import('./uploads/uploads-command.js')).uploadsCommand(),
};

/** Exit code for a wrong call, as in BSD's sysexits. */
const USAGE_ERROR = 64;

/** Returns the message of an error, or its stack trace when LOG_LEVEL=debug. */
function textOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return (process.env['LOG_LEVEL'] === 'debug' ? error.stack : error.message) || String(error);
}

// Keys, reports and progress that commands write are for this account only.
process.umask(0o077);

const [name = '', ...args] = process.argv.slice(2);
const load = COMMANDS[name];
if (load === undefined) {
  process.stderr.write(`Unknown command "${name}". Use one of: ${Object.keys(COMMANDS).join(', ')}.\n`);
  process.exit(USAGE_ERROR);
}
try {
  await (await load()).parseAsync(args, { from: 'user' });
} catch (error) {
  process.stderr.write(`${textOf(error)}\n`);
  process.exitCode = 1;
}
