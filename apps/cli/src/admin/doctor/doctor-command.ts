import type { Command } from 'commander';
import { answer } from '../admin-session.js';
import { examine } from './examine.js';
import type { Finding } from './finding.js';

const MARKS = { ok: 'ok  ', warn: 'WARN', fail: 'FAIL' } as const;

/** Adds `admin doctor`. Its exit code is 1 when a check fails. */
export function addDoctorCommand(admin: Command): void {
  admin
    .command('doctor')
    .description('check the configuration in the environment and the running installation, and say what to do; it changes nothing')
    .option('--json', 'print one line of JSON', false)
    .action(async ({ json }: { json: boolean }) => {
      const checks = await examine(process.env);
      const failed = checks.filter(({ status }) => status === 'fail').length;
      if (json) answer({ status: failed > 0 ? 'fail' : 'ok', checks });
      else process.stdout.write(`${checks.map(lineOf).join('\n')}\n`);
      if (failed > 0) process.exitCode = 1;
    });
}

const lineOf = ({ check, status, message, advice }: Finding): string =>
  `${MARKS[status]} ${check}: ${message}${advice === '' ? '' : `\n       ${advice}`}`;
