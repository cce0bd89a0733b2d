import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import type { StorageServer } from './storage-server.js';

export type Row = Record<string, unknown>;

/** A DuckDB in memory. */
export class Duckdb {
  private constructor(
    private readonly instance: DuckDBInstance,
    /** A folder for the files that it reads. */
    readonly folder: string,
  ) {}

  static async open(): Promise<Duckdb> {
    return new Duckdb(await DuckDBInstance.create(':memory:'), await mkdtemp(path.join(tmpdir(), 'duckdb-')));
  }

  /** Copies a bucket into the folder: DuckDB would fetch its extension for S3 from elsewhere. */
  async copy(server: StorageServer, bucket: string): Promise<void> {
    for (const key of await server.keys(bucket)) {
      const file = path.join(this.folder, bucket, key);
      await mkdir(path.dirname(file), { recursive: true });
      await writeFile(file, await server.read(bucket, key));
    }
  }

  /** Runs statements one after the other in one connection. @returns the rows of each, with values as JSON has them */
  async runAll(statements: readonly string[]): Promise<Row[][]> {
    const connection = await this.instance.connect();
    const answers: Row[][] = [];
    for (const statement of statements) answers.push((await connection.runAndReadAll(statement)).getRowObjectsJson());
    connection.closeSync();
    return answers;
  }

  async rows(statement: string): Promise<Row[]> {
    return (await this.runAll([statement]))[0] ?? [];
  }

  async close(): Promise<void> {
    this.instance.closeSync();
    await rm(this.folder, { recursive: true, force: true });
  }
}
