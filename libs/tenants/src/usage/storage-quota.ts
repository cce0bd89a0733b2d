import { type Clock, SECOND_MS, type StoredBytes, type TenantId } from '#libs/core';
import type { Database } from '#libs/database';
import { LRUCache } from 'lru-cache';
import { quotaExceeded } from './quota-exceeded.js';
import { dayOf, isNearly, readStorageUse, type StorageUse } from './storage-use.sql.js';

const TENANTS_KEPT = 10_000;
/** The least and the longest time between two looks at what the other processes have stored. */
const LOOK_AFTER_MS = { least: 2 * SECOND_MS, most: 60 * SECOND_MS };

/** The last look at what a tenant has stored. */
interface Look {
  readonly use: StorageUse;
  /** The UTC day of the look. */
  readonly day: string;
  /** On the clock of `performance.now`. */
  readonly at: number;
  readonly nextAt: number;
  /** `Own.written` before the look. */
  readonly written: number;
}

/** Bytes of one tenant in this process since it began. */
interface Own {
  /** Bytes that are stored, or on their way to the database. */
  taken: number;
  /** The part of them that the look of any process finds in the database. */
  written: number;
  look: Look | null;
  looking: Promise<Look> | null;
}

/**
 * Bounds the bytes that each tenant stores in a UTC day and in all. A process knows exactly what it stores itself, and what the others have
 * stored as of its last look. It looks again before the tenant could use up its room at its rate limit, so most requests cost no statement.
 */
export class StorageQuota {
  private readonly owns = new LRUCache<TenantId, Own>({ max: TENANTS_KEPT });
  private nearlyUsed = new Set<TenantId>();

  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /**
   * Takes room for bytes before they are stored. The caller gives back with `giveBack` what it does not store.
   * A request that stores no bytes is never refused.
   * @throws QuotaExceeded when these bytes are more than the tenant may store now
   */
  async take(tenantId: TenantId, bytes: number): Promise<void> {
    if (bytes === 0) return;
    const own = this.ownOf(tenantId);
    let look = await this.lookOf(tenantId, own);
    // An owner may have verified the address since, or an operator confirmed a larger plan.
    if (exceededBy(own, look, bytes) !== null && performance.now() - look.at > LOOK_AFTER_MS.least)
      look = await this.lookAgain(tenantId, own);
    const exceeded = exceededBy(own, look, bytes);
    if (exceeded === null) {
      own.taken += bytes;
      return;
    }
    this.nearlyUsed.add(tenantId);
    throw quotaExceeded(exceeded, look.use, this.clock.now());
  }

  giveBack(tenantId: TenantId, bytes: number): void {
    const own = this.owns.peek(tenantId);
    if (own !== undefined) own.taken -= bytes;
  }

  /** Notes that the usage meter has written the count of these bytes. */
  noteWritten(tenantId: TenantId, bytes: number): void {
    const own = this.owns.peek(tenantId);
    if (own !== undefined) own.written += bytes;
  }

  /** Returns the tenants that have nearly or wholly used up a quota since the last call. */
  takeNearlyUsed(): readonly TenantId[] {
    const taken = [...this.nearlyUsed];
    this.nearlyUsed = new Set();
    return taken;
  }

  private ownOf(tenantId: TenantId): Own {
    const known = this.owns.get(tenantId);
    const own = known ?? { taken: 0, written: 0, look: null, looking: null };
    if (known === undefined) this.owns.set(tenantId, own);
    return own;
  }

  private lookOf(tenantId: TenantId, own: Own): Promise<Look> | Look {
    const { look } = own;
    const isFresh = look !== null && performance.now() < look.nextAt && look.day === dayOf(this.clock.now());
    return isFresh ? look : this.lookAgain(tenantId, own);
  }

  /** Requests that need a look at the same time share it. */
  private lookAgain(tenantId: TenantId, own: Own): Promise<Look> {
    own.looking ??= this.look(tenantId, own).finally(() => (own.looking = null));
    return own.looking;
  }

  private async look(tenantId: TenantId, own: Own): Promise<Look> {
    const { written } = own;
    const now = this.clock.now();
    const at = performance.now();
    const use = await this.database.transaction(tenantId, (db) => readStorageUse(db, now));
    own.look = { use, day: dayOf(now), at, nextAt: at + msUntilFull(use), written };
    if (isNearly(use)) this.nearlyUsed.add(tenantId);
    return own.look;
  }
}

/** Returns the part of the quota that has no room for the bytes; null when there is room. */
function exceededBy(own: Own, { use, written }: Look, bytes: number): keyof StoredBytes | null {
  const more = Math.max(0, own.taken - written) + bytes;
  if (use.used.all + more > use.limits.all) return 'all';
  return use.used.day + more > use.limits.day ? 'day' : null;
}

/** Returns the time that the tenant needs at least to use up half of its room, within the bounds of `LOOK_AFTER_MS`. */
function msUntilFull({ used, limits, bytesPerMs }: StorageUse): number {
  const room = Math.min(limits.all - used.all, limits.day - used.day);
  return Math.max(LOOK_AFTER_MS.least, Math.min(LOOK_AFTER_MS.most, room / 2 / bytesPerMs));
}
