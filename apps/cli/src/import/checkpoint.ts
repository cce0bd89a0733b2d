import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { fieldOf } from '#libs/backfill';
import { type FileRole, fromStored, type ImportProgress, NOT_BEGUN, toStored } from '#libs/order-import';

/** The state of the import of one file. */
export interface ImportState {
  readonly progress: ImportProgress;
  /** Number of days by which times are moved; `null`: the import has not begun. */
  readonly shiftDays: number | null;
  readonly finishedAt: string | null;
}

const EMPTY: ImportState = { progress: NOT_BEGUN, shiftDays: null, finishedAt: null };

const SAVE_EVERY_MS = 1000;

/** Identifies an import: the bytes of the file, how they are read, and the tenant that receives them. */
export interface ImportIdentity {
  readonly fingerprint: string;
  readonly role: FileRole;
  /** The owner's answers: with others, the same rows become other events. */
  readonly mapping: string;
  readonly baseUrl: string;
  readonly apiKey: string;
}

/** SHA-256 of a file's bytes, hex. */
export async function fingerprintOf(path: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  return hash.digest('hex');
}

/** Returns the path of an import's checkpoint. The API key enters only as part of a hash. */
export function checkpointPath(directory: string, identity: ImportIdentity): string {
  const { fingerprint, role, mapping, baseUrl, apiKey } = identity;
  const hash = createHash('sha256')
    .update(JSON.stringify([fingerprint, role, mapping, baseUrl, apiKey]))
    .digest('hex');
  return join(directory, `${hash.slice(0, 32)}.json`);
}

/** Stores the progress of an import between two runs in a small file. Each save replaces the whole file, so it is never half written. */
export class Checkpoint {
  private lastSaved = 0;

  private constructor(
    private readonly path: string | null,
    private current: ImportState,
  ) {}

  /** @param path `null` for a dry run, which stores nothing. An unreadable file counts as no progress. */
  static async open(path: string | null): Promise<Checkpoint> {
    return new Checkpoint(path, path === null ? EMPTY : await readState(path));
  }

  get state(): ImportState {
    return this.current;
  }

  /** Records progress and saves it at most once per second. After a crash the import sends the unsaved rows again, as duplicates. */
  async advance(changes: Partial<ImportState>): Promise<void> {
    this.current = { ...this.current, ...changes };
    if (Date.now() - this.lastSaved >= SAVE_EVERY_MS) await this.save();
  }

  async save(): Promise<void> {
    if (this.path === null) return;
    await mkdir(dirname(this.path), { recursive: true });
    const draft = `${this.path}.${process.pid}.tmp`;
    const { progress, shiftDays, finishedAt } = this.current;
    await writeFile(draft, `${JSON.stringify({ ...toStored(progress), shiftDays, finishedAt })}\n`);
    await rename(draft, this.path);
    this.lastSaved = Date.now();
  }

  /** Deletes all progress. */
  async reset(): Promise<void> {
    this.current = EMPTY;
    await this.save();
  }
}

async function readState(path: string): Promise<ImportState> {
  try {
    const saved: unknown = JSON.parse(await readFile(path, 'utf8'));
    if (typeof saved !== 'object' || saved === null) return EMPTY;
    const shiftDays = fieldOf(saved, 'shiftDays');
    const finishedAt = fieldOf(saved, 'finishedAt');
    return {
      progress: fromStored(saved),
      shiftDays: typeof shiftDays === 'number' ? shiftDays : null,
      finishedAt: typeof finishedAt === 'string' ? finishedAt : null,
    };
  } catch {
    return EMPTY;
  }
}
