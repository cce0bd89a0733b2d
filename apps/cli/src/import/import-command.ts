import { Command, Option } from 'commander';
import { readTimeZone } from '#libs/core';
import { dataDirectory, pathAsTyped, processTerminal, StoppedError } from '#libs/terminal';
import { CHOSEN_ENCODINGS, LAYOUT_NAMES, TIME_UNIT_NAMES } from '#libs/order-import';
import type { MappingOptions } from './mapping-options.js';
import { EXIT, runImport } from './run-import.js';

interface Options extends MappingOptions {
  readonly tenant?: string;
  readonly baseUrl?: string;
  readonly apiKey?: string;
  readonly refunds: readonly string[];
  readonly shiftToNow: boolean;
  readonly currency?: string;
  readonly timezone?: string;
  readonly dryRun: boolean;
  readonly restart: boolean;
  readonly errors?: string;
  readonly map?: string;
  readonly until?: string;
}

/** Builds the `import` command. */
export function importCommand(): Command {
  return new Command('import')
    .description(
      'Import order exports (of shop systems, marketplaces, or any table of orders; CSV, also gzip) through the API, and show the scores.',
    )
    .argument('<files...>', 'order exports')
    .option('--tenant <name>', 'tenant on the service of this machine; created if it does not exist')
    .option('--base-url <url>', 'address of the service, with /api/v1')
    .option('--api-key <key>', 'API key of the tenant (better: CHURN_API_KEY)')
    .addOption(new Option('--format <format>', 'format of the files').choices(['auto', ...LAYOUT_NAMES]).default('auto'))
    .option('--column <field=column>', 'the column of a field, such as amount=Sales, order=ID or amount=none; repeatable', collected, [])
    .addOption(
      new Option('--rows <meaning>', 'rows with one order number: items that add up, or the order repeated').choices(['items', 'orders']),
    )
    .option('--status <status=meaning>', 'such as Closed=cancelled, or not_bought, refunded, bought; repeatable', collected, [])
    .option('--numbers <series=meaning>', 'order numbers such as RET-1001: RET=returns, or RET=orders; repeatable', collected, [])
    .addOption(
      new Option(
        '--discount <meaning>',
        'discounts next to prices: money off each row or off the order, percent, or already taken off',
      ).choices(['money', 'order', 'percent', 'included']),
    )
    .addOption(
      new Option('--largest-customer <choice>', 'orders of a customer that has too many for one person').choices(['keep', 'leave-out']),
    )
    .addOption(
      new Option('--encoding <encoding>', 'encoding of files that are not Unicode, such as windows-1250 or shift_jis').choices(
        CHOSEN_ENCODINGS,
      ),
    )
    .option('--until <day>', 'for files that sum up customers: the day of the export, or the end of the observation, such as 2026-11-20')
    .addOption(new Option('--unit <unit>', 'unit of recency and T in RFM summaries').choices(TIME_UNIT_NAMES))
    .option('--mapping <file>', 'read the answers above from a file that the dashboard or --save-mapping wrote')
    .option('--save-mapping <file>', 'write the answers above into a file')
    .option('--refunds <file>', 'plain log of refunds; repeatable', collected, [])
    .option('--shift-to-now', 'move all times by whole days, so that an old log ends today', false)
    .addOption(new Option('--currency <code>', 'currency of rows that name none').argParser(toCurrency))
    .addOption(
      new Option('--timezone <zone>', 'time zone of times that name none, such as Europe/Berlin (default: UTC)').argParser(toTimeZone),
    )
    .addOption(new Option('--dates <order>', 'order of day and month in dates such as 03/04/2026').choices(['day-first', 'month-first']))
    .addOption(new Option('--decimals <sign>', 'sign before the decimals of amounts such as 1.234').choices(['point', 'comma']))
    .option('--dry-run', 'check every row; create and store nothing', false)
    .option('--restart', 'start again from the first row', false)
    .option('--errors <file>', 'list of the rejected rows (default: .data/imports/<file>.errors.csv)')
    .option('--map <file>', 'write whom each pseudonym stands for into a CSV file that stays on this machine')
    .action(importFiles);
}

async function importFiles(files: string[], options: Options): Promise<void> {
  process.exitCode = await runImport(
    {
      ...options,
      files: files.map(pathAsTyped),
      refunds: options.refunds.map(pathAsTyped),
      ...(options.map !== undefined && { map: pathAsTyped(options.map) }),
      ...(options.mapping !== undefined && { mapping: pathAsTyped(options.mapping) }),
      ...(options.saveMapping !== undefined && { saveMapping: pathAsTyped(options.saveMapping) }),
    },
    {
      terminal: processTerminal(),
      now: new Date(),
      environment: process.env,
      dataDirectory: dataDirectory(process.env),
      adminCommand: [process.argv[1] ?? '', 'admin'],
      signal: stoppedByUser(),
    },
  );
}

const collected = (text: string, others: readonly string[]): readonly string[] => [...others, text];

function toCurrency(text: string): string {
  if (!/^[A-Za-z]{3}$/.test(text)) throw new StoppedError(`"${text}" is not a currency code such as EUR.`);
  return text.toUpperCase();
}

function toTimeZone(text: string): string {
  const zone = readTimeZone(text);
  if (zone === null) throw new StoppedError(`"${text}" is not a time zone such as Europe/Berlin.`);
  return zone;
}

/** Aborts at the first Ctrl-C, so that batches in flight finish. The second Ctrl-C ends the process at once. */
function stoppedByUser(): AbortSignal {
  const controller = new AbortController();
  process.on('SIGINT', () => {
    if (controller.signal.aborted) process.exit(EXIT.stopped);
    controller.abort();
  });
  return controller.signal;
}
