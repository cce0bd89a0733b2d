import { Injectable } from '@nestjs/common';
import { Clock, isPlanId, type PlanId, requestsPerMinuteOf, SECOND_MS, type TenantId, toTenantId } from '#libs/core';
import { hashApiKey } from '#libs/credentials';
import { Database } from '#libs/database';
import { LRUCache } from 'lru-cache';

/** The caller of a request whose credential is valid. */
export interface Caller {
  readonly tenantId: TenantId;
  readonly plan: PlanId;
  /** Requests per minute that the tenant may make. */
  readonly ratePerMinute: number;
}

interface KnownKey {
  readonly caller: Caller | null;
  readonly expiresAt: Date | null;
}

/** A key has about 51 characters. Longer texts are refused without hashing them. */
const LONGEST_KEY = 256;
/** Age limit of a cached answer: a revoked key may work this long, and a wrong key costs no query for this long. */
const CACHE_MS = 5 * SECOND_MS;

/** Finds the tenant of a key by the key's hash. The key itself is neither stored nor compared. */
@Injectable()
export class ApiKeys {
  private readonly known = new LRUCache<string, KnownKey>({
    max: 20_000,
    ttl: CACHE_MS,
    fetchMethod: (hash) => this.readKey(Buffer.from(hash, 'base64')),
  });

  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /** @returns null for an unknown or expired key. */
  async callerOf(key: string): Promise<Caller | null> {
    if (key.length > LONGEST_KEY) return null;
    const known = await this.known.fetch(hashApiKey(key).toString('base64'));
    const ended = known?.expiresAt != null && known.expiresAt <= this.clock.now();
    return ended ? null : (known?.caller ?? null);
  }

  /** Removes the keys from the cache of this process; other processes follow within seconds. @param hashes SHA-256 of each key. */
  forget(hashes: readonly Buffer[]): void {
    for (const hash of hashes) this.known.delete(hash.toString('base64'));
  }

  private async readKey(hash: Buffer): Promise<KnownKey> {
    const row = await this.database.findApiKey(hash);
    if (row === null || !isPlanId(row.plan)) return { caller: null, expiresAt: null };
    const ratePerMinute = requestsPerMinuteOf(row.plan, row.rate_limit_per_minute);
    return { caller: { tenantId: toTenantId(row.tenant_id), plan: row.plan, ratePerMinute }, expiresAt: row.expires_at };
  }
}
