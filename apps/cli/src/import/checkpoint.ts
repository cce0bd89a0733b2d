import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { fieldOf } from '#libs/backfill';
import type { FileRole } from './row-reader.js';

/** How far a file got, and with what. Counts are of events. */
export interface ImportState {
  /** Every row up to this line is settled with the service; 0: none. */
  readonly acknowledgedLine: number;
  /** By how many days the times are moved; `null`: the file was not begun. */
  readonly shiftDays: number | null;
  readonly accepted: number;
  readonly duplicates: number;
  readonly conflicts: number;
  readonly finishedAt: string | null;
}

const NOT_BEGUN: ImportState = {
  acknowledgedLine: 0,
  shiftDays: null,
  accepted: 0,
  duplicates: 0,
  conflicts: 0,
  finishedAt: null,
};

const SAVE_EVERY_MS = 1000;

/** What makes an import the same one: the bytes of the file, what they are, and who they go to. */
export interface ImportIdentity {
  readonly fingerprint: string;
  readonly role: FileRole;
  readonly baseUrl: string;
  readonly apiKey: string;
}

/** SHA-256 of a file's bytes, hex. */
export async function fingerprintOf(path: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  return hash.digest('hex');
}

/** The path of the checkpoint of an import. The API key enters as part of a hash only. */
export function checkpointPath(directory: string, identity: ImportIdentity): string {
  const { fingerprint, role, baseUrl, apiKey } = identity;
  const hash = createHash('sha256')
    .update(JSON.stringify([fingerprint, role, baseUrl, apiKey]))
    .digest('hex');
  return join(directory, `${hash.slice(0, 32)}.json`);
}

/** The memory of an import between two runs: a small file that is replaced whole, so that it is never half written. */
export class Checkpoint {
  private lastSaved = 0;

  private constructor(
    private readonly path: string | null,
    private current: ImportState,
  ) {}

  /** @param path `null` for an import that is not to be remembered (a dry run). A file that cannot be read counts as none. */
  static async open(path: string | null): Promise<Checkpoint> {
    return new Checkpoint(path, path === null ? NOT_BEGUN : await readState(path));
  }

  get state(): ImportState {
    return this.current;
  }

  /** Notes progress; it reaches the disk within a second or with the next `save`. What is lost is sent again, as duplicates. */
  async advance(changes: Partial<ImportState>): Promise<void> {
    this.current = { ...this.current, ...changes };
    if (Date.now() - this.lastSaved >= SAVE_EVERY_MS) await this.save();
  }

  async save(): Promise<void> {
    if (this.path === null) return;
    await mkdir(dirname(this.path), { recursive: true });
    const draft = `${this.path}.${process.pid}.tmp`;
    await writeFile(draft, `${JSON.stringify(this.current)}\n`);
    await rename(draft, this.path);
    this.lastSaved = Date.now();
  }

  /** Forgets everything, as if the import had never begun. */
  async reset(): Promise<void> {
    this.current = NOT_BEGUN;
    await this.save();
  }
}

async function readState(path: string): Promise<ImportState> {
  try {
    const saved: unknown = JSON.parse(await readFile(path, 'utf8'));
    const count = (name: string): number => Number(fieldOf(saved, name) ?? 0);
    const shiftDays = fieldOf(saved, 'shiftDays');
    const finishedAt = fieldOf(saved, 'finishedAt');
    return {
      acknowledgedLine: count('acknowledgedLine'),
      shiftDays: typeof shiftDays === 'number' ? shiftDays : null,
      accepted: count('accepted'),
      duplicates: count('duplicates'),
      conflicts: count('conflicts'),
      finishedAt: typeof finishedAt === 'string' ? finishedAt : null,
    };
  } catch {
    return NOT_BEGUN;
  }
}
