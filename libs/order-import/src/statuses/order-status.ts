import { STATUS_PARTS, STATUS_WORDS, type StatusKind } from './status-words.js';

export { STATUS_KINDS, type StatusKind } from './status-words.js';

const KINDS: ReadonlyMap<string, StatusKind> = new Map(
  (Object.keys(STATUS_WORDS) as StatusKind[]).flatMap((kind) =>
    STATUS_WORDS[kind]
      .normalize('NFC')
      .trim()
      .split(/\s+/)
      .map((word) => [word, kind] as const),
  ),
);

/** Reduces a status to its letters and digits: "wc-on-hold" and "On hold" become `onhold`. */
export const plainStatus = (status: string): string =>
  status
    .normalize('NFC')
    .toLowerCase()
    .replace(/^wc-/, '')
    .replaceAll(/[^\p{L}\p{N}]/gu, '');

/** The meaning that was found for a status. `isKnown` is false when it was guessed from a part of it, or taken for a purchase because nothing says otherwise. */
export interface StatusMeaning {
  readonly kind: StatusKind;
  readonly isKnown: boolean;
}

/** Returns whether a text is a status that is known. */
export const isStatusWord = (text: string): boolean => KINDS.has(plainStatus(text));

/** Words that mean something else in some shops: Magento closes refunded orders, others close what is done. */
const AMBIGUOUS = new Set(['closed']);

/** Number of characters of an unknown status that are compared with parts of words: the patterns take long for a long text. */
const LONGEST_STATUS = 200;

/** Returns what a status says. @param others what a layout or a person says about some statuses, by `plainStatus` */
export function statusMeaning(status: string, others: Readonly<Record<string, StatusKind>> = {}): StatusMeaning {
  const plain = plainStatus(status);
  const said = Object.hasOwn(others, plain) ? others[plain] : KINDS.get(plain);
  if (said !== undefined || plain === '') return { kind: said ?? 'bought', isKnown: Object.hasOwn(others, plain) || !AMBIGUOUS.has(plain) };
  const beginning = plain.slice(0, LONGEST_STATUS);
  const guessed = STATUS_PARTS.find(([part]) => part.test(beginning));
  return { kind: guessed?.[1] ?? 'bought', isKnown: false };
}
