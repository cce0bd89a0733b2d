import { readGraphql } from './graphql-answer.js';
import { firstQuestion, nextCursor, readCursor } from '../shopify-cursor.js';

const answered = (body: unknown, status = 200) => ({ kind: 'answered' as const, status, headers: {}, text: JSON.stringify(body) });
const cost = (requested: number, available: number, restoreRate = 50) => ({
  extensions: {
    cost: { requestedQueryCost: requested, throttleStatus: { maximumAvailable: 1000, currentlyAvailable: available, restoreRate } },
  },
});
const read = (body: unknown, status?: number) => readGraphql(answered(body, status), ({ shop }) => shop);

describe('an answer of a GraphQL API', () => {
  it('is followed by a pause until the bucket has room for the same query', () => {
    expect(read({ data: { shop: 1 }, ...cost(400, 500) })).toEqual({ kind: 'ok', value: 1, pauseMs: 0 });
    expect(read({ data: { shop: 1 }, ...cost(400, 190) })).toEqual({ kind: 'ok', value: 1, pauseMs: 5000 });
    expect(read({ data: { shop: 1 }, ...cost(400, 0, 1) })).toMatchObject({ pauseMs: 20_000 });
    expect(read({ data: { shop: 1 } })).toMatchObject({ kind: 'ok', pauseMs: 0 });
  });

  it('leads to a later retry, in whichever way the platform reports its limit', () => {
    const throttled = { errors: [{ message: 'Throttled', extensions: { code: 'THROTTLED' } }], ...cost(400, 100) };
    expect(read(throttled)).toEqual({ kind: 'later', afterMs: 6000, why: 'throttled' });
    expect(read({ errors: [{ message: 'Throttled' }] })).toEqual({ kind: 'later', afterMs: 1000, why: 'throttled' });
    expect(read({}, 429)).toMatchObject({ kind: 'later' });
    const oops = { message: 'oops', extensions: { code: 'INTERNAL_SERVER_ERROR' } };
    expect(read({ errors: [oops] })).toMatchObject({ kind: 'later' });
    // A customer is missing from one of the orders.
    expect(read({ data: { shop: { orders: [{ customer: null }] } }, errors: [oops] })).toMatchObject({ kind: 'later' });
  });

  it('is a refusal when it has no usable data, and a success when only some fields are hidden', () => {
    const denied = { message: 'no', extensions: { code: 'ACCESS_DENIED' } };
    expect(read({ data: { shop: null }, errors: [denied] })).toEqual({ kind: 'refused', why: 'graphql_access_denied' });
    expect(read({ errors: [{ message: 'Field x does not exist' }] })).toEqual({ kind: 'refused', why: 'graphql_invalid' });
    expect(read({ errors: 'not like this' })).toEqual({ kind: 'refused', why: 'graphql_invalid' });
    expect(read({})).toEqual({ kind: 'refused', why: 'graphql_no_data' });
    expect(read({ data: { shop: 1, email: null }, errors: [denied] })).toMatchObject({ kind: 'ok', value: 1 });
    expect(read({ errors: '[API] Invalid API key' }, 401)).toEqual({ kind: 'unauthorized' });
    expect(read(null)).toMatchObject({ kind: 'refused' });
  });
});

describe('the place in a list of orders', () => {
  const since = { createdSince: new Date('2026-10-01T00:00:00Z') };
  const page = Array.from({ length: 50 }, () => ({ createdAt: '2026-10-02T00:00:00Z' }));

  it('follows the cursor of the platform until the list reaches its limit', () => {
    const first = firstQuestion(since);
    expect(readCursor(nextCursor(first, page, 'next'))).toEqual({ ...first, after: 'next', passed: 50 });
    const deep = { ...first, after: 'deep', passed: 23_950 };
    const turned = readCursor(nextCursor(deep, page, 'deeper'));
    expect(turned).toEqual({ by: 'created_at', since: '2026-10-02T00:00:00.000Z', after: null, passed: 0 });
    // A list cannot start again within one second that has more orders than that.
    expect(turned && readCursor(nextCursor({ ...turned, after: 'deep', passed: 23_950 }, page, 'deeper'))).toMatchObject({
      after: 'deeper',
    });
  });

  it('refuses the cursor of another API', () => {
    for (const text of ['', 'eyJsYXN0', '{}', '{"by":"id","since":"x","after":null,"passed":0}']) expect(readCursor(text)).toBeNull();
  });
});
