import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

const ROOT = path.resolve(__dirname, '../..');

interface Source {
  readonly file: string;
  readonly text: string;
}

/** The sources with SQL of the processes, without comments. */
const SOURCES: readonly Source[] = ['apps/api/src', 'apps/scoring-worker/src', 'apps/cli/src', 'libs']
  .flatMap((folder) => readdirSync(path.join(ROOT, folder), { recursive: true, encoding: 'utf8' }).map((file) => path.join(folder, file)))
  .filter((file) => file.endsWith('.ts') && file.includes('src/') && !file.endsWith('.spec.ts'))
  .map((file) => ({ file, text: readFileSync(path.join(ROOT, file), 'utf8').replaceAll(/^\s*(\/\/|\*|\/\*).*$/gm, '') }));
const STATEMENTS = SOURCES.filter(({ file }) => !file.includes('migrations/'));
const SCHEMA = SOURCES.filter(({ file }) => file.includes('migrations/'));

/** Returns what matches, each with its file. */
const found = (sources: readonly Source[], pattern: RegExp): string[] =>
  sources.flatMap(({ file, text }) =>
    [...text.matchAll(pattern)].map(([match]) => `${file}: ${match.replaceAll(/\s+/g, ' ').slice(0, 90)}`),
  );

const WRITES = /(['`])\s*(?:WITH\b[\s\S]*?\b)?(?:INSERT INTO|UPDATE|DELETE FROM)\b[\s\S]*?\1/g;
/** The text of every statement that writes. */
const WRITING: readonly Source[] = STATEMENTS.flatMap(({ file, text }) => [...text.matchAll(WRITES)].map(([sql]) => ({ file, text: sql })));

const nameOfPolicy = (sql: string): string | undefined => /POLICY (\w+)/.exec(sql)?.[1];

/** A part of a time in a CASE of an update, other than of `… AT TIME ZONE 'UTC'`. */
const IN_CASE = /SET [^`]*\bCASE\b[^`]*extract\(\w+ FROM [\w.]+\)/g;

/** Citus 13.2 refuses these, most of them only when they run. `docs/adr/0033-citus.md` has the reasons and what to write instead. */
describe('what Citus refuses', () => {
  it('stands in no policy but that of the tenant, which distribution replaces: a subquery', () => {
    const policies = found(SCHEMA, /CREATE POLICY[^;`]*\bSELECT\b(?! TO)[^;`]*/g).filter(
      (each) => !/FOR SELECT TO \S+ USING \(true\)/.test(each),
    );
    expect(policies.map(nameOfPolicy)).toEqual(['goes_with_tenant']);
    expect(found(SCHEMA, /app\.tenant_id', true/g)).toEqual([]);
  });

  it('is restrictive in no policy but second guards, which distribution drops: the nodes would have it as a permissive one, for all tenants', () => {
    const restrictive = new Set(found(SCHEMA, /CREATE POLICY [^;`]* AS RESTRICTIVE/g).map(nameOfPolicy));
    expect(restrictive).toEqual(new Set(['goes_with_tenant', 'only_forward', 'only_before_start']));
  });

  it('is no function of the schema: one in the language SQL', () => {
    expect(found(SCHEMA, /LANGUAGE sql\b/gi)).toEqual([]);
  });

  it('is no trigger of the schema', () => {
    expect(found(SCHEMA, /CREATE (CONSTRAINT )?TRIGGER/g)).toEqual([]);
  });

  it('stands in no write: a volatile clock', () => {
    expect(found(WRITING, /clock_timestamp\(\)/g)).toEqual([]);
  });

  it('stands in no CASE, COALESCE, RETURNING or ON CONFLICT of an update: the time, or a part of it in the zone of the session', () => {
    const updates = WRITING.filter(({ text }) => !/^.\s*INSERT/.test(text));
    expect(found(updates, /\b(?:THEN|ELSE) now\(\)/g)).toEqual([]);
    expect(found(updates, IN_CASE)).toEqual([]);
    expect(found(WRITING, /RETURNING\b[^`']*(?:now\(\)|_at::text)(?=[^`']*[`'])(?![\s\S]*\bFROM\b)/g)).toEqual([]);
    expect(found(WRITING, /DO UPDATE SET[\s\S]*now\(\)/g)).toEqual([]);
  });

  it('is no INSERT … SELECT that names the tenant by its parameter and returns nothing: it becomes a COPY, which policies forbid', () => {
    const copies = WRITING.filter(({ text }) => /INSERT INTO[^`']*?\)\s*SELECT \$1\b/.test(text) && !/\bRETURNING\b/.test(text));
    expect(copies.map(({ file }) => file)).toEqual([]);
  });

  it('is no subquery without a column: as the result of a step of its own it is a function that returns "record"', () => {
    expect(found(STATEMENTS, /\(\s*SELECT FROM\b(?! pg_)/g)).toEqual([]);
  });

  it('stands in no statement that may write: CASE x WHEN y, which reaches the nodes as CASE x WHEN NULL', () => {
    expect(found(STATEMENTS, /\bCASE (?!WHEN\b)[a-z_.]+ WHEN\b/g).map((each) => each.split(':')[0])).toEqual([
      // Only counts.
      'apps/scoring-worker/src/runner/jobs/jobs.sql.ts',
    ]);
  });

  it('is no recursion, but within a tenant and where plain Postgres has its own words', () => {
    expect(found(STATEMENTS, /WITH RECURSIVE/g).map((each) => each.split(':')[0])).toEqual([
      'apps/scoring-worker/src/erasing/old/remove-old.sql.ts',
      'libs/database/src/first-rows.ts',
    ]);
  });

  it('would count on one node only: an advisory lock on which more than the order of a few requests rests', () => {
    expect(found(STATEMENTS, /pg_\w*advisory\w*/g).map((each) => each.split(':')[0])).toEqual([
      'libs/campaigns/src/campaigns.sql.ts',
      'libs/database/src/migrate.ts',
      'libs/ingestion/src/rejection-log.ts',
    ]); // prettier-ignore
  });
});

/** The tests run on Citus too, as the superuser and with triggers allowed. */
const TESTS: readonly Source[] = ['test/e2e', 'test/support', 'test/topologies']
  .flatMap((folder) => readdirSync(path.join(ROOT, folder), { recursive: true, encoding: 'utf8' }).map((file) => path.join(folder, file)))
  .filter((file) => file.endsWith('.ts'))
  .map((file) => ({ file, text: readFileSync(path.join(ROOT, file), 'utf8').replaceAll(/^\s*(\/\/|\*|\/\*).*$/gm, '') }));

describe('what Citus refuses in the SQL of tests', () => {
  it('is no column moved by an interval in an update: use moved()', () => {
    expect(found(TESTS, /SET[^`'"]* (\w+) = \1 [-+] (?:\$\d \* )?interval/g)).toEqual([]);
    expect(found(TESTS, /SET[^`"]* = now\(\) [-+] [a-z]\w* \* interval/g)).toEqual([]);
  });

  it('is no SET or LOCK in one message with BEGIN: the nodes get the whole message', () => {
    expect(found(TESTS, /BEGIN; [^'"`]*/g)).toEqual([]);
  });

  it('is no CASE of an update with a part of a time in the zone of the session', () => {
    expect(found(TESTS, IN_CASE)).toEqual([]);
  });

  it('is no list in DROP INDEX, and no seed of chance, which only the session of the coordinator has', () => {
    expect(found(TESTS, /DROP INDEX [\w ]+,|setseed\(/g)).toEqual([]);
  });

  it('is no trigger beside its function in one message: use addTrigger()', () => {
    expect(found(TESTS, /CREATE (?:CONSTRAINT )?TRIGGER/g).map((each) => each.split(':')[0])).toEqual(['test/support/servers/triggers.ts']);
  });

  it('is no setting of the session: the nodes do not get it', () => {
    expect(found(TESTS, /'SET session_replication_role/g).map((each) => each.split(':')[0])).toEqual([
      // These write into plain Postgres.
      'test/support/servers/copy-database.ts',
      'test/support/shop/due-rows.ts',
    ]);
  });

  it('is no count of rows read by the coordinator, which reads none: use askEveryServer()', () => {
    expect(found(TESTS, /pg_stat_user_\w+ WHERE relname = '/g).map((each) => each.split(':')[0])).toEqual([
      // Brings its own servers.
      'test/e2e/operations/read-replica.long.e2e.spec.ts',
    ]);
  });

  it('is no view of locks on the coordinator, which shows none: use waitingForLocks()', () => {
    expect(found(TESTS, /pg_locks|wait_event_type/g).map((each) => each.split(':')[0])).toEqual([
      'test/support/waiting/waiting-for-locks.ts',
    ]);
  });
});
