import { createHash } from 'node:crypto';
import { newId, type SnapshotFormat, type StorageSettings } from '#libs/core';
import { type Bucket, type ContentType, keyIn } from '#libs/destinations';
import type { Part } from './part-file.js';
import type { SnapshotTable } from './snapshot-tables.js';

const VERSION = 1;

const TYPES: Readonly<Record<SnapshotFormat, ContentType>> = {
  parquet: 'application/vnd.apache.parquet',
  csv: 'text/csv; charset=utf-8',
};

/** One file in the bucket. */
interface WrittenFile {
  readonly key: string;
  readonly rows: number;
  readonly bytes: number;
  readonly sha256: string;
}

/** A storage refused a file. The message says in words why. */
export class StorageError extends Error {
  constructor(
    message: string,
    /** True: another try would fail in the same way. */
    readonly isLasting: boolean,
    /** True: the storage does not accept the credential. */
    readonly isKeyRefused: boolean,
  ) {
    super(message);
  }
}

/** The place, the time and the limits of one run. */
export interface RunPlan {
  readonly bucket: Bucket;
  readonly storage: StorageSettings;
  /** The time of the snapshot. */
  readonly at: Date;
  readonly now: () => Date;
  readonly signal: AbortSignal;
  /** Called after each file with customers, with their number so far. */
  readonly onProgress: (customers: number) => Promise<void>;
}

/** The sums of a complete run. */
export interface RunTotals {
  readonly customers: number;
  /** Rows of all tables. */
  readonly rows: number;
  readonly bytes: number;
}

/**
 * Writes all files of one run into a folder of its own, the manifest behind them, and `latest.json` at the end. A run that stops leaves no manifest,
 * and no reader that begins at a manifest sees its files.
 */
export class SnapshotRun {
  private readonly runId = newId();
  private readonly folder: string;
  private customers = 0;
  private rows = 0;
  private bytes = 0;

  constructor(private readonly plan: RunPlan) {
    this.folder = `date=${plan.at.toISOString().slice(0, 10)}/run=${this.runId}`;
  }

  /** @throws StorageError; the reason of the signal when it aborts */
  async write(tables: readonly SnapshotTable[]): Promise<RunTotals> {
    const { storage, at, now } = this.plan;
    const written = [];
    for (const table of tables) written.push({ name: table.name, files: await this.writeTable(table) });
    const schema = await this.putJson(`${this.folder}/schema.json`, { version: VERSION, tables: tables.map(describeTable) });
    const manifest = await this.putJson(`${this.folder}/manifest.json`, {
      version: VERSION,
      run_id: this.runId,
      snapshot_at: at.toISOString(),
      finished_at: now().toISOString(),
      format: storage.format,
      bucket: storage.bucket,
      schema,
      rows: this.rows,
      bytes: this.bytes,
      tables: written,
    });
    await this.putJson('latest.json', {
      run_id: this.runId,
      snapshot_at: at.toISOString(),
      folder: keyIn(storage, `${this.folder}/`),
      manifest,
    });
    return { customers: this.customers, rows: this.rows, bytes: this.bytes };
  }

  private async writeTable({ name, parts }: SnapshotTable): Promise<WrittenFile[]> {
    const files: WrittenFile[] = [];
    for await (const part of parts(this.plan.storage.format)) files.push(await this.putPart(name, files.length + 1, part));
    return files;
  }

  private async putPart(table: string, number: number, { rows, body }: Part): Promise<WrittenFile> {
    const { storage, onProgress } = this.plan;
    const path = `${this.folder}/${table}-${String(number).padStart(5, '0')}.${storage.format}`;
    await this.put(path, body, TYPES[storage.format]);
    this.rows += rows;
    this.bytes += body.length;
    if (table === 'customers') await onProgress((this.customers += rows));
    return { key: keyIn(storage, path), rows, bytes: body.length, sha256: createHash('sha256').update(body).digest('hex') };
  }

  private async putJson(path: string, value: object): Promise<string> {
    await this.put(path, Buffer.from(`${JSON.stringify(value, null, 2)}\n`), 'application/json');
    return keyIn(this.plan.storage, path);
  }

  private async put(path: string, body: Buffer, type: ContentType): Promise<void> {
    const { bucket, signal } = this.plan;
    signal.throwIfAborted();
    const { error, responseBody, isLasting, isKeyRefused } = await bucket.put(path, body, type, signal);
    signal.throwIfAborted();
    if (error !== null) throw new StorageError(responseBody ?? error, isLasting, isKeyRefused === true);
  }
}

const describeTable = ({ name, columns }: SnapshotTable): object => ({
  name,
  columns: columns.map((column) => ({ name: column.name, type: column.type, description: column.about })),
});
