import { readdir, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { spanOf, type OrderDays } from '#libs/scoring';
import { openCsv } from '#libs/backfill';
import { Columns, type CsvRow, parseAmount, parseInstant } from '#libs/order-import';
import { StoppedError } from '#libs/terminal';
import { OrderColumns } from './order-columns.js';

/** The orders of one shop. Days are UTC day numbers. */
export interface ShopLog {
  readonly name: string;
  readonly history: OrderDays;
  /** Made by the simulator, and not read from a file. */
  readonly simulated: boolean;
  /** Rows of the file. */
  readonly orders: number;
  readonly span: { readonly first: number; readonly last: number };
}

const FILE = /\.csv(?:\.gz)?$/i;
/** Refunds are not orders. A later refund is not known at the time of an order either, so amounts are not netted. */
const REFUNDS = /refunds?\.csv(?:\.gz)?$/i;
const MOST_FAULTS = 10;
const LONGEST_ID = 255;
const LARGEST_VALUE = 1e12;
const EARLIEST_MS = Date.UTC(1970, 0, 1);
const LATEST_MS = Date.UTC(2200, 0, 1);

/**
 * The order logs among the paths: files as named, and of a folder the .csv and .csv.gz files in it but those of refunds.
 *
 * @throws StoppedError when a path does not exist or a folder holds no log
 */
export async function shopLogFiles(paths: readonly string[]): Promise<string[]> {
  const files: string[] = [];
  for (const path of paths) {
    const found = await stat(path).catch(() => null);
    if (found === null) throw new StoppedError(`${path} does not exist.`);
    if (!found.isDirectory()) {
      files.push(path);
      continue;
    }
    const logs = (await readdir(path)).filter((name) => FILE.test(name) && !REFUNDS.test(name)).toSorted();
    if (logs.length === 0) throw new StoppedError(`${path} holds no order log: .csv or .csv.gz with customer_id,occurred_at,value.`);
    files.push(...logs.map((name) => join(path, name)));
  }
  return files;
}

/** Names a shop after its file. */
export const shopName = (file: string): string => basename(file).replace(FILE, '');

/**
 * Reads a log `customer_id,occurred_at,value` row by row. An empty value is an unknown amount; an order of value 0 does not count.
 *
 * @throws StoppedError naming the line, the field, what it holds and what is allowed, for the first faults of the file
 */
export async function readShopLog(file: string): Promise<ShopLog> {
  const { header, rows } = await openCsv(file);
  const columns = new Columns(header);
  for (const [name, plain] of [['customer_id', 'customerid'] as const, ['occurred_at', 'occurredat'] as const]) {
    if (!columns.has([plain])) {
      throw new StoppedError(`${file} has no column "${name}": its first line must be customer_id,occurred_at,value.`);
    }
  }
  const orders = new OrderColumns();
  const faults: string[] = [];
  for await (const row of rows) {
    const fault = addRow(orders, columns, row);
    if (fault !== null) faults.push(`${file}, line ${row.line}: ${fault}`);
    if (faults.length === MOST_FAULTS) break;
  }
  if (faults.length > 0) throw new StoppedError(faults.join('\n'));
  const history = orders.toOrderDays();
  const span = spanOf(history);
  if (span === null) throw new StoppedError(`${file} has no order that counts.`);
  return { name: shopName(file), simulated: false, history, orders: orders.orders, span };
}

/** Adds the order of a row, or says what is wrong with it. */
function addRow(orders: OrderColumns, columns: Columns, row: CsvRow): string | null {
  const misfit = columns.misfitOf(row.fields);
  if (misfit !== null) return misfit;
  const customer = columns.text(row.fields, ['customerid']);
  if (customer.length < 1 || customer.length > LONGEST_ID) {
    return `customer_id has ${customer.length} characters; 1 to ${LONGEST_ID} are allowed`;
  }
  const at = parseInstant(columns.text(row.fields, ['occurredat']));
  if (at.kind === 'wrong') return `occurred_at: ${at.reason}`;
  const atMs = at.value.getTime();
  if (!(atMs >= EARLIEST_MS && atMs < LATEST_MS)) {
    return `occurred_at is ${columns.text(row.fields, ['occurredat'])}; the years 1970 to 2199 are allowed`;
  }
  const value = parseAmount(columns.text(row.fields, ['value']));
  if (value.kind === 'wrong') return `value: ${value.reason}`;
  if (value.value !== null && !(value.value >= 0 && value.value <= LARGEST_VALUE)) {
    return `value is ${value.value}; 0 to ${LARGEST_VALUE} is allowed, or nothing where it is unknown`;
  }
  orders.add(customer, atMs, value.value);
  return null;
}
