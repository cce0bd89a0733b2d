import { isUtf8 } from 'node:buffer';
import { AppError, measureJson } from '#libs/core';

/** No honest batch has more values: 1000 in each of 1000 events. A parser would take seconds for more. */
const MOST_TOKENS = 1_000_000;
/** Far above the nesting limit of an event: an event above its limit is refused alone, a body above this limit as a whole. */
const DEEPEST = 50_000;

const BYTE_ORDER_MARK = Buffer.from([0xef, 0xbb, 0xbf]);

/**
 * Checks the bytes of a JSON body before they are parsed. Decoding replaces invalid UTF-8, which could make two ids equal.
 * Parsing millions of brackets from a few kilobytes of gzip would block all other requests.
 * @returns the refusal, or null when the bytes may be parsed.
 */
export function bytesProblem(bytes: Uint8Array): AppError | null {
  if (!isUtf8(bytes))
    return new AppError('validation_error', 'the body is not valid UTF-8: JSON is UTF-8 (RFC 8259), not Latin-1 or another encoding');
  // Every level and every value takes at least one byte.
  if (bytes.length <= DEEPEST) return null;
  const { tokens, depth } = measureJson(bytes, { tokens: MOST_TOKENS, depth: DEEPEST });
  if (depth > DEEPEST) return new AppError('validation_error', `the body is nested more than ${DEEPEST} levels deep`);
  if (tokens > MOST_TOKENS) return new AppError('validation_error', `the body holds more than ${MOST_TOKENS} values: send smaller batches`);
  return null;
}

/** @param bytes checked bytes. @throws AppError `validation_error` with the position at which they are not JSON. */
export function parseJson(bytes: Buffer): unknown {
  const marked = bytes.subarray(0, BYTE_ORDER_MARK.length).equals(BYTE_ORDER_MARK);
  try {
    return JSON.parse(bytes.toString('utf8', marked ? BYTE_ORDER_MARK.length : 0));
  } catch (error) {
    throw notJson(error);
  }
}

export const notJson = (error: unknown): AppError =>
  new AppError('validation_error', `the body is not valid JSON: ${(error as Error).message.slice(0, 200)}`);
