import { newId, toTenantId } from '#libs/core';
import { Hold, holdersOf } from './held-bytes.js';

const KIB = 2 ** 10;
const MIB = 2 ** 20;

describe('the room for bodies', () => {
  const holds: Hold[] = [];
  afterEach(() => {
    for (const hold of holds.splice(0)) hold.resize(0);
  });

  /** @returns whether there was room */
  const take = (from: ReturnType<typeof holdersOf>, bytes: number): boolean => {
    const hold = new Hold(from);
    try {
      hold.resize(bytes);
      holds.push(hold);
      return true;
    } catch {
      return false;
    }
  };
  /** Takes all that it gets, in bodies of this size. @returns how many bytes */
  const takeAll = (from: ReturnType<typeof holdersOf>, each: number): number => {
    let taken = 0;
    while (take(from, each)) taken += each;
    return taken;
  };
  const tenant = () => holdersOf({ tenantId: toTenantId(newId()) }, undefined);
  const address = (i: number) => holdersOf(undefined, `10.0.${i >> 8}.${i & 255}`);

  it('is a third of that of the process for one tenant, so two tenants fit at a time', () => {
    expect([takeAll(tenant(), 8 * MIB), takeAll(tenant(), 8 * MIB)]).toEqual([80 * MIB, 80 * MIB]);
  });

  it("is the tenant's once a body has proved it, so that signed bodies leave room for callers that have proved nothing yet", () => {
    const signed = new Hold(address(1));
    signed.resize(60 * MIB);
    expect(take(address(2), 8 * MIB)).toBe(false);
    signed.moveTo(tenant());
    holds.push(signed);
    expect(take(address(2), 8 * MIB)).toBe(true);
    expect(takeAll(tenant(), 8 * MIB)).toBeGreaterThan(0);
  });

  it('is never used up by tenants, however many take all they get', () => {
    let taken = 0;
    for (let i = 0; i < 100; i += 1) taken += takeAll(tenant(), 256 * KIB);
    expect(taken).toBeGreaterThan(200 * MIB);
    expect(taken).toBeLessThanOrEqual(240 * MIB);
    expect(take(tenant(), 128 * KIB)).toBe(true);
  });

  it('is never used up by addresses, so strangers can sign in and shops can call', () => {
    for (let i = 0; i < 300; i += 1) takeAll(address(i), 64 * KIB);
    expect(take(address(1000), 16 * KIB)).toBe(true);
    expect(take(tenant(), 8 * MIB)).toBe(true);
  });

  it('is enough for a body of any size while it is the only one', () => {
    expect(take(tenant(), 400 * MIB)).toBe(true);
    expect(take(tenant(), 1)).toBe(false);
  });
});
