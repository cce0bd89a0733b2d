import { SECOND_MS } from '#libs/core';
import { type Fields, isObject, listIn, objectIn } from '../../mapping/fields.js';
import type { PlatformAnswer } from './platform-http.js';
import { type PlatformResult, readAnswer } from './platform-result.js';

/** The longest pause between two pages of a shop; the holder of the lease waits that long. */
const LONGEST_PAUSE_MS = 20 * SECOND_MS;
/** Temporary errors of the platform. */
const PASSING: ReadonlySet<string> = new Set(['INTERNAL_SERVER_ERROR', 'TIMEOUT']);

/**
 * Reads the answer of a GraphQL API, which has status 200 even for a refusal.
 * @param read reads `data` and throws when it has another shape. Fields that the app may not see are null.
 * @param nextCost the most points that the next query may cost; 0: as many as this one
 */
export function readGraphql<Value>(answer: PlatformAnswer, read: (data: Fields) => Value, nextCost = 0): PlatformResult<Value> {
  const answered = readAnswer(answer, (text) => objectIn(JSON.parse(text)));
  if (answered.kind !== 'ok') return answered;
  const { data, errors, extensions } = answered.value;
  const cost = objectIn(objectIn(extensions)['cost']);
  const codes = codesOf(errors);
  if (codes.includes('THROTTLED')) return { kind: 'later', afterMs: Math.max(SECOND_MS, roomAfterMs(cost)), why: 'throttled' };
  // Parts may be missing only for a moment. If the rest were stored now, they would stay missing.
  const passing = codes.find((code) => PASSING.has(code));
  if (passing !== undefined) return { kind: 'later', afterMs: null, why: `graphql_${passing.toLowerCase()}` };
  if (isObject(data) && Object.values(data).some((value) => value !== null)) return usable(data, read, pauseOf(cost, nextCost));
  const [code = 'no_data'] = codes;
  return { kind: 'refused', why: `graphql_${code.toLowerCase()}` };
}

function usable<Value>(data: Fields, read: (data: Fields) => Value, pauseMs: number): PlatformResult<Value> {
  try {
    return { kind: 'ok', value: read(data), pauseMs };
  } catch {
    return { kind: 'later', afterMs: null, why: 'unreadable' };
  }
}

const CODE = /^[A-Z_]{1,60}$/;

/** Returns the code of each error; `INVALID` for an error without one. */
function codesOf(errors: unknown): string[] {
  if (typeof errors === 'string') return ['INVALID'];
  return (listIn(errors) ?? []).map((error) => {
    const code = objectIn(error['extensions'])['code'];
    if (error['message'] === 'Throttled') return 'THROTTLED';
    return typeof code === 'string' && CODE.test(code) ? code : 'INVALID';
  });
}

/** Milliseconds until the bucket has room for the same query again. */
function roomAfterMs({ requestedQueryCost: requested, throttleStatus }: Fields): number {
  const { currentlyAvailable: available, restoreRate: perSecond } = objectIn(throttleStatus);
  if (typeof requested !== 'number' || typeof available !== 'number' || typeof perSecond !== 'number' || perSecond <= 0) return 0;
  return Math.max(0, Math.ceil((requested - available) / perSecond) * SECOND_MS);
}

function pauseOf(cost: Fields, nextCost: number): number {
  const requested = Math.max(Number(cost['requestedQueryCost'] ?? 0), nextCost);
  return Math.min(LONGEST_PAUSE_MS, roomAfterMs({ ...cost, requestedQueryCost: requested }));
}

/** Returns the complaints of a mutation; an empty list when it succeeded. */
export const complaintsOf = (payload: unknown): string[] =>
  (listIn(objectIn(payload)['userErrors']) ?? []).map(({ message }) => (typeof message === 'string' ? message : ''));
