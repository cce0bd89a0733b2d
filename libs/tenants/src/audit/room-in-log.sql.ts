import { type AUDIT_ACTOR_KINDS, type AuditAction, DAY_MS, firstIdOf, LIMITS } from '#libs/core';
import type { TenantDb } from '#libs/database';
import { tooManyInDay } from '../usage/quota-exceeded.js';

type ActorKind = (typeof AUDIT_ACTOR_KINDS)[number];

/** Beginnings of the actions that go on however often they happen: people sign in, and what takes a right or data away is never refused. */
const GO_ON = [
  'user.',
  'session.',
  'storefront.',
  'job.',
  'tenant.deletion_',
  'member.joined',
  'member.removed',
  'member.invitation_revoked',
  'api_key.revoked',
  'webhook.disabled',
  'customer.erasure_requested',
  'customer.data_requested',
  'events.uploaded',
];

// Needs audit_log_by_action. Ids grow with time.
const READ = `
SELECT (SELECT count(*)::int FROM (SELECT 1 FROM audit_log WHERE tenant_id = $1 AND action = $2 AND id >= $3 LIMIT $4) e) AS entries,
       (SELECT at FROM audit_log WHERE tenant_id = $1 AND action = $2 ORDER BY id DESC LIMIT 1) AS last_at`;

/**
 * Bounds the entries of one action within a day, because a program can repeat nearly everything that is recorded.
 * @returns whether an entry may be added. Of actions that go on there is one entry a minute then.
 * @throws QuotaExceeded when a person has repeated an action too often
 */
export async function hasRoomInLog(db: TenantDb, action: AuditAction, actorKind: ActorKind, now: Date): Promise<boolean> {
  if (actorKind === 'admin') return true;
  const { perDay, thinnedMs } = LIMITS.audit;
  const [row] = await db.query<{ entries: number; last_at: Date | null }>(READ, [
    action,
    firstIdOf(new Date(now.getTime() - DAY_MS)),
    perDay,
  ]);
  if (row === undefined || row.entries < perDay) return true;
  const goesOn = actorKind !== 'user' || GO_ON.some((beginning) => action.startsWith(beginning));
  if (!goesOn) throw tooManyInDay(`the audit log takes at most ${perDay} entries of ${action}`);
  return row.last_at === null || row.last_at.getTime() <= now.getTime() - thinnedMs;
}
