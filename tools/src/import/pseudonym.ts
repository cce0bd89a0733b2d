import { createHmac, randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { StoppedError } from '../stopped-error.js';
import { fieldOf } from '../wire-reading.js';
import type { PersonalKind } from './row-reader.js';

const SHORTEST_KEY = 16;

/**
 * Replaces e-mail addresses, phone numbers and names by `<kind>:` and the HMAC-SHA256 of their lower-case text, so that none of
 * them leaves this machine. A plain hash would not do: anybody can hash a list of known addresses.
 *
 * The key decides who is the same customer, so it must outlive the runs: it is `CHURN_PSEUDONYM_KEY` when that is set, else a
 * random one that is made on first use and kept in `keyFile`.
 * @throws StoppedError (from the returned function) when the key is too short or the file cannot be used.
 */
export function pseudonymiser(keyFile: string, fromEnvironment: string | undefined): (kind: PersonalKind, text: string) => string {
  let key: string | null = null;
  return (kind, text) => {
    key ??= keyOf(keyFile, fromEnvironment);
    return `${kind}:${createHmac('sha256', key).update(text.normalize('NFC').trim().toLowerCase()).digest('hex')}`;
  };
}

function keyOf(keyFile: string, fromEnvironment: string | undefined): string {
  const key = fromEnvironment ?? keptKey(keyFile);
  if (key.length < SHORTEST_KEY) throw new StoppedError(`The pseudonym key is too short; it needs ${SHORTEST_KEY} characters or more.`);
  return key;
}

function keptKey(keyFile: string): string {
  mkdirSync(dirname(keyFile), { recursive: true });
  try {
    // Fails when the file exists, so two runs that start together end up with one key.
    writeFileSync(keyFile, randomBytes(32).toString('hex'), { flag: 'wx', mode: 0o600 });
  } catch (error) {
    if (fieldOf(error, 'code') !== 'EEXIST') {
      throw new StoppedError(`The pseudonym key cannot be kept in ${keyFile}: ${String(error)}`);
    }
  }
  return readFileSync(keyFile, 'utf8').trim();
}
