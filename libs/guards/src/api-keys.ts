import { Injectable } from '@nestjs/common';
import {
  type AppError,
  Clock,
  isPlanId,
  type KeyScope,
  type PlanId,
  requestsPerMinuteOf,
  SECOND_MS,
  type TenantId,
  toTenantId,
  unauthorized,
} from '#libs/core';
import { hashApiKey } from '#libs/credentials';
import { type ApiKeyOwner, Database } from '#libs/database';
import { KeyUses } from '#libs/tenants';
import { LRUCache } from 'lru-cache';
import { EndedKeys } from './ended-keys.js';
import { PacedLookUps } from './paced-look-ups.js';
import { AddressWindow } from './rate-limit/address-window.js';
import { tooManyRequests } from './rate-limit/rate-limited-error.js';
import { cannotCount } from './rate-limit/rate-windows.js';
import { requireRunning } from './require-running.js';

/** The API key of a caller. */
export interface CallersKey {
  /** The first characters, by which people tell their keys apart. */
  readonly prefix: string;
  readonly scope: KeyScope;
  /** Events name their key by it. */
  readonly number: number;
}

/** The caller of a request with a valid credential. */
export interface Caller {
  readonly tenantId: TenantId;
  /** Absent for people. */
  readonly key?: CallersKey;
  readonly plan: PlanId;
  /** Requests per minute that the tenant may make. */
  readonly ratePerMinute: number;
  /** True: an operator has suspended the tenant, which may only read. */
  readonly isSuspended?: boolean;
}

interface KnownKey {
  readonly caller: Caller | null;
  readonly expiresAt: Date | null;
}

export const noKey = (): AppError => unauthorized('the API key is missing or not valid; send it in the header X-API-Key');

/** A key has about 51 characters. Longer texts are refused without hashing them. */
const LONGEST_KEY = 256;
/** Age limit of a cached answer: a wrong key costs no query for this long, and a revoked key works this long when the notice of its end is lost. */
const CACHE_MS = 5 * SECOND_MS;

/** Finds the tenant of a key by the key's hash. The key itself is neither stored nor compared. */
@Injectable()
export class ApiKeys {
  private readonly known = new LRUCache<string, KnownKey>({
    max: 20_000,
    ttl: CACHE_MS,
    fetchMethod: async (hash) => this.toKnown(await this.database.findApiKey(Buffer.from(hash, 'base64'))),
    // A look-up during which the key ends is not kept, and its caller still gets the answer.
    ignoreFetchAbort: true,
  });
  /** Number of notices of ended keys. */
  private endings = 0;
  private readonly paced = new PacedLookUps((hashes) => this.readKeys(hashes));

  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly addresses: AddressWindow,
    private readonly ended: EndedKeys,
    private readonly uses: KeyUses,
  ) {
    ended.onEnded((hashes) => this.drop(hashes));
  }

  /**
   * @param ip the caller's address. Keys that are not in the cache share look-ups when it has made too many requests without a valid one.
   * @returns null for an unknown or expired key
   * @throws AppError `rate_limited` for an unknown key from such an address
   */
  async callerOf(key: string, ip: string | undefined): Promise<Caller | null> {
    if (key.length > LONGEST_KEY) return null;
    const hash = hashApiKey(key).toString('base64');
    const known = this.known.has(hash) ? await this.known.fetch(hash) : await this.lookUp(hash, ip);
    const ended = known?.expiresAt != null && known.expiresAt <= this.clock.now();
    return ended ? null : (known?.caller ?? null);
  }

  /**
   * Checks a key that was valid before the body of its request was read.
   * @throws AppError `unauthorized` when it has ended, `tenant_suspended` when its tenant may only read by now
   */
  async requireKey(key: string, ip: string | undefined): Promise<void> {
    const caller = await this.callerOf(key, ip);
    if (caller === null) throw noKey();
    requireRunning(caller);
  }

  /** Removes the keys from the caches of all processes. @param hashes SHA-256 of each key. */
  forget(hashes: readonly Buffer[]): void {
    const ended = hashes.map((hash) => hash.toString('base64'));
    this.drop(ended);
    if (ended.length > 0) this.ended.publish(ended);
  }

  private drop(hashes: readonly string[]): void {
    this.endings += 1;
    for (const hash of hashes) this.known.delete(hash);
  }

  private async lookUp(hash: string, ip: string | undefined): Promise<KnownKey | undefined> {
    const refusal = await this.refusalOf(ip);
    if (refusal === null) return this.known.fetch(hash);
    const { endings } = this;
    const found = await this.paced.find(hash);
    if (found === null) throw refusal;
    // A key that ended during its look-up is not kept.
    if (endings === this.endings) this.known.set(hash, found);
    return found;
  }

  /** Returns the error for unknown keys from an address without requests left, or when its requests cannot be counted; null otherwise. */
  private async refusalOf(ip: string | undefined): Promise<AppError | null> {
    try {
      const window = await this.addresses.usedUp(ip);
      return window === null ? null : tooManyRequests(window);
    } catch (error) {
      if (cannotCount(error)) return error;
      throw error;
    }
  }

  private async readKeys(hashes: readonly string[]): Promise<ReadonlyMap<string, KnownKey>> {
    const rows = await this.database.findApiKeys(hashes.map((hash) => Buffer.from(hash, 'base64')));
    return new Map(rows.map((row) => [row.hash.toString('base64'), this.toKnown(row)]));
  }

  private toKnown(row: ApiKeyOwner | null): KnownKey {
    if (row === null || !isPlanId(row.plan)) return { caller: null, expiresAt: null };
    const tenantId = toTenantId(row.tenant_id);
    const { prefix, scope, number, plan, expires_at: expiresAt, is_suspended: isSuspended } = row;
    if (expiresAt === null || expiresAt > this.clock.now()) this.uses.note(tenantId, row.key_id, row.last_used_at);
    const ratePerMinute = requestsPerMinuteOf(plan, row.rate_limit_per_minute);
    return { caller: { tenantId, key: { prefix, scope, number }, plan, ratePerMinute, isSuspended }, expiresAt };
  }
}
