import { SECOND_MS } from '#libs/core';
import type { PlatformAnswer } from './platform-http.js';

/** What a platform says to a question. */
export type PlatformResult<Value> =
  | {
      readonly kind: 'ok';
      readonly value: Value;
      /** How long to leave the shop alone, so that others of the merchant's apps get through as well. */
      readonly pauseMs: number;
    }
  /** Later: it is asked too often, or does not do well. `afterMs` as it says, null when it does not. */
  | { readonly kind: 'later'; readonly afterMs: number | null; readonly why: string }
  /** The token is not good, or not any more. */
  | { readonly kind: 'unauthorized' }
  /** Asked like this it will never say anything else. */
  | { readonly kind: 'refused'; readonly why: string };

/** Above this share of its limit a shop is left alone for a moment. */
const NEARLY_FULL = 0.8;
const PAUSE_MS = SECOND_MS;

/** @param read of the text of a good answer; throws when it is not what was asked for. */
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

/** Platforms write seconds, also with decimals. */
function waitOf(retryAfter: string | undefined): number | null {
  const seconds = Number(retryAfter ?? Number.NaN);
  return Number.isFinite(seconds) && seconds >= 0 ? Math.min(3600, seconds) * SECOND_MS : null;
}

/** `32/40`: calls in the bucket of the shop, and how many it holds. */
function pauseOf(headers: Readonly<Record<string, string>>): number {
  const level = headers['x-shopify-shop-api-call-limit'] ?? headers['x-storefront-shop-api-call-limit'] ?? '';
  const [, filled = '0', size = '1'] = /^(\d+)\/(\d+)$/.exec(level) ?? [];
  return Number(filled) / Number(size) > NEARLY_FULL ? PAUSE_MS : 0;
}
