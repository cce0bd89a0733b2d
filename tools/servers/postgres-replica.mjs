import fs from 'node:fs';
import path from 'node:path';

// Files of the running server, and files that the copy creates itself (PostgreSQL manual, "Making a Base Backup Using the Low Level API").
const LEFT_OUT = new Set(['postmaster.pid', 'postmaster.opts', 'pg_replslot', 'pg_dynshmem', 'pg_notify', 'pg_serial', 'pg_snapshots', 'pg_stat_tmp', 'pg_subtrans']); // prettier-ignore

/** The replica's name in its connection to the primary. */
const NAME = 'replica';

/**
 * Copies the cluster of a running Postgres on this machine, so that a server started on the copy streams from it. Needs only SQL and
 * files, because the Postgres packages of the tests have no pg_basebackup.
 *
 * @param {string} primaryUrl the primary's superuser URL
 * @param {string} cluster the folder to create; it appears complete or not at all
 * @param {{uid: number, gid: number} | undefined} account the owner of the folder
 * @returns {Promise<void>}
 */
export async function copyAsReplica(primaryUrl, cluster, account) {
  const { default: pg } = await import('pg');
  const primary = new pg.Client({ connectionString: primaryUrl });
  await primary.connect();
  const unfinished = `${cluster}.unfinished`;
  fs.rmSync(unfinished, { recursive: true, force: true });
  try {
    const [{ folder }] = (await primary.query(`SELECT current_setting('data_directory') AS folder`)).rows;
    await primary.query(`SELECT pg_backup_start('replica', fast => true)`);
    copyLive(folder, unfinished);
    const [{ labelfile }] = (await primary.query('SELECT labelfile FROM pg_backup_stop(wait_for_archive => false)')).rows;
    fs.writeFileSync(path.join(unfinished, 'backup_label'), labelfile);
  } finally {
    await primary.end();
  }
  fs.writeFileSync(path.join(unfinished, 'standby.signal'), '');
  fs.appendFileSync(path.join(unfinished, 'postgresql.auto.conf'), `primary_conninfo = '${connectionOf(primaryUrl)}'\n`);
  if (account !== undefined) own(unfinished, account);
  fs.renameSync(unfinished, cluster);
}

/**
 * From now on commits wait for the replica, according to the primary's `synchronous_commit`.
 *
 * @param {string} primaryUrl the primary's superuser URL
 * @returns {Promise<void>}
 */
export async function waitForReplica(primaryUrl) {
  const { default: pg } = await import('pg');
  const primary = new pg.Client({ connectionString: primaryUrl });
  await primary.connect();
  try {
    await primary.query(`ALTER SYSTEM SET synchronous_standby_names = '${NAME}'`);
    await primary.query('SELECT pg_reload_conf()');
  } finally {
    await primary.end();
  }
}

function connectionOf(primaryUrl) {
  const { hostname, port, username, password } = new URL(primaryUrl);
  return `host=${hostname} port=${port} user=${decodeURIComponent(username)} password=${decodeURIComponent(password)} application_name=${NAME}`;
}

/** Files of a running server come and go during the copy. The write-ahead log repairs torn and missing files. */
function copyLive(from, to) {
  fs.mkdirSync(to, { mode: 0o700 });
  for (const entry of fs.readdirSync(from, { withFileTypes: true })) {
    const [source, target] = [path.join(from, entry.name), path.join(to, entry.name)];
    if (entry.isDirectory() && LEFT_OUT.has(entry.name)) fs.mkdirSync(target, { mode: 0o700 });
    else if (entry.isDirectory()) copyLive(source, target);
    else if (!LEFT_OUT.has(entry.name)) copyIfThere(source, target);
  }
}

function copyIfThere(source, target) {
  try {
    fs.copyFileSync(source, target);
  } catch (error) {
    if (error.code !== 'ENOENT') throw error;
  }
}

function own(place, account) {
  fs.chownSync(place, account.uid, account.gid);
  if (!fs.lstatSync(place).isDirectory()) return;
  for (const name of fs.readdirSync(place)) own(path.join(place, name), account);
}
