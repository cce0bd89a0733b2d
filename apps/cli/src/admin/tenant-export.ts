import { createWriteStream, renameSync } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import type { TenantId } from '#libs/core';
import { type Database } from '#libs/database';
import { EXPORT_BEGINNING, type ExportPosition, readExportPart, readTenantTables } from '#libs/tenants';
import { findTenant } from './tenants.js';

/** The outcome of the command. */
interface WrittenExport {
  readonly tenant_id: TenantId;
  readonly rows: number;
}

/**
 * Writes all data of a tenant as JSON lines, compressed with gzip. Reads a part at a time.
 * @param out a file that only this account may read and that appears when it is whole; `-`: standard output
 */
export async function exportTenant(database: Database, nameOrId: string, out: string): Promise<WrittenExport> {
  const tenantId = await findTenant(database, nameOrId);
  const written = { tenant_id: tenantId, rows: 0 };
  async function* parts(): AsyncGenerator<string> {
    const tables = await database.transaction(tenantId, readTenantTables);
    for (let at: ExportPosition | null = EXPORT_BEGINNING; at !== null;) {
      const from: ExportPosition = at;
      const { text, next } = await database.transaction(tenantId, (db) => readExportPart(db, tables, from, new Date()));
      if (next !== null) written.rows = Object.values(next.rows).reduce((sum, rows) => sum + rows, 0);
      if (text !== '') yield text;
      at = next;
    }
  }
  const lines = Readable.from(parts());
  if (out === '-') {
    await pipeline(lines, createGzip(), process.stdout, { end: false });
    return written;
  }
  await pipeline(lines, createGzip(), createWriteStream(`${out}.new`, { mode: 0o600 }));
  renameSync(`${out}.new`, out);
  return written;
}
