import { Injectable } from '@nestjs/common';
import { Clock, isPlanId, type PlanId, requestsPerMinuteOf, SECOND_MS, type TenantId, toTenantId } from '#libs/core';
import { hashApiKey } from '#libs/credentials';
import { Database } from '#libs/database';
import { LRUCache } from 'lru-cache';

/** Who calls, once the credential has been checked. */
export interface Caller {
  readonly tenantId: TenantId;
  readonly plan: PlanId;
  /** How many requests the tenant may make in a minute. */
  readonly ratePerMinute: number;
}

interface KnownKey {
  readonly caller: Caller | null;
  readonly expiresAt: Date | null;
}

/** A key is about 51 characters; anything much longer is not worth hashing. */
const LONGEST_KEY = 256;
/** How long a revoked key may go on working, and how long a wrong one costs no query. */
const CACHE_MS = 5 * SECOND_MS;

/** Which tenant a key belongs to, by its hash; the key itself is neither stored nor compared. */
@Injectable()
export class ApiKeys {
  private readonly known = new LRUCache<string, KnownKey>({
    max: 20_000,
    ttl: CACHE_MS,
    fetchMethod: (hash) => this.look(Buffer.from(hash, 'base64')),
  });

  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /** @returns null for a key that nobody has, or that has ended. */
  async callerOf(key: string): Promise<Caller | null> {
    if (key.length > LONGEST_KEY) return null;
    const known = await this.known.fetch(hashApiKey(key).toString('base64'));
    const ended = known?.expiresAt != null && known.expiresAt <= this.clock.now();
    return ended ? null : (known?.caller ?? null);
  }

  /** From now on this process asks for the keys anew; others do so within seconds. @param hashes SHA-256 of each key. */
  forget(hashes: readonly Buffer[]): void {
    for (const hash of hashes) this.known.delete(hash.toString('base64'));
  }

  private async look(hash: Buffer): Promise<KnownKey> {
    const row = await this.database.findApiKey(hash);
    if (row === null || !isPlanId(row.plan)) return { caller: null, expiresAt: null };
    const ratePerMinute = requestsPerMinuteOf(row.plan, row.rate_limit_per_minute);
    return { caller: { tenantId: toTenantId(row.tenant_id), plan: row.plan, ratePerMinute }, expiresAt: row.expires_at };
  }
}
