import { MINUTE_MS } from '#libs/core';
import type { DatabaseFacts } from '#libs/database';
import { failure, fine, type Finding, warning } from './finding.js';

const MOST_WRONG_MS = MINUTE_MS;
const OLDEST_VERSION = 150_000;
const MB = 1024 * 1024;
/** Postgres counts `shared_buffers` in pages of 8 KiB and `max_wal_size` in MiB. */
const PAGE = 8192;
const TOO_MANY_DEAD = 0.3;
const FEWEST_DEAD = 100_000;
const OLDEST_TRANSACTION_S = 300;

/** Checks the facts that the database reports about itself. @param clockErrorMs shift of the processes' clock against this one; zero outside tests */
export function checkDatabase(facts: DatabaseFacts, clockErrorMs: number): Finding[] {
  return [
    checkRole(facts),
    facts.isSchemaCurrent
      ? fine('schema', 'the schema is that of this version')
      : failure(
          'schema',
          'the schema is missing, or not that of this version',
          'Run "admin migrate" with DATABASE_OWNER_URL before the new processes start.',
        ),
    facts.unprotectedTables.length === 0
      ? fine('row_level_security', 'every table with tenants is protected')
      : failure(
          'row_level_security',
          `tables without forced row-level security: ${facts.unprotectedTables.join(', ')}`,
          'Stop the processes: tenants may see rows of others. Run ALTER TABLE … ENABLE, FORCE ROW LEVEL SECURITY, and find out who changed it.',
        ),
    ...checkDumps(facts),
    checkClock(facts, clockErrorMs),
    ...checkSettings(facts),
    checkExtensions(facts),
    checkConnections(facts),
    checkSizes(facts),
    checkVacuum(facts),
  ];
}

function checkRole({ role }: DatabaseFacts): Finding {
  const advice = 'Use the role churn_app, which "admin migrate" creates, in DATABASE_URL.';
  if (role.unrestricted) return failure('role', `DATABASE_URL connects as "${role.name}", which sees past row-level security`, advice);
  if (!role.canSwitch) return failure('role', `"${role.name}" may not work across tenants, which workers must`, 'Run "admin migrate".');
  return fine('role', `connects as "${role.name}", which sees one tenant at a time`);
}

function checkDumps({ dumps }: DatabaseFacts): Finding[] {
  if (dumps === null) return [];
  const { owner, problem } = dumps;
  if (problem === null) return [fine('dumps', `"${owner}" can dump the rows of all tenants`)];
  const advice =
    problem === 'role'
      ? `Run "admin migrate" as "${owner}", or GRANT churn_backup TO ${owner} as a role that may.`
      : 'A table lacks the policy backup_rows. Find out who changed it.';
  return [failure('dumps', `"${owner}" cannot dump the rows of all tenants, so a backup with it fails`, advice)];
}

function checkClock({ time, toldAt, roundTripMs }: DatabaseFacts, clockErrorMs: number): Finding {
  const aheadMs = toldAt.getTime() + clockErrorMs - time.getTime() - roundTripMs / 2;
  const text = `the clock of this machine is ${Math.abs(aheadMs / 1000).toFixed(1)} s ${aheadMs > 0 ? 'ahead of' : 'behind'} the database's`;
  if (Math.abs(aheadMs) <= MOST_WRONG_MS) return fine('clock', text);
  return failure('clock', text, 'Repair time synchronisation (NTP): workers do no work while their clock is wrong by more than 60 s.');
}

function checkSettings({ settings }: DatabaseFacts): Finding[] {
  const isOff = (name: string): boolean => settings[name] === 'off';
  const noLimit = ['statement_timeout', 'idle_in_transaction_session_timeout'].filter((name) => settings[name] === '0');
  const unsafe = ['fsync', 'full_page_writes', 'synchronous_commit'].filter(isOff);
  const version = Number(settings['server_version_num']);
  return [
    version >= OLDEST_VERSION
      ? fine('version', `Postgres ${Math.floor(version / 10_000)}`)
      : warning('version', `Postgres ${Math.floor(version / 10_000)} is old`, 'Use Postgres 15 or newer; the service is tested on 18.'),
    noLimit.length === 0
      ? fine('timeouts', 'a frozen process loses its locks')
      : failure(
          'timeouts',
          `the role has no ${noLimit.join(', ')}: a frozen process holds its locks for ever`,
          'Run "admin migrate", which sets them for churn_app, and remove ALTER ROLE … IN DATABASE … SET.',
        ),
    unsafe.length === 0
      ? fine('durability', 'what is committed survives a crash')
      : failure('durability', `${unsafe.join(', ')} is off: acknowledged events can be lost`, 'Switch it on in postgresql.conf.'),
  ];
}

const checkExtensions = ({ extensions }: DatabaseFacts): Finding =>
  extensions.includes('pg_stat_statements')
    ? fine('extensions', 'pg_stat_statements shows slow statements')
    : warning(
        'extensions',
        'pg_stat_statements is not installed; the service needs no extension',
        'To find slow statements, add it to shared_preload_libraries and run CREATE EXTENSION pg_stat_statements.',
      );

function checkConnections({ connections: { used, most, oldestTransactionS } }: DatabaseFacts): Finding {
  if (oldestTransactionS > OLDEST_TRANSACTION_S)
    return warning(
      'connections',
      `a transaction is open for ${Math.round(oldestTransactionS)} s`,
      'Find it in pg_stat_activity: it keeps dead rows, and may hold locks.',
    );
  const text = `${used} of ${most} connections are used`;
  if (used <= 0.8 * most) return fine('connections', text);
  return warning('connections', text, 'Lower DATABASE_POOL_SIZE, put PgBouncer in front, or raise max_connections.');
}

function checkSizes({ sizes, settings }: DatabaseFacts): Finding {
  const buffers = Number(settings['shared_buffers']) * PAGE;
  const text = `the database has ${Math.round(sizes.databaseBytes / MB)} MB, shared_buffers ${Math.round(buffers / MB)} MB`;
  if (sizes.transactionsUsed > 0.5)
    return failure(
      'sizes',
      `${Math.round(sizes.transactionsUsed * 100)} % of all transaction ids are used`,
      'Let autovacuum freeze: end old transactions, then run VACUUM FREEZE.',
    );
  if (sizes.hotBytes <= buffers) return fine('sizes', text);
  return warning(
    'sizes',
    `${text}; what events touch at random has ${Math.round(sizes.hotBytes / MB)} MB`,
    'Raise shared_buffers to a quarter of the memory of the machine (docs/operations/sizing.md).',
  );
}

function checkVacuum({ settings, tables }: DatabaseFacts): Finding {
  const advice = 'Switch autovacuum on, and let it run: ALTER TABLE … RESET (autovacuum_enabled), autovacuum_vacuum_cost_limit.';
  if (settings['autovacuum'] === 'off' || settings['track_counts'] === 'off') return failure('autovacuum', 'autovacuum is off', advice);
  const excluded = tables.filter(({ isVacuumed }) => !isVacuumed).map(({ name }) => name);
  if (excluded.length > 0) return failure('autovacuum', `autovacuum is off for ${excluded.join(', ')}`, advice);
  const behind = tables.filter(({ dead, live }) => dead > FEWEST_DEAD && dead > TOO_MANY_DEAD * live).map(({ name }) => name);
  if (behind.length > 0) return warning('autovacuum', `dead rows pile up in ${behind.join(', ')}`, advice);
  return fine('autovacuum', 'autovacuum keeps up');
}
