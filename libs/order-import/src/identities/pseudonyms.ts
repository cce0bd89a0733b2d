import { hmac } from '@noble/hashes/hmac.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';

/** The kinds of personal data that identify a customer. */
export type PersonalKind = 'email' | 'phone' | 'name';

/**
 * Replaces e-mail addresses, phone numbers and names by `<kind>:` and the HMAC-SHA256 of their lower-case text, so that none of them leaves
 * this machine. A plain hash is not enough: an attacker can hash a list of known addresses.
 *
 * @param key the tenant's own, 32 bytes (`GET /events/pseudonym-key`)
 */
export const pseudonymsWith =
  (key: Uint8Array) =>
  (kind: PersonalKind, text: string): string =>
    `${kind}:${bytesToHex(hmac(sha256, key, utf8ToBytes(text.normalize('NFC').trim().toLowerCase())))}`;

/** Matches the identifier of a customer that stands for personal data, also as a regular expression of Postgres. */
export const PSEUDONYM_PATTERN = '^(?:email|phone|name):[0-9a-f]{64}$';
const PSEUDONYM = new RegExp(PSEUDONYM_PATTERN);
const SHORTEST = 'name:'.length + 64;

/** Returns whether the identifier of a customer stands for an e-mail address, phone number or name. */
export const isPseudonym = (externalId: string): boolean => externalId.length >= SHORTEST && PSEUDONYM.test(externalId);
