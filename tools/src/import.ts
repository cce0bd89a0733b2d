import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { Command, Option } from 'commander';
import { dataDirectory } from './data-directory.js';
import { FORMAT_NAMES, type FormatName } from './import/recognise-format.js';
import { EXIT, runImport } from './import/run-import.js';
import { StoppedError } from './stopped-error.js';
import { processTerminal } from './terminal.js';

interface Options {
  readonly tenant?: string;
  readonly baseUrl?: string;
  readonly apiKey?: string;
  readonly format: FormatName | 'auto';
  readonly refunds: readonly string[];
  readonly shiftToNow: boolean;
  readonly currency?: string;
  readonly dryRun: boolean;
  readonly restart: boolean;
  readonly errors?: string;
}

const command = new Command('import')
  .description('Imports order exports (a plain log, Shopify, WooCommerce; CSV, also gzip) through the API, and shows the scores.')
  .argument('<files...>', 'order exports')
  .option('--tenant <name>', 'a shop on the service of this machine; made when there is none')
  .option('--base-url <url>', 'the service, with /api/v1')
  .option('--api-key <key>', 'key of the tenant (better: CHURN_API_KEY)')
  .addOption(new Option('--format <format>', 'what the files are').choices(['auto', ...FORMAT_NAMES]).default('auto'))
  .option('--refunds <file>', 'a plain log of refunds; may be given several times', (file, files: string[]) => [...files, file], [])
  .option('--shift-to-now', 'move all times by whole days, so that an old log ends today', false)
  .addOption(new Option('--currency <code>', 'currency of rows that name none').argParser(toCurrency))
  .option('--dry-run', 'judge everything, store nothing', false)
  .option('--restart', 'begin again, whatever was sent before', false)
  .option('--errors <file>', 'where to list the rows that are wrong (default: .data/imports/<file>.errors.csv)')
  .action(async (files: string[], options: Options) => {
    process.exitCode = await runImport(
      { ...options, files: files.map(pathAsTyped), refunds: options.refunds.map(pathAsTyped) },
      {
        terminal: processTerminal(),
        now: new Date(),
        environment: process.env,
        dataDirectory: dataDirectory(process.env),
        adminScript: join(import.meta.dirname, 'admin.js'),
        signal: stoppedByUser(),
      },
    );
  });

/** npm runs scripts in the package's folder; the user may have typed the path in another one. */
function pathAsTyped(path: string): string {
  const typedIn = process.env['INIT_CWD'];
  return existsSync(path) || typedIn === undefined ? resolve(path) : resolve(typedIn, path);
}

function toCurrency(text: string): string {
  if (!/^[A-Za-z]{3}$/.test(text)) throw new StoppedError(`"${text}" is not a currency code such as EUR.`);
  return text.toUpperCase();
}

/** The first Ctrl-C lets the batches on their way finish, the second one ends at once. */
function stoppedByUser(): AbortSignal {
  const controller = new AbortController();
  process.on('SIGINT', () => {
    if (controller.signal.aborted) process.exit(EXIT.stopped);
    controller.abort();
  });
  return controller.signal;
}

try {
  await command.parseAsync();
} catch (error) {
  process.stderr.write(`${error instanceof StoppedError ? error.message : String(error instanceof Error ? error.stack : error)}\n`);
  process.exitCode = EXIT.failed;
}
