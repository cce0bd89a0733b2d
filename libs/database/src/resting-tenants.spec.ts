import { newId, toTenantId } from '#libs/core';
import { RestingTenants } from './resting-tenants.js';

describe('a process that knows which tenants rest', () => {
  const [suspended, deleting] = [toTenantId(newId()), toTenantId(newId())];
  let rests: Record<string, string>;
  let reads: number;
  let resting: RestingTenants;

  beforeEach(() => {
    jest.useFakeTimers();
    rests = {};
    reads = 0;
    resting = new RestingTenants(() => {
      reads += 1;
      return Promise.resolve(Object.entries(rests).map(([id, rest]) => ({ tenant_id: id, rest })));
    });
  });
  afterEach(() => jest.useRealTimers());

  it('asks once for many sweeps at the same time, and again at the earliest after two seconds', async () => {
    await Promise.all(Array.from({ length: 10 }, () => resting.ids()));
    expect(reads).toBe(1);
    jest.advanceTimersByTime(1900);
    await resting.ids();
    expect(reads).toBe(1);
    jest.advanceTimersByTime(200);
    await resting.ids();
    expect(reads).toBe(2);
  });

  it('leaves a tenant out within five seconds after it was suspended, or its deletion has begun', async () => {
    expect(await resting.ids()).toEqual([]);
    rests = { [suspended]: 'suspended', [deleting]: 'deleting' };
    jest.advanceTimersByTime(5001);
    expect(await resting.ids()).toEqual([suspended, deleting]);
    expect([await resting.isSuspended(suspended), await resting.isSuspended(deleting)]).toEqual([true, false]);
  });

  it('finds no work when the database does not say which tenants rest', async () => {
    await expect(new RestingTenants(() => Promise.reject(new Error('away'))).ids()).rejects.toThrow('away');
  });
});
