import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Client } from 'pg';
import { migrate } from '#libs/database';

/** The folder of Postgres' programs. Programs older than the server cannot dump it. */
const BIN = process.env['TEST_POSTGRES_BIN'];
const program = (name: string): string => (BIN === undefined ? name : path.join(BIN, name));

/** Follows docs/operations/recovery.md: dumps and restores a database, with the programs of Postgres where their version fits. */
export async function backUpAndRestore(fromUrl: string, toUrl: string): Promise<'pg_dump' | 'rows'> {
  const { stdout } = spawnSync(program('pg_dump'), ['--version'], { encoding: 'utf8' });
  const major = Number(/\) (\d+)/.exec(stdout ?? '')?.[1] ?? 0);
  if (major >= (await serverMajor(fromUrl))) {
    await withPrograms(fromUrl, toUrl);
    return 'pg_dump';
  }
  await withRows(fromUrl, toUrl);
  return 'rows';
}

async function serverMajor(url: string): Promise<number> {
  const [row] = await ask<{ version: number }>(url, `SELECT current_setting('server_version_num')::int / 10000 AS version`);
  return row?.version ?? 0;
}

async function withPrograms(fromUrl: string, toUrl: string): Promise<void> {
  const folder = mkdtempSync(path.join(tmpdir(), 'churn-backup-'));
  try {
    const file = path.join(folder, 'churn.dump');
    execFileSync(program('pg_dump'), ['--format=custom', `--file=${file}`, fromUrl]);
    execFileSync(program('pg_restore'), ['--no-owner', '--exit-on-error', '--single-transaction', `--dbname=${toUrl}`, file]);
    await migrate(toUrl);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Every row of every table into an empty schema of the same release: what a dump holds, without the programs. */
async function withRows(fromUrl: string, toUrl: string): Promise<void> {
  await migrate(toUrl);
  const tables = await ask<{ name: string; columns: string }>(
    fromUrl,
    `SELECT format('%I', t.table_name) AS name, string_agg(format('%I', column_name), ', ' ORDER BY ordinal_position) AS columns
     FROM information_schema.tables t JOIN information_schema.columns c USING (table_schema, table_name)
     WHERE t.table_schema = 'public' AND t.table_type = 'BASE TABLE' AND c.is_generated = 'NEVER' AND t.table_name <> 'migrations'
     GROUP BY 1`,
  );
  const target = new Client({ connectionString: toUrl });
  await target.connect();
  try {
    // Triggers and foreign keys are off until all rows are there, as in a restore.
    await target.query('SET session_replication_role = replica');
    for (const { name, columns } of tables) {
      const [rows] = await ask<{ all: string | null }>(fromUrl, `SELECT json_agg(t)::text AS all FROM ${name} t`);
      await target.query(`DELETE FROM ${name}`);
      await target.query(
        `INSERT INTO ${name} (${columns}) OVERRIDING SYSTEM VALUE SELECT ${columns} FROM json_populate_recordset(NULL::${name}, $1::json)`,
        [rows?.all ?? '[]'],
      );
    }
  } finally {
    await target.end();
  }
}

async function ask<Row>(url: string, sql: string): Promise<Row[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(sql)).rows as Row[];
  } finally {
    await client.end();
  }
}
