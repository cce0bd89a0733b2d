import { SECOND_MS } from '#libs/core';
import type { PlatformAnswer } from './platform-http.js';

/** The result of a call to a platform. */
export type PlatformResult<Value> =
  | {
      readonly kind: 'ok';
      readonly value: Value;
      /** The pause before the next call, so that the merchant's other apps get through as well. */
      readonly pauseMs: number;
    }
  /** Try again later: too many calls, or the platform is in trouble. `afterMs` is the platform's own figure; null when it gives none. */
  | {
      readonly kind: 'later';
      readonly afterMs: number | null;
      readonly why: string;
      /** The number of objects that the platform has collected so far, where it collects some. */
      readonly collected?: number;
    }
  /** The token is invalid or has expired. */
  | { readonly kind: 'unauthorized' }
  /** The same call will always be refused. */
  | { readonly kind: 'refused'; readonly why: string };

/** Above this share of the rate limit the next call waits. */
const NEARLY_FULL = 0.8;
const PAUSE_MS = SECOND_MS;

/** @param read reads the text of a successful answer and throws when it has another shape. */
export function readAnswer<Value>(
  answer: PlatformAnswer,
  read: (text: string, headers: Readonly<Record<string, string>>) => Value,
): PlatformResult<Value> {
  if (answer.kind === 'unreachable') {
    return answer.error === 'blocked_address'
      ? { kind: 'refused', why: answer.error }
      : { kind: 'later', afterMs: null, why: answer.error };
  }
  const { status, headers, text } = answer;
  if (status === 401) return { kind: 'unauthorized' };
  if (status === 429 || status >= 500) return { kind: 'later', afterMs: waitOf(headers['retry-after']), why: `http_${status}` };
  if (status < 200 || status > 299) return { kind: 'refused', why: `http_${status}` };
  try {
    return { kind: 'ok', value: read(text, headers), pauseMs: pauseOf(headers) };
  } catch {
    return { kind: 'later', afterMs: null, why: 'unreadable' };
  }
}

/** Platforms send seconds, sometimes with decimals. */
function waitOf(retryAfter: string | undefined): number | null {
  const seconds = Number(retryAfter ?? Number.NaN);
  return Number.isFinite(seconds) && seconds >= 0 ? Math.min(3600, seconds) * SECOND_MS : null;
}

/** Reads `32/40`: the calls in the shop's bucket, and its size. */
function pauseOf(headers: Readonly<Record<string, string>>): number {
  const level = headers['x-shopify-shop-api-call-limit'] ?? headers['x-storefront-shop-api-call-limit'] ?? '';
  const [, filled = '0', size = '1'] = /^(\d+)\/(\d+)$/.exec(level) ?? [];
  return Number(filled) / Number(size) > NEARLY_FULL ? PAUSE_MS : 0;
}
