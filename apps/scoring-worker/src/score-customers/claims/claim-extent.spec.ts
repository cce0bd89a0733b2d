import { customerIdOf, toTenantId } from '#libs/core';
import { claimAfter, WIDEST } from './claim-extent.js';
import type { Claim, ClaimedRequest } from './claim-requests.sql.js';

const TENANT = toTenantId('00000000-0000-4000-8000-000000000001');
const QUICK_MS = 100;
const IDS = Array.from({ length: 5000 }, (_, n) => customerIdOf(TENANT, `c-${n}`));

/** @param rounds how often each customer is named */
function claimOf(customers: number, { rounds = 1, isCut = true } = {}): Claim {
  const request = (id: (typeof IDS)[number], n: number): ClaimedRequest => ({
    id: `${n}`,
    partition: 0,
    tries: 0,
    request: {
      customers: [{ id, externalId: '', firstAt: 0, lastAt: 0, deletedAt: null, unsubscribedAt: null }],
      orders: [],
      others: [],
      changedDays: [],
    },
  });
  const requests = Array.from({ length: rounds }, () => IDS.slice(0, customers)).flat().map(request); // prettier-ignore
  return { requests, takenPartitions: 1, isCut, othersWait: false, hasAliases: false };
}

/** Returns the bytes of the claim after several like this one. */
function bytesAfter(claim: Claim, claims = 10): number {
  let next: ReturnType<typeof claimAfter> = WIDEST;
  for (let n = 0; n < claims; n++) next = claimAfter(next, claim, QUICK_MS);
  return next.bytes;
}

describe('the claim after a claim', () => {
  it('takes more while a backlog waits for the same customers, and at most eight times as much', () => {
    expect(claimAfter(WIDEST, claimOf(1500), QUICK_MS).bytes).toBe(2 * WIDEST.bytes);
    expect(bytesAfter(claimOf(300, { rounds: 5 }))).toBe(8 * WIDEST.bytes);
  });

  it('takes as much as before for three thousand customers, and never less than the first one', () => {
    expect(bytesAfter(claimOf(3000))).toBe(WIDEST.bytes);
    expect(bytesAfter(claimOf(5000))).toBe(WIDEST.bytes);
  });

  it('takes less when the last chunk took long, down to as much as the first one', () => {
    const large = { ...WIDEST, bytes: 8 * WIDEST.bytes };
    expect(claimAfter(large, claimOf(3000), 4000).bytes).toBe(4 * WIDEST.bytes);
    expect(claimAfter(large, claimOf(3000), 60_000).bytes).toBe(WIDEST.bytes);
  });

  it('takes half of the partitions in a backlog, down to one', () => {
    const widths = [claimAfter(WIDEST, claimOf(100), QUICK_MS), claimAfter({ ...WIDEST, width: 1 }, claimOf(100), QUICK_MS)].map(
      ({ width }) => width,
    );
    expect(widths).toEqual([WIDEST.width / 2, 1]);
  });

  it('takes more partitions again without a backlog', () => {
    expect(claimAfter({ ...WIDEST, width: 1 }, claimOf(250, { isCut: false }), QUICK_MS).width).toBe(4);
  });

  it('grows step by step after a failure', () => {
    expect(claimAfter({ ...WIDEST, limit: 4 }, claimOf(4), QUICK_MS).limit).toBe(8);
  });
});
