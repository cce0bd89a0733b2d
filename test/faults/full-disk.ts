import { execFile, spawnSync } from 'node:child_process';
import { chownSync, chmodSync, mkdtempSync, rmdirSync, statSync, unlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import type { Scene } from './fault.js';
import type { Stand } from './stand.js';

const run = promisify(execFile);
/** The space that is left for more than the stored events, before the ballast. */
const ROOM_MB = 8;
const BLOCK = Buffer.alloc(64 * 1024);

/** Creates a small file system, which needs root: filling the disk of the machine would harm other programs. */
export function whyNoSmallDisk({ folder }: Stand): string | null {
  const place = mkdtempSync(path.join(folder, 'try-'));
  const tried = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${ROOM_MB}m`, 'tmpfs', place], { encoding: 'utf8' });
  if (tried.status === 0) spawnSync('umount', [place]);
  rmdirSync(place);
  return tried.status === 0 ? null : 'this account may not mount a small file system';
}

/** Puts the table of events on a file system of its own, fills that, and empties it again after a while. */
export async function fillDisk({ stand }: Scene, during: () => Promise<void>): Promise<void> {
  const place = mkdtempSync(path.join(stand.folder, 'small-'));
  const { rows } = await stand.owner.query<{ mb: number }>(`SELECT ceil(pg_table_size('events') / 1048576.0)::int AS mb`);
  await run('mount', ['-t', 'tmpfs', '-o', `size=${(rows[0]?.mb ?? 0) + ROOM_MB}m`, 'tmpfs', place]);
  try {
    const { uid, gid } = statSync(path.join(stand.folder, 'postgres/server'));
    chownSync(place, uid, gid);
    chmodSync(place, 0o700);
    await stand.owner.query(`CREATE TABLESPACE small LOCATION '${place}'`);
    await stand.owner.query('ALTER TABLE events SET TABLESPACE small');
    const ballast = path.join(place, 'ballast');
    fill(ballast);
    await during();
    unlinkSync(ballast);
  } finally {
    await stand.owner.query('ALTER TABLE events SET TABLESPACE pg_default').catch(() => undefined);
    await stand.owner.query('DROP TABLESPACE IF EXISTS small').catch(() => undefined);
    await run('umount', ['--lazy', place]);
    rmdirSync(place);
  }
}

function fill(file: string): void {
  try {
    for (;;) writeFileSync(file, BLOCK, { flag: 'a' });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
  }
}
