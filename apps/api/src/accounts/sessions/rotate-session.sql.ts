import type { UserId } from '#libs/core';
import type { TenantDb } from '#libs/database';
import type { RefreshTokenContent } from '#libs/guards';

/** The outcome of using a refresh token. */
export type Rotation =
  | { readonly kind: 'rotated'; readonly userId: UserId; readonly generation: number }
  /** The token was used before, so two parties have it. The session ends for both. */
  | { readonly kind: 'reused'; readonly userId: UserId }
  | { readonly kind: 'ended' };

// Needs the primary key. When several requests bring the same token, one makes the next generation. Those that come within the grace
// period get the same generation.
const ROTATE = `
UPDATE sessions s SET
  generation = $3 + 1,
  refreshed_at = CASE WHEN s.generation = $3 THEN $4 ELSE s.refreshed_at END,
  expires_at = CASE WHEN s.generation = $3 THEN least($5, s.created_at + $7 * interval '1 millisecond') ELSE s.expires_at END
WHERE s.tenant_id = $1 AND s.id = $2 AND s.expires_at > $4
  AND (s.generation = $3 OR (s.generation = $3 + 1 AND s.refreshed_at > $6))
RETURNING s.user_id, s.generation`;

const END_REUSED = 'DELETE FROM sessions WHERE tenant_id = $1 AND id = $2 AND generation > $3 RETURNING user_id';

/**
 * Uses a refresh token.
 * @param times the new length of the session, its longest from the sign-in on, and the grace period in which a used token is not a theft.
 */
export async function rotateSession(
  db: TenantDb,
  { sessionId, generation }: RefreshTokenContent,
  now: Date,
  { lengthMs, longestMs, graceMs }: { lengthMs: number; longestMs: number; graceMs: number },
): Promise<Rotation> {
  const [until, graceFrom] = [new Date(now.getTime() + lengthMs), new Date(now.getTime() - graceMs)];
  const [rotated] = await db.query<{ user_id: UserId; generation: number }>(ROTATE, [
    sessionId,
    generation,
    now,
    until,
    graceFrom,
    longestMs,
  ]);
  if (rotated !== undefined) return { kind: 'rotated', userId: rotated.user_id, generation: rotated.generation };
  const [ended] = await db.query<{ user_id: UserId }>(END_REUSED, [sessionId, generation]);
  return ended === undefined ? { kind: 'ended' } : { kind: 'reused', userId: ended.user_id };
}
