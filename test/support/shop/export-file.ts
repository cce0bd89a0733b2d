import { gunzipSync } from 'node:zlib';

/** The file of an export, read. */
export interface ExportFile {
  readonly about: { readonly tenant_id: string; readonly left_out: Record<string, string[]>; readonly without: string[] };
  readonly rows: Record<string, Record<string, unknown>[]>;
  /** The number of rows by table, as the last line says; null when the line is missing. */
  readonly counts: Record<string, number> | null;
  /** All of it. */
  readonly text: string;
}

export function readExportFile(file: Buffer): ExportFile {
  const text = gunzipSync(file).toString();
  const lines = text
    .trimEnd()
    .split('\n')
    .map(
      (line) =>
        JSON.parse(line) as {
          table?: string;
          row?: Record<string, unknown>;
          export?: ExportFile['about'];
          end?: { rows: Record<string, number> };
        },
    );
  const rows: ExportFile['rows'] = {};
  for (const { table, row } of lines) if (table !== undefined && row !== undefined) (rows[table] ??= []).push(row);
  const about = lines[0]?.export;
  if (about === undefined) throw new Error('the file does not say what it is');
  return { about, rows, counts: lines.at(-1)?.end?.rows ?? null, text };
}
