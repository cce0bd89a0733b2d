import type { DeliveryDto } from '../api/schema';
import { deliveryText as t } from './text';

/** What a closed list of the service says in words; as it is where this page is older than the service. */
const wordsOf = (words: Readonly<Record<string, string>>, code: string): string =>
  (Object.hasOwn(words, code) ? words[code] : undefined) ?? code;

export const attemptErrorWords = (error: string): string => wordsOf(t.attemptErrors, error);

/** Why a delivery is where it is; null when it arrived, or has not been tried. */
export function whyNot({ status, dead_letter_reason: reason, last_error: error }: DeliveryDto): string | null {
  if (status === 'success') return null;
  if (reason !== null && reason !== 'attempts_exhausted' && reason !== 'test_failed') return wordsOf(t.givenUp, reason);
  return error === null ? null : attemptErrorWords(error);
}
