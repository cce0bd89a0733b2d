import { isAscii, isUtf8 } from 'node:buffer';
import { AppError, measureJson } from '#libs/core';

/** A valid batch has at most 1000 values in each of 1000 events. A parser would take seconds for more. */
const MOST_VALUES = 1_000_000;
/** Number of values that an object counts as, because it takes that much more memory. */
const VALUES_OF_OBJECT = 5;
/**
 * Memory that a value takes once it is parsed. Measured on Node.js 20, 2026-11: a value of ordinary events takes 31 bytes. The worst shapes take 305
 * bytes for each object (nested objects with a single numeric key), and 63 for each other value (distinct keys).
 */
const VALUE_BYTES = 64;
/** Far above the nesting limit of an event: an event above its limit is refused alone, a body above this limit as a whole. */
const DEEPEST = 50_000;

const BYTE_ORDER_MARK = Buffer.from([0xef, 0xbb, 0xbf]);

/**
 * Checks the bytes of a JSON body before they are parsed. Decoding replaces invalid UTF-8, which could make two ids equal.
 * Parsing millions of brackets from a few kilobytes of gzip would block all other requests.
 * @returns about how many bytes the parsed body takes
 * @throws AppError `validation_error` when the bytes may not be parsed
 */
export function checkBytes(bytes: Uint8Array): number {
  if (!isUtf8(bytes)) throw refused('the body is not valid UTF-8: JSON is UTF-8 (RFC 8259), not Latin-1 or another encoding');
  const { tokens, objects, depth } = measureJson(bytes, { tokens: MOST_VALUES, depth: DEEPEST });
  if (depth > DEEPEST) throw refused(`the body is nested more than ${DEEPEST} levels deep`);
  const values = tokens + (VALUES_OF_OBJECT - 1) * objects;
  if (values > MOST_VALUES)
    throw refused(`the body holds more than ${MOST_VALUES} values, where an object counts as ${VALUES_OF_OBJECT}: send smaller batches`);
  return bytes.length + VALUE_BYTES * values;
}

const refused = (message: string): AppError => new AppError('validation_error', message);

/** @param bytes checked bytes. @throws AppError `validation_error` with the position at which they are not JSON. */
export function parseJson(bytes: Buffer): unknown {
  const marked = bytes.subarray(0, BYTE_ORDER_MARK.length).equals(BYTE_ORDER_MARK);
  try {
    // Most bodies are ASCII, which needs no decoding.
    return JSON.parse(isAscii(bytes) ? bytes.toString('latin1') : bytes.toString('utf8', marked ? BYTE_ORDER_MARK.length : 0));
  } catch (error) {
    throw notJson(error);
  }
}

export const notJson = (error: unknown): AppError =>
  new AppError('validation_error', `the body is not valid JSON: ${(error as Error).message.slice(0, 200)}`);
