import { requestsIn } from './calls-of.js';

const request = (count: number, call: unknown, isHistory = false) => ({
  calls: Array.from({ length: count }, () => call),
  sentAt: undefined,
  isHistory,
});
const IDENTIFY = { type: 'identify', traits: { visits: 1, city: 'Rome' } };

describe('the requests that a request counts as', () => {
  it.each([
    [0, 1],
    [1, 1],
    [100, 1],
    [101, 2],
    [2500, 25],
  ])('are one per batch of the plan: %i events', (count, requests) =>
    expect(requestsIn(request(count, { type: 'page' }), 'starter')).toBe(requests),
  );

  it('are fewer with a plan of larger batches', () => {
    expect(requestsIn(request(2500, { type: 'page' }), 'enterprise')).toBe(3);
  });

  it.each([
    [99, { type: 'alias' }, 1],
    [250, { type: 'alias' }, 3],
    [250, IDENTIFY, 3],
    [2500, IDENTIFY, 5],
    [2500, { type: 'identify', traits: { city: 'Rome' } }, 3],
    [300, 7, 1],
  ])('are more with changes of customers: %i of %j', (count, call, requests) =>
    expect(requestsIn(request(count, call), 'enterprise')).toBe(requests),
  );

  it('are not more for traits of history, which are not set', () => {
    expect(requestsIn(request(250, IDENTIFY, true), 'enterprise')).toBe(1);
  });
});
