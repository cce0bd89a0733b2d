import { customerIdOf, toTenantId } from '#libs/core';
import { claimAfter, FIRST_CLAIM } from './claim-limits.js';
import type { Claim, ClaimedRequest } from './claim-requests.sql.js';

const TENANT = toTenantId('00000000-0000-4000-8000-000000000001');
const ALONE = { ms: 100, isAlone: true };
const IDS = Array.from({ length: 5000 }, (_, n) => customerIdOf(TENANT, `c-${n}`));

/** @param rounds how often each customer is named */
function claimOf(customers: number, { rounds = 1, isCut = true } = {}): Claim {
  const request = (id: (typeof IDS)[number], n: number): ClaimedRequest => ({
    id: `${n}`,
    partition: 0,
    request: {
      customers: [{ id, externalId: '', firstAt: 0, lastAt: 0, deletedAt: null, unsubscribedAt: null, consentedAt: null, refusedAt: null }],
      orders: [],
      others: [],
      restated: [],
    },
  });
  const requests = Array.from({ length: rounds }, () => IDS.slice(0, customers)).flat().map(request); // prettier-ignore
  return { requests, takenPartitions: 1, isCut, othersWait: false, hasAliases: false };
}

/** Returns the bytes of the claim after several like this one. */
function bytesAfter(claim: Claim, claims = 10): number {
  let next: ReturnType<typeof claimAfter> = FIRST_CLAIM;
  for (let n = 0; n < claims; n++) next = claimAfter(next, claim, ALONE);
  return next.bytes;
}

describe('the claim after a claim', () => {
  it('takes more step by step while a backlog waits for the same customers, and at most eight times as much', () => {
    expect(claimAfter(FIRST_CLAIM, claimOf(300, { rounds: 5 }), ALONE).bytes).toBe(2 * FIRST_CLAIM.bytes);
    expect(bytesAfter(claimOf(300, { rounds: 5 }))).toBe(8 * FIRST_CLAIM.bytes);
  });

  it('takes as much as before for three thousand customers, and never less than the first one', () => {
    expect(bytesAfter(claimOf(3000))).toBe(FIRST_CLAIM.bytes);
    expect(bytesAfter(claimOf(5000))).toBe(FIRST_CLAIM.bytes);
  });

  it('takes less when the last chunk took long, down to as much as the first one', () => {
    const large = { ...FIRST_CLAIM, bytes: 8 * FIRST_CLAIM.bytes };
    expect(claimAfter(large, claimOf(3000), { ...ALONE, ms: 2000 }).bytes).toBe(4 * FIRST_CLAIM.bytes);
    expect(claimAfter(large, claimOf(3000), { ...ALONE, ms: 60_000 }).bytes).toBe(FIRST_CLAIM.bytes);
  });

  it('takes no more than a thousand customers while other tenants send', () => {
    const large = { ...FIRST_CLAIM, bytes: 8 * FIRST_CLAIM.bytes };
    expect(claimAfter(large, claimOf(4000), { ...ALONE, isAlone: false }).bytes).toBe(2 * FIRST_CLAIM.bytes);
    expect(claimAfter(large, claimOf(4000), ALONE).bytes).toBe(6 * FIRST_CLAIM.bytes);
  });

  it('takes fewer requests when they were too many customers', () => {
    expect(claimAfter(FIRST_CLAIM, claimOf(2000), { ...ALONE, isAlone: false }).limit).toBe(2000);
  });

  it('takes less again after a backlog', () => {
    expect(claimAfter({ ...FIRST_CLAIM, bytes: 8 * FIRST_CLAIM.bytes }, claimOf(10, { isCut: false }), ALONE).bytes).toBe(
      4 * FIRST_CLAIM.bytes,
    );
  });

  it('takes half of the partitions in a backlog, down to one', () => {
    const partitions = [
      claimAfter(FIRST_CLAIM, claimOf(100), ALONE),
      claimAfter({ ...FIRST_CLAIM, maxPartitions: 1 }, claimOf(100), ALONE),
    ].map(({ maxPartitions }) => maxPartitions);
    expect(partitions).toEqual([FIRST_CLAIM.maxPartitions / 2, 1]);
  });

  it('takes more partitions again without a backlog', () => {
    expect(claimAfter({ ...FIRST_CLAIM, maxPartitions: 1 }, claimOf(250, { isCut: false }), ALONE).maxPartitions).toBe(4);
  });
});
