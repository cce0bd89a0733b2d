import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';

const SHARDS = 16;
const NAMESPACE = 'import:';

/** Tells whether an importer made the id of an event. A later import corrects the events of an earlier one, and no others. */
export const isImported = (eventId: string): boolean => eventId.startsWith(NAMESPACE);

/**
 * Returns an id for an event that has none: a hash of its content, so that the same row gets the same id in
 * every run and every export. @param source names the format. @param content values in a fixed order.
 */
export function eventIdOf(source: string, content: readonly (string | number | null)[]): string {
  return `${NAMESPACE}${source}:${hashOf([source, ...content]).slice(0, 32)}`;
}

/**
 * Counts equal rows, because two equal rows of a log without order numbers are two orders. Keeps
 * 52 bits of a hash per distinct row (about 40 bytes) in several maps, because one map holds at most 2^24 entries.
 */
export class RepeatCounter {
  private readonly seen = Array.from({ length: SHARDS }, () => new Map<number, number>());

  /** @returns 1 for the first time, 2 for the second, and so on. */
  ordinal(content: readonly (string | number | null)[]): number {
    const digest = hashOf(content);
    const shard = this.seen[Number.parseInt(digest.slice(0, 1), 16)];
    const key = Number.parseInt(digest.slice(1, 14), 16);
    const ordinal = (shard?.get(key) ?? 0) + 1;
    shard?.set(key, ordinal);
    return ordinal;
  }
}

const hashOf = (content: readonly (string | number | null)[]): string => bytesToHex(sha256(utf8ToBytes(JSON.stringify(content))));
