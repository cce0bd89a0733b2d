import { type Clock, LIMITS, type TenantId } from '#libs/core';
import { type Database } from '#libs/database';

/** Most keys with a use that waits to be written. Further ones are noted when they are looked up again. */
const MOST_WAITING = 20_000;

// Needs the primary key of api_keys. No index has last_used_at, so the row stays where it is. Another process may have written.
const WRITE = `
UPDATE api_keys SET last_used_at = $3 WHERE tenant_id = $1 AND id = ANY ($2::uuid[]) AND (last_used_at IS NULL OR last_used_at <= $4)`;

/**
 * Writes when API keys were used last, each at most once a minute. The look-up of a key says when that was written, and the cache of keys
 * looks up every few seconds at most, so a request costs nothing.
 */
export class KeyUses {
  private waiting = new Map<TenantId, Set<string>>();
  private count = 0;

  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /** Notes that a key is used now. @param lastUsedAt what the database says */
  note(tenantId: TenantId, keyId: string, lastUsedAt: Date | null): void {
    const isNoted = lastUsedAt !== null && lastUsedAt.getTime() > this.earliest(this.clock.now());
    if (isNoted || this.count >= MOST_WAITING) return;
    const keys = this.waiting.get(tenantId) ?? new Set();
    this.waiting.set(tenantId, keys);
    if (!keys.has(keyId)) this.count += 1;
    keys.add(keyId);
  }

  /**
   * Writes the noted uses. A use that cannot be written is noted again by the next look-up. @throws the first failure, after all were tried
   */
  async flush(): Promise<void> {
    const taken = this.waiting;
    this.waiting = new Map();
    this.count = 0;
    const now = this.clock.now();
    const failures: unknown[] = [];
    for (const [tenantId, keys] of taken) {
      await this.database
        .transaction(tenantId, (db) => db.query(WRITE, [[...keys], now, new Date(this.earliest(now))]))
        .catch((error: unknown) => failures.push(error));
    }
    if (failures.length > 0) throw failures[0];
  }

  private earliest(now: Date): number {
    return now.getTime() - LIMITS.keyUseNotedMs;
  }
}
