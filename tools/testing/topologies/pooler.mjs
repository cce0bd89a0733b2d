import { spawn, spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { fetchDebianPackages } from '../../servers/debian-package.mjs';
import { endWithUs } from '../../processes/end-with-us.mjs';
import { CHECKOUT_DATA } from '../../paths.mjs';
import { accepts, freePort, untilReady } from '../../processes/ports.mjs';
import { librariesOf } from '../../servers/redis-programs.mjs';
import { serverAccount } from '../../servers/server-account.mjs';

const UNPACKED = path.join(CHECKOUT_DATA, 'pgbouncer-deb');
const PROGRAM = 'usr/sbin/pgbouncer';
/** Password of the restricted role in the tests. */
const PASSWORD = 'only-for-tests';
/** The first version with prepared statements. */
const KNOWS_STATEMENTS = [1, 21];

/**
 * Starts a PgBouncer in transaction mode in front of a Postgres.
 *
 * @param {{folder: string, use: (end: () => void) => void}} stack
 * @param {string} ownerUrl the owner's URL of the Postgres
 * @returns {Promise<Record<string, string>>} the environment that makes the processes of the tests connect through it
 */
export async function startPooler(stack, ownerUrl) {
  const program = await findPooler();
  const folder = path.join(stack.folder, 'pgbouncer');
  const account = serverAccount(folder);
  const port = await freePort();
  fs.mkdirSync(folder);
  const knows = program.version.map((part, i) => part - KNOWS_STATEMENTS[i]).find((difference) => difference !== 0) ?? 0;
  fs.writeFileSync(path.join(folder, 'users.txt'), `"churn_app" "${PASSWORD}"\n`);
  const settings = settingsOf({ folder, port, ownerUrl, max_prepared_statements: knows >= 0 ? 500 : null });
  fs.writeFileSync(path.join(folder, 'pgbouncer.ini'), settings);
  if (account !== undefined) fs.chownSync(folder, account.uid, account.gid);
  const logged = fs.openSync(path.join(folder, 'log'), 'w');
  const child = spawn(program.command, [path.join(folder, 'pgbouncer.ini')], {
    ...account,
    cwd: folder,
    env: { ...process.env, ...program.env },
    stdio: ['ignore', logged, logged],
  });
  endWithUs(child);
  stack.use(() => child.kill('SIGKILL'));
  await untilReady(() => accepts(port), { what: 'pgbouncer', child, withinMs: 30_000 });
  process.stderr.write(`pgbouncer ${program.version.join('.')}, prepared statements ${knows >= 0 ? 'on' : 'off'}\n`);
  return {
    CHURN_TEST_POOLER_PORT: String(port),
    CHURN_TEST_SETTINGS: JSON.stringify({ DATABASE_PREPARED_STATEMENTS: String(knows >= 0) }),
  };
}

function settingsOf({ folder, port, ownerUrl, max_prepared_statements: statements }) {
  const target = new URL(ownerUrl);
  return `[databases]
* = host=127.0.0.1 port=${target.port}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = scram-sha-256
auth_file = ${path.join(folder, 'users.txt')}
pool_mode = transaction
; Fewer connections than the processes ask for, so that transactions really share them.
default_pool_size = 6
max_client_conn = 500
${statements === null ? '' : `max_prepared_statements = ${statements}`}
`;
}

async function findPooler() {
  const installed = tried('pgbouncer', {}) ?? tried('/usr/sbin/pgbouncer', {});
  if (installed !== null) return installed;
  const command = path.join(UNPACKED, PROGRAM);
  if (!fs.existsSync(command)) {
    process.stderr.write('No pgbouncer on this machine: fetching its Debian package into .data/pgbouncer-deb (nothing is installed) …\n');
    await fetchDebianPackages(UNPACKED, ['pgbouncer']);
  }
  const unpacked = tried(command, librariesOf(UNPACKED));
  if (unpacked === null) throw new Error('The fetched pgbouncer does not start: install pgbouncer.');
  return unpacked;
}

function tried(command, env) {
  const result = spawnSync(command, ['--version'], { encoding: 'utf8', env: { ...process.env, ...env } });
  const version = /PgBouncer (\d+)\.(\d+)/.exec(result.stdout ?? '');
  return version === null ? null : { command, env, version: [Number(version[1]), Number(version[2])] };
}
