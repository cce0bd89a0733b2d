import { newId, type TenantId, toTenantId } from '#libs/core';
import { isWorking } from '#libs/database';
import { Log } from '#libs/observability';
import { isFree, LEASED_KINDS } from '#libs/work';
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

/** Each test goes through all kinds at the same time. */
describe('the lease of work', () => {
  /** Two workers. */
  let one: Leases;
  let other: Leases;
  let tenantId: TenantId;

  beforeAll(async () => {
    const database = await system.openDatabase();
    [one, other] = [1, 2].map(() => new Leases(database, new Log('test', 'silent'))) as [Leases, Leases];
    tenantId = toTenantId((await system.shop()).tenantId);
  });

  const ofAllKinds = (test: (leased: Leased) => Promise<void>): Promise<unknown> =>
    Promise.all(LEASED_KINDS.map((kind) => test({ tenantId, kind, subject: newId() })));
  const row = async ({ kind, subject }: Leased): Promise<LeaseRow | undefined> => {
    const { rows } = await system.owner.query<LeaseRow>(
      `SELECT failures, token IS NOT NULL AS held, round(extract(epoch FROM not_before - now()) / 5)::int * 5 AS rest FROM work_leases
       WHERE tenant_id = $1 AND kind = $2 AND subject = $3`,
      [tenantId, kind, subject],
    );
    return rows[0];
  };
  const isHeld = (leased: Leased): Promise<true> => eventually('the lease', async () => ((await row(leased))?.held === true ? true : null));
  /** Ends the rest, and the lease of a worker that does not renew it. */
  const wake = ({ subject }: Leased): Promise<unknown> =>
    system.owner.query('UPDATE work_leases SET until = now(), not_before = now() WHERE tenant_id = $1 AND subject = $2', [
      tenantId,
      subject,
    ]);
  const no = (): Promise<never> => Promise.reject(new Error('no'));

  it('is held by one worker at a time, and free afterwards', () =>
    ofAllKinds(async (leased) => {
      const meanwhile: boolean[] = [];
      const work = async (): Promise<boolean> => {
        await other.run(leased, () => Promise.resolve(meanwhile.push(true) > 0));
        return true;
      };
      expect(await one.run(leased, work)).toBe(true);
      expect(meanwhile).toEqual([]);
      expect(await row(leased)).toBeUndefined();
      expect(await other.run(leased, () => Promise.resolve(true))).toBe(true);
    }));

  it.each([
    ['an error', (leased: Leased) => expect(one.run(leased, no)).rejects.toThrow('no')],
    ['a failure', async (leased: Leased) => expect(await one.run(leased, () => Promise.resolve('failed'))).toBe(false)],
  ])('rests after %s, twice as long after the next, and is free after a success', (_, fail) =>
    ofAllKinds(async (leased) => {
      for (const failures of [1, 2, 3]) {
        await fail(leased);
        expect(await row(leased)).toEqual({ failures, held: false, rest: [30, 60, 120][failures - 1] });
        expect(await other.run(leased, () => Promise.resolve(true))).toBe(false);
        await wake(leased);
      }
      expect(await other.run(leased, ({ failures }) => Promise.resolve(failures === 4))).toBe(true);
      expect(await row(leased)).toBeUndefined();
    }),
  );

  it('counts no failure of a worker that is stopped', () =>
    ofAllKinds(async (leased) => {
      const stopping = new AbortController();
      const work = ({ signal }: Lease): Promise<boolean> =>
        new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(new Error('stopped'))));
      const run = one.run(leased, work, stopping.signal);
      await isHeld(leased);
      stopping.abort();
      expect(await run).toBe(false);
      expect(await other.run(leased, ({ failures }) => Promise.resolve(failures === 1))).toBe(true);
    }));

  it('keeps the earlier failures of work that reports a failure because its worker stops', () =>
    ofAllKinds(async (leased) => {
      await expect(one.run(leased, no)).rejects.toThrow('no');
      await wake(leased);
      const stopping = new AbortController();
      const work = ({ signal }: Lease): Promise<'failed'> =>
        new Promise((resolve) => signal.addEventListener('abort', () => resolve('failed')));
      const run = one.run(leased, work, stopping.signal);
      await isHeld(leased);
      stopping.abort();
      expect(await run).toBe(false);
      expect(await row(leased)).toEqual({ failures: 1, held: false, rest: 0 });
      expect(await other.run(leased, ({ failures }) => Promise.resolve(failures === 2))).toBe(true);
    }));

  it(
    'passes on from a worker that froze, which has failed with it, and then writes nothing',
    () =>
      ofAllKinds(async (leased) => {
        let frozen!: Lease;
        let wakeUp!: () => void;
        const asleep = new Promise<boolean>((resolve) => (wakeUp = () => resolve(false)));
        const run = one.run(leased, (lease) => {
          frozen = lease;
          return asleep;
        });
        await isHeld(leased);
        await wake(leased);
        const taken = await other.run(leased, async (lease) => {
          expect(lease.failures).toBe(2);
          expect(await system.transaction(tenantId, (db) => noteProgress(db, frozen))).toBe(false);
          expect(await system.transaction(tenantId, (db) => noteProgress(db, lease))).toBe(true);
          expect(await row(leased)).toMatchObject({ failures: 1, held: true });
          // The next renewal tells.
          await eventually('the end of the frozen one', () => frozen.signal.aborted || null);
          wakeUp();
          await run;
          expect(await row(leased)).toMatchObject({ held: true });
          return true;
        });
        expect(taken).toBe(true);
      }),
    30_000,
  );

  it('is taken after a worker was killed, which has failed with it, and after its rest', () =>
    ofAllKinds(async (leased) => {
      // The row that a worker leaves behind when kill -9 ends it at its third try.
      await system.owner.query(
        `INSERT INTO work_leases (tenant_id, kind, subject, token, failures, until, not_before)
         VALUES ($1, $2, $3, $3, 3, now() + interval '1 second', now() + interval '2 seconds')`,
        [tenantId, leased.kind, leased.subject],
      );
      const begun = Date.now();
      const tries: number[] = [];
      const tryIt = (): Promise<boolean> => other.run(leased, ({ failures }) => Promise.resolve(tries.push(failures) > 0));
      expect(await tryIt()).toBe(false);
      await eventually('the next worker', async () => (await tryIt()) || null);
      expect(tries).toEqual([4]);
      expect(Date.now() - begun).toBeGreaterThan(1500);
      expect(await row(leased)).toBeUndefined();
    }));

  it('is found by a sweep only when it neither is held nor rests', () =>
    ofAllKinds(async (leased) => {
      const { kind, subject } = leased;
      const database = await system.openDatabase();
      const sql = `SELECT t.id FROM tenants t WHERE t.id = $2 AND ${isWorking('t.id')} AND ${isFree(kind, 't.id', `'${subject}'`)}`;
      const isFound = async (): Promise<boolean> => (await database.findWork('find open jobs', sql, [tenantId])).length > 0;
      expect(await isFound()).toBe(true);
      await one.run(leased, async () => {
        expect(await isFound()).toBe(false);
        return 'failed';
      });
      expect(await isFound()).toBe(false);
      await wake(leased);
      expect(await isFound()).toBe(true);
    }));
});
