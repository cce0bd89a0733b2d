import type { TenantId } from '#libs/core';
import type { Row } from './tenant-db.js';

type Rest = 'deleting' | 'suspended';

/** The age up to which a process believes what it has read about resting tenants. */
const KNOWN_MS = 5000;
/** At this age the next question reads them again and does not wait for the answer. */
const READ_AGAIN_MS = 2000;

/** Very few rows. */
export const READ_RESTING = `
SELECT tenant_id, 'deleting' AS rest FROM tenant_deletions WHERE started_at IS NOT NULL
UNION ALL SELECT id, 'suspended' FROM tenants WHERE suspended_at IS NOT NULL`;

/**
 * Leaves suspended tenants and those being deleted out of a statement that looks for work of all tenants. Their rows stay due, so they would fill
 * the limit of the statement, and it would find nothing of the others. `Database.findWork` gives their ids as `$1`.
 */
export const isWorking = (column: 'tenant_id' | 'id' | 't.id' | 'm.tenant_id' = 'tenant_id'): string => `${column} <> ALL ($1::uuid[])`;

/**
 * Knows the tenants that are suspended or being deleted. Their transactions run, and sweeps leave them out. A process asks at most every two
 * seconds, and never while it is idle.
 */
export class RestingTenants {
  private known: ReadonlyMap<string, Rest> = new Map();
  /** The time at which the last answer was asked for, on the clock of `performance.now`. */
  private knownAt = Number.NEGATIVE_INFINITY;
  private reading: Promise<void> | null = null;

  /** @param read runs `READ_RESTING` across tenants. */
  constructor(private readonly read: () => Promise<Row[]>) {}

  /** @throws when the database does not say which tenants rest */
  async ids(): Promise<string[]> {
    await this.refresh();
    return [...this.known.keys()];
  }

  /** Tells whether an operator has suspended the tenant. */
  async isSuspended(tenantId: TenantId): Promise<boolean> {
    await this.refresh();
    return this.known.get(tenantId) === 'suspended';
  }

  private async refresh(): Promise<void> {
    const ageMs = performance.now() - this.knownAt;
    if (ageMs > KNOWN_MS) return this.readAgain();
    if (ageMs > READ_AGAIN_MS) this.readAgain().catch(() => undefined);
  }

  private readAgain(): Promise<void> {
    this.reading ??= this.readNow().finally(() => (this.reading = null));
    return this.reading;
  }

  private async readNow(): Promise<void> {
    const askedAt = performance.now();
    const rows = (await this.read()) as { tenant_id: string; rest: Rest }[];
    this.known = new Map(rows.map(({ tenant_id: id, rest }) => [id, rest]));
    this.knownAt = askedAt;
  }
}
