import { AppError, type TenantId } from '#libs/core';
import type { Row, Send } from './tenant-db.js';

/** A tenant whose data is being copied to another installation, or that lives there now. */
export type StopState = 'moving' | 'moved';

/** The tenant's transactions still run, but sweeps leave it out. */
type RestState = 'deleting' | 'suspended';
type ReadState = StopState | RestState;

const MESSAGES: Readonly<Record<StopState, string>> = {
  moving: 'the tenant is being moved to another installation, try again',
  moved: 'the tenant was moved to another installation, use the address of that one',
};

/** The tenant is stopped here. Callers get 503 with Retry-After, and workers leave its work alone. */
export class TenantStopped extends AppError {
  constructor(state: StopState) {
    super('service_unavailable', MESSAGES[state]);
    this.name = 'TenantStopped';
  }
}

/**
 * The age up to which a process believes what it has read about stopped tenants. A move waits this long, and then for the end of all
 * transactions that have begun before: after that nothing of the tenant is written any more.
 */
export const STOPS_KNOWN_MS = 5000;
/** At this age the next transaction reads them again and does not wait for the answer. */
const READ_AGAIN_MS = 2000;

/** Very few rows. */
export const READ_STOPS = `
SELECT tenant_id, state FROM tenant_moves WHERE state <> 'arrived'
UNION ALL SELECT tenant_id, 'deleting' FROM tenant_deletions WHERE started_at IS NOT NULL
UNION ALL SELECT id, 'suspended' FROM tenants WHERE suspended_at IS NOT NULL`;

/**
 * The condition of every statement that looks for work of all tenants: it leaves out those whose work rests. Otherwise their rows, which stay
 * due, would fill the limit of the statement, and nothing of the others would be found. `Database.findWork` gives their ids as `$1`.
 */
export const isWorking = (column: 'tenant_id' | 'id' | 't.id' | 'm.tenant_id' = 'tenant_id'): string => `${column} <> ALL ($1::uuid[])`;
// Needs the primary key.
const STATE_OF = `SELECT state FROM tenant_moves WHERE tenant_id = $1 AND state <> 'arrived'`;

/** Knows which tenants are stopped, and refuses their transactions. A process asks at most every two seconds, and never while it is idle. */
export class TenantStops {
  private stopped: ReadonlyMap<string, StopState> = new Map();
  /** Tenants that sweeps leave out. Their transactions still run. */
  private resting: ReadonlyMap<string, RestState> = new Map();
  /** The time at which the last answer was asked for, on the clock of `performance.now`. */
  private knownAt = Number.NEGATIVE_INFINITY;
  private reading: Promise<void> | null = null;

  /** @param read runs `READ_STOPS` across tenants. */
  constructor(private readonly read: () => Promise<Row[]>) {}

  /**
   * @param allowed a state in which the work may run nevertheless
   * @throws TenantStopped
   */
  async expectRunning(tenantId: TenantId, allowed?: StopState): Promise<void> {
    await this.refresh();
    refuse(this.stopped.get(tenantId), allowed);
  }

  /**
   * The check before a commit. A process that was frozen since its transaction began asks again, within the transaction.
   * @throws TenantStopped
   */
  async expectRunningAtCommit(send: Send, tenantId: TenantId, allowed?: StopState): Promise<void> {
    if (this.ageMs <= STOPS_KNOWN_MS) return refuse(this.stopped.get(tenantId), allowed);
    const [row] = await send(STATE_OF, [tenantId]);
    refuse(row?.['state'] as StopState | undefined, allowed);
  }

  /** Returns the ids of the tenants that are stopped. */
  async ids(): Promise<string[]> {
    await this.refresh();
    return [...this.stopped.keys()];
  }

  /** Returns the ids of the tenants that are stopped, suspended, or being deleted. */
  async restingIds(): Promise<string[]> {
    return [...new Set([...(await this.ids()), ...this.resting.keys()])];
  }

  /** Tells whether an operator has suspended the tenant. */
  async isSuspended(tenantId: TenantId): Promise<boolean> {
    await this.refresh();
    return this.resting.get(tenantId) === 'suspended';
  }

  private get ageMs(): number {
    return performance.now() - this.knownAt;
  }

  private async refresh(): Promise<void> {
    if (this.ageMs > STOPS_KNOWN_MS) return this.readAgain();
    if (this.ageMs > READ_AGAIN_MS) this.readAgain().catch(() => undefined);
  }

  private readAgain(): Promise<void> {
    this.reading ??= this.readNow().finally(() => (this.reading = null));
    return this.reading;
  }

  private async readNow(): Promise<void> {
    const askedAt = performance.now();
    const rows = (await this.read()) as { tenant_id: string; state: ReadState }[];
    const isStop = (state: ReadState): state is StopState => state === 'moving' || state === 'moved';
    this.stopped = new Map(rows.flatMap(({ tenant_id: id, state }) => (isStop(state) ? [[id, state]] : [])));
    this.resting = new Map(rows.flatMap(({ tenant_id: id, state }) => (isStop(state) ? [] : [[id, state]])));
    this.knownAt = askedAt;
  }
}

function refuse(state: StopState | undefined, allowed: StopState | undefined): void {
  if (state !== undefined && state !== allowed) throw new TenantStopped(state);
}
