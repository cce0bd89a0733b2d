import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { plainProgress } from '#libs/terminal';
import { type ImportOptions, runImport } from '../../../apps/cli/src/import/run-import.js';
import type { Shop } from './shop.js';

/** Imports a file by the command, from a folder of its own, and waits until its orders are stored. */
export async function importFile(
  shop: Shop,
  baseUrl: string,
  rows: readonly string[],
  options: Partial<ImportOptions> = {},
): Promise<{ code: number; printed: string }> {
  const folder = await mkdtemp(join(tmpdir(), 'import-'));
  const printed: string[] = [];
  const line = (text: string): void => void printed.push(text);
  try {
    const path = join(folder, 'orders.csv');
    await writeFile(path, rows.join('\n'));
    const code = await runImport(
      {
        files: [path],
        refunds: [],
        format: 'auto',
        shiftToNow: false,
        dryRun: false,
        restart: false,
        baseUrl,
        apiKey: shop.apiKey,
        ...options,
      },
      {
        terminal: { line, progress: (title, total) => plainProgress(title, total, line) },
        now: new Date(),
        environment: {},
        dataDirectory: join(folder, '.data'),
        adminCommand: [],
      },
    );
    await shop.settled();
    return { code, printed: printed.join('\n') };
  } finally {
    await rm(folder, { recursive: true });
  }
}
