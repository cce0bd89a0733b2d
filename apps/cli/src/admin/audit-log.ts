import { DAY_MS } from '#libs/core';
import { pruneAuditLog } from '#libs/database';

const SHORTEST_DAYS = 90;
const LONGEST_DAYS = 3650;

/**
 * Deletes old entries of all audit logs.
 * @param keepDays number of days to keep, as typed.
 * @throws when `keepDays` is not a whole number from 90 to 3650.
 */
export async function pruneAuditLogs(ownerUrl: string, keepDays: string): Promise<{ removed: number; before: Date }> {
  const days = Number(keepDays);
  if (!/^\d{1,4}$/.test(keepDays) || days < SHORTEST_DAYS || days > LONGEST_DAYS)
    throw new Error(`--keep-days is "${keepDays}": it must be a whole number from ${SHORTEST_DAYS} to ${LONGEST_DAYS}`);
  const before = new Date(Date.now() - days * DAY_MS);
  return { removed: await pruneAuditLog(ownerUrl, before), before };
}
