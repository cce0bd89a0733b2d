import { timingSafeEqual } from 'node:crypto';

/** Compares a text of a caller with a secret one in constant time. */
export function isSameText(given: string, expected: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(expected)];
  return one.length === other.length && timingSafeEqual(one, other);
}
