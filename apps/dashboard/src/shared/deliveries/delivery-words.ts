import type { DeliveryDto } from '../../api/schema';
import { deliveryText as t } from './text';

/** Returns the text for a code, or the code itself if this page is older than the service and does not know it. */
const wordsOf = (words: Readonly<Record<string, string>>, code: string): string =>
  (Object.hasOwn(words, code) ? words[code] : undefined) ?? code;

export const attemptErrorWords = (error: string): string => wordsOf(t.attemptErrors, error);

/** Returns why a delivery has not arrived; null if it arrived or was not tried yet. */
export function whyNot({ status, dead_letter_reason: reason, last_error: error }: DeliveryDto): string | null {
  if (status === 'success') return null;
  if (reason !== null && reason !== 'attempts_exhausted' && reason !== 'test_failed') return wordsOf(t.givenUp, reason);
  return error === null ? null : attemptErrorWords(error);
}
