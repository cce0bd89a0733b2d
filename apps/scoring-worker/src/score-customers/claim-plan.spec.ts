import { type CustomerId, newId } from '#libs/core';
import { type Claim, type ClaimPlan, firstPlan, nextPlan } from './claim-requests.sql.js';

const PLAN: ClaimPlan = { ...firstPlan(1000), oldest: 1000 };

/** A claim of some customers: so many requests among the oldest, and so many found behind them. */
function claimOf(customers: number, oldest: number, found: number): Claim {
  const customerIds = Array.from({ length: customers }, () => newId() as CustomerId);
  const requests = Array.from({ length: oldest + found }, (_, i) => ({ id: newId(), customer_id: customerIds[i % customers]! }));
  return { requests, customerIds, found, hasMore: true };
}

describe('the next claim', () => {
  it('locks no more than it takes while every request is of another customer, and hardly looks further', () => {
    expect(nextPlan(PLAN, claimOf(1000, 1000, 0))).toEqual({ customers: 1000, oldest: 1000, look: 500 });
  });

  it('takes as many as the same number of customers had before', () => {
    expect(nextPlan(PLAN, claimOf(800, 1000, 0)).oldest).toBe(1250);
    expect(nextPlan(PLAN, claimOf(1, 1000, 0)).oldest).toBe(4000);
  });

  it('looks far behind where that finds requests of the same customers, and not where it does not', () => {
    const far = nextPlan(PLAN, claimOf(1000, 1000, 25));
    expect(far).toEqual({ customers: 1000, oldest: 1000, look: 8000 });
    expect(nextPlan(far, claimOf(1000, 1000, 400)).look).toBe(8000);
    expect(nextPlan(far, claimOf(1000, 1000, 100)).look).toBe(500);
  });

  it('is never of nothing', () => {
    expect(nextPlan(PLAN, { requests: [], customerIds: [], found: 0, hasMore: false }).oldest).toBe(1);
  });
});
