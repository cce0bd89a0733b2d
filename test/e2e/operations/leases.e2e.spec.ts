import { newId, type TenantId, toTenantId } from '#libs/core';
import { Log } from '#libs/observability';
import { LEASED_KINDS } from '#libs/work';
import { type Lease, type Leased, Leases, noteProgress } from '../../../apps/scoring-worker/src/runner/leases.js';
import { ChurnSystem } from '../../support/servers/churn-system.js';
import { eventually } from '../../support/waiting/eventually.js';

interface LeaseRow {
  readonly failures: number;
  readonly held: boolean;
  readonly rest: number;
}

let system: ChurnSystem;
beforeAll(async () => {
  system = await ChurnSystem.shared();
});
afterAll(() => system.stop());

describe.each(LEASED_KINDS)('the lease of work: %s', (kind) => {
  /** Two workers. */
  let one: Leases;
  let other: Leases;
  let tenantId: TenantId;
  let leased: Leased;

  beforeAll(async () => {
    const database = await system.openDatabase();
    [one, other] = [1, 2].map(() => new Leases(database, new Log('test', 'silent'))) as [Leases, Leases];
    tenantId = toTenantId((await system.shop()).tenantId);
  });
  beforeEach(() => {
    leased = { tenantId, kind, subject: newId() };
  });

  const row = async (): Promise<LeaseRow | undefined> => {
    const { rows } = await system.owner.query<LeaseRow>(
      `SELECT failures, token IS NOT NULL AS held, round(extract(epoch FROM not_before - now()) / 5)::int * 5 AS rest FROM work_leases
       WHERE tenant_id = $1 AND kind = $2 AND subject = $3`,
      [tenantId, kind, leased.subject],
    );
    return rows[0];
  };
  /** Ends the rest, and the lease of a worker that does not renew it. */
  const wake = (): Promise<unknown> =>
    system.owner.query('UPDATE work_leases SET until = now(), not_before = now() WHERE tenant_id = $1 AND subject = $2', [
      tenantId,
      leased.subject,
    ]);
  const fail = (): Promise<boolean> =>
    one.run(leased, () => Promise.reject(new Error('no'))).catch((error: Error) => error.message === 'no');

  it('is held by one worker at a time, and free afterwards', async () => {
    const meanwhile: boolean[] = [];
    const work = async (): Promise<boolean> => {
      await other.run(leased, () => Promise.resolve(meanwhile.push(true) > 0));
      return true;
    };
    expect(await one.run(leased, work)).toBe(true);
    expect(meanwhile).toEqual([]);
    expect(await row()).toBeUndefined();
    expect(await other.run(leased, () => Promise.resolve(true))).toBe(true);
  });

  it('rests after a failure, twice as long after the next, and is free after a success', async () => {
    for (const [failures, rest] of [
      [1, 30],
      [2, 60],
      [3, 120],
    ]) {
      // prettier-ignore
      expect(await fail()).toBe(true);
      expect(await row()).toEqual({ failures, held: false, rest });
      expect(await other.run(leased, () => Promise.resolve(true))).toBe(false);
      await wake();
    }
    expect(await other.run(leased, ({ failures }) => Promise.resolve(failures === 4))).toBe(true);
    expect(await row()).toBeUndefined();
  });

  it('counts no failure of a worker that is stopped', async () => {
    const stopping = new AbortController();
    const work = ({ signal }: Lease): Promise<boolean> =>
      new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(new Error('stopped'))));
    const run = one.run(leased, work, stopping.signal);
    await eventually('the lease', async () => ((await row())?.held === true ? true : null));
    stopping.abort();
    expect(await run).toBe(false);
    expect(await other.run(leased, ({ failures }) => Promise.resolve(failures === 1))).toBe(true);
  });

  it('passes on from a worker that died, which has failed with it, or froze, which then writes nothing', async () => {
    let frozen!: Lease;
    let wakeUp!: () => void;
    const asleep = new Promise<boolean>((resolve) => (wakeUp = () => resolve(false)));
    const run = one.run(leased, (lease) => {
      frozen = lease;
      return asleep;
    });
    await eventually('the lease', async () => ((await row())?.held === true ? true : null));
    await wake();
    const taken = await other.run(leased, async (lease) => {
      expect(lease.failures).toBe(2);
      expect(await system.transaction(tenantId, (db) => noteProgress(db, frozen))).toBe(false);
      expect(await system.transaction(tenantId, (db) => noteProgress(db, lease))).toBe(true);
      expect(await row()).toMatchObject({ failures: 1, held: true });
      // The next renewal tells.
      await eventually('the end of the frozen one', () => frozen.signal.aborted || null);
      wakeUp();
      await run;
      expect(await row()).toMatchObject({ held: true });
      return true;
    });
    expect(taken).toBe(true);
  }, 30_000);
});
