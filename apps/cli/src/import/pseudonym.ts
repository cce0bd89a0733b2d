import { createHmac, randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { StoppedError } from '#libs/terminal';
import { fieldOf } from '#libs/backfill';
import type { PersonalKind } from './row-reader.js';

const SHORTEST_KEY = 16;

interface PseudonymKey {
  /** The value of `CHURN_PSEUDONYM_KEY`, if it is set. */
  readonly fromEnvironment: string | undefined;
  /** Holds the key when the environment has none. */
  readonly file: string;
  /** Creates the file if it does not exist. A dry run uses a random key instead and stores nothing. */
  readonly createFile: boolean;
}

/**
 * Replaces e-mail addresses, phone numbers and names by `<kind>:` and the HMAC-SHA256 of their lower-case text, so that none of
 * them leaves this machine. A plain hash is not enough: anybody can hash a list of known addresses.
 *
 * All runs need the same key, or the same customer gets two ids: `CHURN_PSEUDONYM_KEY`, else a random key that the
 * first run creates and keeps in a file.
 * @throws StoppedError (from the returned function) when the key is too short or the file cannot be used.
 */
export function pseudonymiser(from: PseudonymKey): (kind: PersonalKind, text: string) => string {
  let key: string | null = null;
  return (kind, text) => {
    key ??= keyOf(from);
    return `${kind}:${createHmac('sha256', key).update(text.normalize('NFC').trim().toLowerCase()).digest('hex')}`;
  };
}

function keyOf({ fromEnvironment, file, createFile }: PseudonymKey): string {
  const key = fromEnvironment ?? (createFile || existsSync(file) ? keptKey(file) : newKey());
  if (key.length < SHORTEST_KEY) throw new StoppedError(`The pseudonym key is too short: it needs ${SHORTEST_KEY} characters or more.`);
  return key;
}

const newKey = (): string => randomBytes(32).toString('hex');

function keptKey(keyFile: string): string {
  mkdirSync(dirname(keyFile), { recursive: true });
  try {
    // Fails when the file exists, so two runs that start together use the same key.
    writeFileSync(keyFile, newKey(), { flag: 'wx', mode: 0o600 });
  } catch (error) {
    if (fieldOf(error, 'code') !== 'EEXIST') {
      throw new StoppedError(`The pseudonym key cannot be stored in ${keyFile}: ${String(error)}`);
    }
  }
  return readFileSync(keyFile, 'utf8').trim();
}
