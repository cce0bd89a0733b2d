import { positionOf, ReplicaFreshness } from './replica-freshness.js';

describe('positionOf', () => {
  it('orders positions as in the log', () => {
    const inOrder = ['0/0', '0/9', '0/A', '0/FFFFFFFF', '1/0', '9/FFFFFFFF', 'A/0', 'FFFFFFFF/FFFFFFFF'].map(positionOf);
    expect(inOrder.toSorted((a, b) => (a < b ? -1 : 1))).toEqual(inOrder);
    expect(positionOf('16/b374d848')).toBe(0x16_b374_d848n);
  });

  it.each(['', '16', '16/', '/16', '16/G', '1/2/3', ' 1/2', '123456789/0'])('refuses "%s"', (text) => {
    expect(() => positionOf(text)).toThrow('no position in the log');
  });
});

describe('the age of a replica', () => {
  it('is unknown before its position was compared with the primary', () => {
    const freshness = new ReplicaFreshness();
    freshness.sawReplica(500n, null);
    expect(freshness.ageMs(0)).toBeNull();
    freshness.sawPrimary(100, 600n);
    freshness.sawReplica(599n, null);
    expect(freshness.ageMs(100)).toBeNull();
  });

  it('counts from the last moment whose commits are all replayed', () => {
    const freshness = new ReplicaFreshness();
    freshness.sawPrimary(1000, 10n);
    freshness.sawReplica(10n, null);
    freshness.sawPrimary(1200, 20n);
    freshness.sawReplica(19n, null);
    expect(freshness.ageMs(1250)).toBe(250);
    freshness.sawPrimary(1400, 30n);
    freshness.sawReplica(25n, null);
    expect(freshness.ageMs(1450)).toBe(250);
    freshness.sawReplica(30n, null);
    expect(freshness.ageMs(1450)).toBe(50);
  });

  it('stays low while the primary is idle', () => {
    const freshness = new ReplicaFreshness();
    for (const at of [0, 60_000, 120_000]) {
      freshness.sawPrimary(at, 10n);
      freshness.sawReplica(10n, null);
    }
    expect(freshness.ageMs(120_010)).toBe(10);
  });

  it('grows while the replica does not answer or replays nothing', () => {
    const freshness = new ReplicaFreshness();
    freshness.sawPrimary(0, 10n);
    freshness.sawReplica(10n, null);
    expect(freshness.ageMs(5000)).toBe(5000);
    for (let at = 250; at <= 1_000_000; at += 250) {
      freshness.sawPrimary(at, BigInt(10 + at));
      freshness.sawReplica(10n, null);
    }
    expect(freshness.ageMs(1_000_000)).toBe(1_000_000);
  });

  it('is never underestimated, however far the replica was behind', () => {
    const freshness = new ReplicaFreshness();
    for (let at = 0; at <= 1_000_000; at += 250) freshness.sawPrimary(at, BigInt(at));
    freshness.sawReplica(500_000n, null);
    const age = freshness.ageMs(1_000_000) ?? 0;
    expect(age).toBeGreaterThanOrEqual(500_000);
    expect(age).toBeLessThan(600_000);
    freshness.sawReplica(1_000_000n, null);
    freshness.sawPrimary(1_000_250, 1_000_000n);
    freshness.sawReplica(1_000_000n, null);
    expect(freshness.ageMs(1_000_250)).toBe(0);
  });

  it('starts again when another primary has a shorter log', () => {
    const freshness = new ReplicaFreshness();
    freshness.sawPrimary(0, 100n);
    freshness.sawReplica(100n, null);
    freshness.sawPrimary(1000, 90n);
    expect(freshness.ageMs(1000)).toBeNull();
    freshness.sawReplica(90n, null);
    expect(freshness.ageMs(1000)).toBe(0);
  });

  it('counts from the last look at the primary when the replica has replayed more than that', () => {
    const freshness = new ReplicaFreshness();
    freshness.sawPrimary(1000, 100n);
    freshness.sawReplica(110n, 110n);
    expect(freshness.ageMs(1250)).toBe(250);
    freshness.sawPrimary(1250, 120n);
    freshness.sawReplica(130n, null);
    expect(freshness.ageMs(1250)).toBe(0);
    expect(freshness.hasDiverged).toBe(false);
  });

  it('is unknown when the replica has replayed what the current primary never wrote, until it is rebuilt', () => {
    const freshness = new ReplicaFreshness();
    freshness.sawPrimary(0, 100n);
    freshness.sawReplica(100n, null);
    freshness.sawPrimary(1000, 105n);
    freshness.sawReplica(110n, 105n);
    expect(freshness.ageMs(1000)).toBeNull();
    expect(freshness.hasDiverged).toBe(true);
    for (const [at, end, endAfter] of [
      [1250, 109n, 111n],
      [1500, 110n, null],
      [1750, 200n, null],
    ] as const) {
      freshness.sawPrimary(at, end);
      freshness.sawReplica(110n, endAfter);
      expect(freshness.ageMs(at)).toBeNull();
    }
    freshness.sawReplica(108n, null);
    expect(freshness.hasDiverged).toBe(false);
    freshness.sawReplica(200n, null);
    expect(freshness.ageMs(1750)).toBe(0);
  });
});
