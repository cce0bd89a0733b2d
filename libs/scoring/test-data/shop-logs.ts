import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { orderDaysOf } from '../src/orders/order-days.js';
import type { OrderDays } from '../src/orders/order-days.js';
import { OrderDaysBuilder } from '../src/orders/order-days-builder.js';

/** Beside the project, not in it: the logs have licences of their own. */
const FOLDERS = ['../shared/data', '../../shared/data'].map((folder) => join(__dirname, '../../..', folder));
const FOLDER = FOLDERS.find((folder) => existsSync(folder));

/** A `describe` that is skipped, by its name, where the order logs are not; in CI they must be. */
export const describeWithLogs: typeof describe.skip = FOLDER === undefined && process.env['CI'] === undefined ? describe.skip : describe;

export interface ShopLog {
  readonly ids: readonly string[];
  readonly history: OrderDays;
  readonly firstDay: number;
  readonly lastDay: number;
}

/**
 * A log `customer_id,occurred_at,value` as order days, customers by rising id.
 *
 * @param file name in the folder of logs, packed when it ends in .gz
 * @param keepFree whether orders of value 0 count, as in published fits; the service leaves them out
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
  const builder = new OrderDaysBuilder();
  for (const id of ids) builder.add(orderDaysOf((orders.get(id) ?? []).toSorted((one, other) => one.placedAtMs - other.placedAtMs)));
  const history = builder.build();
  const [firstDay, lastDay] = history.day.reduce(([first, last], day) => [Math.min(first, day), Math.max(last, day)], [1e9, -1e9]);
  return { ids, history, firstDay: firstDay ?? 0, lastDay: lastDay ?? 0 };
}

function readLines(file: string): string[] {
  if (FOLDER === undefined) throw new Error(`the order logs must be in one of ${FOLDERS.join(', ')}`);
  const bytes = readFileSync(join(FOLDER, file));
  return (file.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8').trim().split('\n');
}

export const dayNumber = (date: string): number => Date.parse(`${date}T00:00:00Z`) / 86_400_000;
