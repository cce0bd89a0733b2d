import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { NO_ORDERS, orderDaysOf, type OrderDays } from '../src/orders/order-days.js';
import { SparseRowsBuilder } from '../src/orders/sparse-rows.js';

/**
 * Order logs that the repository does not contain, because they have licences of their own: cdnow.csv.gz, cdnow_sample.csv,
 * uci_online_retail.csv, edible_grocery_panel.csv.gz, grocery_elog.csv and apparel_sim.csv, each with the columns
 * customer_id,occurred_at,value.
 *
 * ORDER_LOGS_DIR names their folder. Without it, the tests look next to the repository. ORDER_LOGS=required makes the tests that need them
 * fail, not skip, where they are missing.
 */
const BESIDE = ['../shared/data', '../../shared/data'].map((folder) => join(__dirname, '../../..', folder));
const FOLDER = process.env['ORDER_LOGS_DIR'] || BESIDE.find((folder) => existsSync(folder));
const REQUIRED = process.env['ORDER_LOGS'] === 'required';

const WHY_SKIPPED =
  'Skipped: tests on order logs (cdnow.csv.gz, cdnow_sample.csv, uci_online_retail.csv, edible_grocery_panel.csv.gz, grocery_elog.csv, ' +
  'apparel_sim.csv: customer_id,occurred_at,value), which are not part of the repository. To run them, set ORDER_LOGS_DIR to a folder that holds them. The same tests on simulated shops ran.\n';

/** Is `describe`, or `describe.skip` with one line that says why where the order logs are missing and not required. */
export const describeWithLogs: typeof describe.skip = chosenDescribe();

function chosenDescribe(): typeof describe.skip {
  if (REQUIRED || (FOLDER !== undefined && existsSync(FOLDER))) return describe;
  process.stderr.write(WHY_SKIPPED);
  return describe.skip;
}

/** @throws Error when no folder with order logs is known */
export function orderLogPath(file: string): string {
  if (FOLDER === undefined)
    throw new Error(`ORDER_LOGS=required, but there are no order logs: set ORDER_LOGS_DIR to the folder with ${file}`);
  return join(FOLDER, file);
}

export interface ShopLog {
  readonly ids: readonly string[];
  readonly history: OrderDays;
  readonly firstDay: number;
  readonly lastDay: number;
}

/**
 * Reads a log `customer_id,occurred_at,value` as order days, customers by rising id.
 *
 * @param file name in the folder of logs, gzip when it ends in .gz
 * @param keepFree whether orders of value 0 count, as in published fits; the service leaves them out
 * @throws Error when the file does not exist
 */
export function readShopLog(file: string, keepFree = false): ShopLog {
  const orders = new Map<string, { placedAtMs: number; net: number; foreign: boolean }[]>();
  for (const line of readLines(file).slice(1)) {
    const [id = '', occurredAt = '', value = ''] = line.split(',');
    if (!keepFree && Number(value) === 0) continue;
    const order = { placedAtMs: Date.parse(occurredAt), net: Math.round(Number(value) * 10_000), foreign: false };
    const known = orders.get(id);
    if (known === undefined) orders.set(id, [order]);
    else known.push(order);
  }
  const ids = [...orders.keys()].toSorted();
  const builder = new SparseRowsBuilder(NO_ORDERS);
  for (const id of ids) builder.add(orderDaysOf((orders.get(id) ?? []).toSorted((one, other) => one.placedAtMs - other.placedAtMs)));
  const history = builder.build();
  const [firstDay, lastDay] = history.day.reduce(([first, last], day) => [Math.min(first, day), Math.max(last, day)], [1e9, -1e9]);
  return { ids, history, firstDay: firstDay ?? 0, lastDay: lastDay ?? 0 };
}

function readLines(file: string): string[] {
  const bytes = readFileSync(orderLogPath(file));
  return (file.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8').trim().split('\n');
}

/** UTC day number of a date such as 1997-09-30. */
export const dayNumber = (date: string): number => Date.parse(`${date}T00:00:00Z`) / 86_400_000;
