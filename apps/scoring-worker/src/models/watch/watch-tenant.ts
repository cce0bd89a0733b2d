import { setTimeout as sleep } from 'node:timers/promises';
import { type CustomerId, DAY_MS, FIRST_ID, LAST_ID, type ReturnAlarm, type TenantId } from '#libs/core';
import { type Database, type TenantDb } from '#libs/database';
import { type SecretBox } from '#libs/tenants';
import { isBackfillRunning, readBackfill } from '#libs/work';
import { alarmMail, type MailLinks, queueToReader, readReaders } from '#libs/digest';
import { OrderCounter } from '#libs/scoring';
import { nextIds } from '../fit/read-history.sql.js';
import { outcomeReader } from '../shared/outcome-reader.js';
import { nightOf } from './night.js';
import { hasOnlyFiles, readWatch, writeWatch } from './return-watches.sql.js';

/** Customers per transaction. */
const PAGE = 500;
/** Highest number of watched customers. Ids are hashes, so these are a random sample, the same each night. A larger one would hardly show more. */
const LARGEST_SAMPLE = 50_000;
/** A year to learn from, two for the season, and some months to watch. */
const DAYS = 1200;
const LIFETIME_MS = 2 * DAY_MS;

/** The tools that watching a tenant needs. */
export interface WatchTools {
  readonly database: Database;
  readonly box: SecretBox;
  readonly links: MailLinks;
  readonly backfillQuietMs: number;
}

/**
 * Checks whether known customers come back as expected, stores the result, and mails people once when an alarm begins. One worker runs it once a
 * night.
 * @returns the alarms that began
 */
export async function watchTenant(tools: WatchTools, tenantId: TenantId, now: Date): Promise<readonly ReturnAlarm[]> {
  const { database } = tools;
  const backfill = await database.transaction(tenantId, readBackfill);
  // Half-imported history looks like customers who stay away.
  if (backfill !== null && isBackfillRunning(backfill, now, tools.backfillQuietMs)) return [];
  const counter = await countOrders(database, tenantId, now);
  return database.transaction(tenantId, async (db) => {
    const night = nightOf(counter, await readWatch(db), now.toISOString().slice(0, 10), await hasOnlyFiles(db));
    if (!(await writeWatch(db, night, night.state))) return [];
    for (const alarm of night.begun.filter(({ kind }) => kind !== 'data_ended')) await mailAlarm(tools, db, alarm, now);
    return night.begun;
  });
}

/** The current day is not complete and does not count. */
async function countOrders(database: Database, tenantId: TenantId, now: Date): Promise<OrderCounter> {
  const yesterday = Math.floor(now.getTime() / DAY_MS) - 1;
  const counter = new OrderCounter(yesterday - DAYS + 1, yesterday);
  const readOutcomes = await outcomeReader(database, tenantId);
  let after: string | null = FIRST_ID;
  for (let customers = 0; after !== null && customers < LARGEST_SAMPLE; customers += PAGE) {
    const began = performance.now();
    const from: string = after;
    const ids: CustomerId[] = await database.transaction(tenantId, async (db) => {
      const page = await nextIds(db, { after: from, until: LAST_ID }, PAGE);
      for (const history of (await readOutcomes(db, page)).values()) counter.add(history);
      return page;
    });
    after = ids.length === PAGE ? ids.at(-1)! : null;
    // Live scores read the same tables.
    await sleep(performance.now() - began);
  }
  return counter;
}

async function mailAlarm({ box, links }: WatchTools, db: TenantDb, alarm: ReturnAlarm, now: Date): Promise<void> {
  const post = { box, links, times: { now, lifetimeMs: LIFETIME_MS } };
  for (const reader of await readReaders(db)) await queueToReader(db, reader, post, (to, place) => alarmMail(to, alarm, place));
}
