import type { DatabaseFacts } from '#libs/database';
import type { Finding } from './finding.js';
import { checkDatabase } from './check-database.js';

const NOW = new Date('2026-11-25T12:00:00Z');
const GB = 1024 ** 3;

/** A server without any problem. */
const WELL: DatabaseFacts = {
  role: { name: 'churn_app', unrestricted: false, canSwitch: true },
  isSchemaCurrent: true,
  unprotectedTables: [],
  dumps: { owner: 'churn_owner', problem: null },
  settings: {
    server_version_num: '180004',
    statement_timeout: '30000',
    idle_in_transaction_session_timeout: '60000',
    shared_buffers: '131072',
    max_wal_size: '1024',
    autovacuum: 'on',
    track_counts: 'on',
    fsync: 'on',
    full_page_writes: 'on',
    synchronous_commit: 'on',
    max_connections: '100',
  },
  extensions: ['plpgsql', 'pg_stat_statements'],
  connections: { used: 20, most: 100, oldestTransactionS: 0 },
  sizes: { databaseBytes: 4 * GB, hotBytes: GB, transactionsUsed: 0.1 },
  tables: [{ name: 'orders', dead: 1000, live: 1_000_000, isVacuumed: true }],
  time: NOW,
  toldAt: NOW,
  roundTripMs: 1,
};

const settings = (changed: Record<string, string>): Partial<DatabaseFacts> => ({ settings: { ...WELL.settings, ...changed } });
const findingsOf = (changes: Partial<DatabaseFacts>): Finding[] => checkDatabase({ ...WELL, ...changes }, 0);
const badOf = (changes: Partial<DatabaseFacts>): Finding[] => findingsOf(changes).filter(({ status }) => status !== 'ok');

describe('the check of a database', () => {
  it('finds nothing where all is well', () => {
    expect(badOf({})).toEqual([]);
    expect(findingsOf({}).every(({ message, advice }) => message !== '' && advice === '')).toBe(true);
  });

  it.each<[string, string, Partial<DatabaseFacts>, RegExp]>([
    ['role', 'fail', { role: { name: 'postgres', unrestricted: true, canSwitch: true } }, /churn_app/],
    ['role', 'fail', { role: { name: 'churn_app', unrestricted: false, canSwitch: false } }, /admin migrate/],
    ['schema', 'fail', { isSchemaCurrent: false }, /admin migrate/],
    ['row_level_security', 'fail', { unprotectedTables: ['orders'] }, /FORCE ROW LEVEL SECURITY/],
    ['dumps', 'fail', { dumps: { owner: 'churn_owner', problem: 'role' } }, /GRANT churn_backup TO churn_owner/],
    ['dumps', 'fail', { dumps: { owner: 'churn_owner', problem: 'policy' } }, /backup_rows/],
    ['clock', 'fail', { toldAt: new Date(NOW.getTime() + 61_000) }, /NTP/],
    ['clock', 'fail', { toldAt: new Date(NOW.getTime() - 61_000) }, /NTP/],
    ['version', 'warn', settings({ server_version_num: '140011' }), /Postgres 15 or newer/],
    ['timeouts', 'fail', settings({ statement_timeout: '0' }), /admin migrate/],
    ['timeouts', 'fail', settings({ idle_in_transaction_session_timeout: '0' }), /admin migrate/],
    ['durability', 'fail', settings({ synchronous_commit: 'off' }), /postgresql\.conf/],
    ['extensions', 'warn', { extensions: ['plpgsql'] }, /CREATE EXTENSION pg_stat_statements/],
    ['connections', 'warn', { connections: { used: 81, most: 100, oldestTransactionS: 0 } }, /PgBouncer/],
    ['connections', 'warn', { connections: { used: 1, most: 100, oldestTransactionS: 301 } }, /pg_stat_activity/],
    ['sizes', 'warn', { sizes: { databaseBytes: 9 * GB, hotBytes: 2 * GB, transactionsUsed: 0 } }, /shared_buffers/],
    ['sizes', 'fail', { sizes: { databaseBytes: GB, hotBytes: 0, transactionsUsed: 0.6 } }, /VACUUM FREEZE/],
    ['autovacuum', 'fail', settings({ autovacuum: 'off' }), /Switch autovacuum on/],
    ['autovacuum', 'fail', settings({ track_counts: 'off' }), /Switch autovacuum on/],
    ['autovacuum', 'fail', { tables: [{ name: 'events', dead: 0, live: 1, isVacuumed: false }] }, /RESET \(autovacuum_enabled\)/],
    [
      'autovacuum',
      'warn',
      { tables: [{ name: 'orders', dead: 400_000, live: 1_000_000, isVacuumed: true }] },
      /autovacuum_vacuum_cost_limit/,
    ],
  ])('says about %s: %s, and what to do', (check, status, changes, advice) => {
    expect(badOf(changes)).toEqual([expect.objectContaining({ check, status, advice: expect.stringMatching(advice) })]);
  });

  it('names what is wrong', () => {
    const messages = (changes: Partial<DatabaseFacts>) => badOf(changes).map(({ message }) => message);
    expect(messages({ unprotectedTables: ['orders', 'users'] })).toEqual([expect.stringContaining('orders, users')]);
    expect(messages({ connections: { used: 81, most: 100, oldestTransactionS: 0 } })).toEqual(['81 of 100 connections are used']);
    expect(messages({ tables: [{ name: 'orders', dead: 400_000, live: 1_000_000, isVacuumed: true }] })).toEqual([
      'dead rows pile up in orders',
    ]);
    // A few dead rows do not matter, even in a small table.
    expect(messages({ tables: [{ name: 'mails', dead: 90_000, live: 10, isVacuumed: true }] })).toEqual([]);
  });
});
