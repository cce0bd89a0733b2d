import { spawn } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Cleanup } from './cleanup.js';
import { ROOT } from './node-process.js';

export interface EmbeddedServers {
  /** Folder for logs. It is deleted at the end, with all files of the servers. */
  readonly folder: string;
  readonly postgres: { readonly url: string; readonly pid: number; readonly version: string };
  readonly redis: { readonly url: string; readonly pid: number; readonly kind: string; readonly version: string };
}

// On a disk, because /tmp is often in memory and fsync must cost as much as in production. Every account may enter this folder: when we
// are root, Postgres runs as another account.
const DISK = '/var/tmp';

/** Starts a private Postgres and Redis with the settings of `npm start`, fsync on. They end with this process, also after a kill. */
export async function startEmbeddedServers(cleanup: Cleanup): Promise<EmbeddedServers> {
  const folder = mkdtempSync(join(existsSync(DISK) ? DISK : tmpdir(), 'churn-bench-'));
  chmodSync(folder, 0o755);
  cleanup.add(async () => rmSync(folder, { recursive: true, force: true }));
  const script = join(ROOT, 'tools/servers/embedded-services.mjs');
  const child = spawn(process.execPath, [script, '--data-dir', folder], { cwd: ROOT, detached: true, stdio: ['pipe', 'pipe', 'inherit'] });
  const ended = new Promise<void>((resolve) => void child.once('close', () => resolve()));
  cleanup.add(() => {
    child.stdin.end();
    return ended;
  });
  const line = await Promise.race([
    new Promise<string>((resolve) => createInterface(child.stdout).once('line', resolve)),
    ended.then((): never => {
      throw new Error('Postgres and Redis did not start. See the reason above.');
    }),
  ]);
  return { folder, ...(JSON.parse(line) as Omit<EmbeddedServers, 'folder'>) };
}
