import { newId, toTenantId } from '#libs/core';
import { STOPS_KNOWN_MS, type StopState, TenantStopped, TenantStops } from './tenant-stops.js';

describe('a process that knows which tenants are stopped', () => {
  const tenantId = toTenantId(newId());
  let states: Record<string, StopState>;
  let reads: number;
  let stops: TenantStops;

  beforeEach(() => {
    jest.useFakeTimers();
    states = {};
    reads = 0;
    stops = new TenantStops(() => {
      reads += 1;
      return Promise.resolve(Object.entries(states).map(([id, state]) => ({ tenant_id: id, state })));
    });
  });
  afterEach(() => jest.useRealTimers());

  const askingInTransaction = (): Promise<Record<string, unknown>[]> =>
    Promise.resolve(states[tenantId] === undefined ? [] : [{ state: states[tenantId] }]);
  const neverAsking = (): never => {
    throw new Error('asked');
  };

  it('asks once for many transactions at the same time, and again at the earliest after two seconds', async () => {
    await Promise.all(Array.from({ length: 10 }, () => stops.expectRunning(tenantId)));
    expect(reads).toBe(1);
    jest.advanceTimersByTime(1900);
    await stops.expectRunning(tenantId);
    expect(reads).toBe(1);
    jest.advanceTimersByTime(200);
    await stops.expectRunning(tenantId);
    expect(reads).toBe(2);
  });

  it('refuses a tenant within five seconds after it was stopped', async () => {
    await stops.expectRunning(tenantId);
    states[tenantId] = 'moving';
    jest.advanceTimersByTime(STOPS_KNOWN_MS + 1);
    await expect(stops.expectRunning(tenantId)).rejects.toThrow(TenantStopped);
    await expect(stops.expectRunning(tenantId, 'moved')).rejects.toThrow('is being moved');
    await expect(stops.expectRunning(toTenantId(newId()))).resolves.toBeUndefined();
    expect(await stops.ids()).toEqual([tenantId]);
  });

  it('lets only the work on what is left go on for a tenant that was moved', async () => {
    states[tenantId] = 'moved';
    await expect(stops.expectRunning(tenantId)).rejects.toThrow('was moved to another installation');
    await expect(stops.expectRunning(tenantId, 'moved')).resolves.toBeUndefined();
  });

  it('asks within the transaction before a commit when it was frozen since it knew, and refuses the commit', async () => {
    await stops.expectRunning(tenantId);
    await expect(stops.expectRunningAtCommit(neverAsking, tenantId)).resolves.toBeUndefined();
    jest.advanceTimersByTime(STOPS_KNOWN_MS + 1);
    await expect(stops.expectRunningAtCommit(askingInTransaction, tenantId)).resolves.toBeUndefined();
    states[tenantId] = 'moving';
    await expect(stops.expectRunningAtCommit(askingInTransaction, tenantId)).rejects.toThrow(TenantStopped);
  });

  it('does not run a tenant when the database does not say which are stopped', async () => {
    const away = new TenantStops(() => Promise.reject(new Error('away')));
    await expect(away.expectRunning(tenantId)).rejects.toThrow('away');
  });
});
