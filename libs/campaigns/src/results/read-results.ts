import { FIRST_ID, LAST_ID, MINUTE_MS } from '#libs/core';
import type { TenantDb } from '#libs/database';
import { addCampaigns, type CampaignNumbers, countCampaign } from './campaign-results.sql.js';
import { type About, isLarge, readStored, type StoredResults } from './counted-results.sql.js';
import type { OverallRow } from './groups.js';
import { addOverall, countOverall } from './overall-results.sql.js';
import { ALL_CUSTOMERS, customerAfter, type CustomerRange } from './recipients.sql.js';

/** Results that can be counted for a range of customers, and added up over ranges. */
export interface Countable<Numbers extends object> {
  /** Null: all campaigns together. */
  readonly campaignId: string | null;
  count(db: TenantDb, range: CustomerRange, now: Date): Promise<Numbers>;
  add(parts: readonly Numbers[]): Numbers;
}

export const campaignResults = (campaignId: string): Countable<CampaignNumbers> => ({
  campaignId,
  count: (db, range, now) => countCampaign(db, campaignId, range, now),
  add: addCampaigns,
});

export const overallResults: Countable<OverallRow[]> = { campaignId: null, count: countOverall, add: addOverall };

/** Numbers, and how old they are. */
export interface KnownResults<Numbers> {
  /** Null: a worker has to count them first. */
  readonly numbers: Numbers | null;
  readonly countedAt: Date | null;
  /** A worker has been asked for newer numbers. */
  readonly isAsked: boolean;
  /** The numbers are old, and newer ones have not been requested. */
  readonly isOld: boolean;
}

/** Numbers are old after this time, and after this many times as long as the count took, so that counting never fills a worker. */
const FRESH_MS = MINUTE_MS;
const FRESH_TIMES = 20;

/** Counts the results of few recipients, and reads those of many as a worker has counted them. */
export async function readResults<Numbers extends object>(
  db: TenantDb,
  what: Countable<Numbers>,
  now: Date,
): Promise<KnownResults<Numbers>> {
  const stored = await readStored<Numbers>(db, aboutOf(db, what));
  if (!stored?.final && !(await isLarge(db, what.campaignId)))
    return { numbers: await what.count(db, ALL_CUSTOMERS, now), countedAt: now, isAsked: false, isOld: false };
  if (stored === null) return { numbers: null, countedAt: null, isAsked: false, isOld: true };
  const isAsked = stored.due_at !== null;
  return { numbers: stored.numbers, countedAt: stored.counted_at, isAsked, isOld: !isAsked && isOld(stored, now) };
}

/** Returns the key of stored results. */
export const aboutOf = (db: TenantDb, { campaignId }: Pick<Countable<object>, 'campaignId'>): About => campaignId ?? db.tenantId;

function isOld({ counted_at, took_ms, final }: StoredResults<unknown>, now: Date): boolean {
  if (final) return false;
  return counted_at === null || now.getTime() - counted_at.getTime() > Math.max(FRESH_MS, (took_ms ?? 0) * FRESH_TIMES);
}

/** Number of recipients that one statement counts. */
const RECIPIENTS_AT_ONCE = 20_000;

/**
 * Counts results range by range, so that no statement takes long.
 * @param run runs a piece of work in a transaction: each in its own, or all in the same one
 */
export async function countInRanges<Numbers extends object>(
  what: Countable<Numbers>,
  now: Date,
  run: <T>(work: (db: TenantDb) => Promise<T>) => Promise<T>,
): Promise<Numbers> {
  let total = what.add([]);
  for (let after: string | null = FIRST_ID; after !== null;) {
    const from: string = after;
    // A transaction may be tried again, so it only returns what it has counted.
    const { part, end } = await run(async (db) => {
      const next = await customerAfter(db, what.campaignId, from, RECIPIENTS_AT_ONCE);
      return { part: await what.count(db, { after: from, upTo: next ?? LAST_ID }, now), end: next };
    });
    total = what.add([total, part]);
    after = end;
  }
  return total;
}
