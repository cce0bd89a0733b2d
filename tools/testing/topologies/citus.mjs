import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { startPostgres } from '../../servers/embedded-postgres.mjs';

const NODES = 2;
/** Few shards: a node plans a statement once for each shard that it has not seen yet. */
const SHARDS = 4;

/** Settings that the servers of a distributed database need beyond the defaults. */
const SETTINGS = {
  shared_preload_libraries: 'citus',
  // Online moves of shards replicate logically.
  wal_level: 'logical',
  max_connections: '400',
  max_prepared_transactions: '400',
  max_wal_senders: '20',
  max_replication_slots: '20',
  max_worker_processes: '60',
  max_logical_replication_workers: '30',
  // A node that is killed must not lose what it has acknowledged.
  synchronous_commit: 'on',
  'citus.shard_count': String(SHARDS),
  'citus.max_cached_conns_per_worker': '2',
  'citus.max_adaptive_executor_pool_size': '2',
  // Tests interfere with writes by triggers.
  'citus.enable_unsafe_triggers': 'on',
  // The port of a test's server says nothing about the machine.
  'citus.enable_statistics_collection': 'off',
};

/**
 * Finds the programs of a Postgres that has the extension: of the `pg_config` that CITUS_PG_CONFIG names, or else of those on the path.
 *
 * @returns {{bin: string, version: string} | null} their folder, and the version of the extension
 */
export function findCitus() {
  const programs =
    process.env.CITUS_PG_CONFIG === undefined ? ['pg_config', '/usr/lib/postgresql/15/bin/pg_config'] : [process.env.CITUS_PG_CONFIG];
  for (const program of programs) {
    const [bin, share] = ['--bindir', '--sharedir'].map((what) => spawnSync(program, [what], { encoding: 'utf8' }).stdout?.trim() ?? '');
    const control = path.join(share, 'extension/citus.control');
    if (bin !== '' && fs.existsSync(control) && fs.existsSync(path.join(bin, 'postgres')))
      return { bin, version: /default_version = '([^']+)'/.exec(fs.readFileSync(control, 'utf8'))?.[1] ?? '' };
  }
  return null;
}

/**
 * Starts a coordinator and two nodes on the loopback address. Each test database is created on all three.
 *
 * @param {{folder: string, use: (end: () => void | Promise<void>) => void}} stack
 * @param {Record<string, string>} settings of the servers, in addition
 * @returns {Promise<Record<string, string>>} the environment of the tests
 */
export async function startCitus(stack, settings = {}) {
  const citus = findCitus();
  if (citus === null) throw new Error('No Postgres with the extension citus: name its pg_config in CITUS_PG_CONFIG.');
  const hba = path.join(stack.folder, 'hba.conf');
  // The nodes connect to each other as the role of the session. An installation gives them certificates or pg_dist_authinfo.
  fs.writeFileSync(hba, 'host all all 127.0.0.1/32 trust\nhost replication all 127.0.0.1/32 trust\n', { mode: 0o644 });
  const servers = [];
  for (let i = 0; i <= NODES; i += 1) {
    const dataDir = path.join(stack.folder, i === 0 ? 'coordinator' : `node-${i}`);
    fs.mkdirSync(dataDir);
    const server = await startPostgres({
      dataDir,
      ephemeral: true,
      programs: citus.bin,
      settings: { ...SETTINGS, ...settings, hba_file: hba },
    });
    stack.use(server.stop);
    servers.push(server);
  }
  const [coordinator, ...nodes] = servers;
  process.stderr.write(`Citus ${citus.version}, Postgres ${coordinator.version}\n`);
  return {
    TEST_DATABASE_URL: coordinator.url,
    CHURN_TEST_CITUS_NODES: JSON.stringify(nodes.map(({ url }) => url)),
    CHURN_TEST_CITUS_PIDS: JSON.stringify(servers.map(({ pid }) => pid)),
  };
}
