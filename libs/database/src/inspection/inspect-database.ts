import { Client } from 'pg';
import { INITIAL_SCHEMA } from '../migrations/1795305600000-initial-schema.js';
import { APP_ROLE, BACKUP_ROLE, SYSTEM_ROLE } from '../roles.js';
import { CONNECTIONS, DUMP_PROBLEM, ROLE, SETTINGS, SIZES, TABLES, UNPROTECTED } from './inspection.sql.js';

/** The facts about server and schema that a role of the processes sees. Nothing in it is about tenants. */
export interface DatabaseFacts {
  readonly role: { readonly name: string; readonly unrestricted: boolean; readonly canSwitch: boolean };
  /** False: the schema is older than this code, or another one. */
  readonly isSchemaCurrent: boolean;
  /** Tables with a tenant that lack forced row-level security with a policy. */
  readonly unprotectedTables: readonly string[];
  /** The problem that keeps the owner of the tables from dumping all rows; null when there is none. The whole is null without tables. */
  readonly dumps: { readonly owner: string; readonly problem: 'role' | 'policy' | null } | null;
  /** Settings by name, in their base units. */
  readonly settings: Readonly<Record<string, string>>;
  readonly extensions: readonly string[];
  readonly connections: { readonly used: number; readonly most: number; readonly oldestTransactionS: number };
  readonly sizes: {
    readonly databaseBytes: number;
    /** Rows and indexes that events touch at random. */
    readonly hotBytes: number;
    /** Transactions until Postgres has to freeze rows to go on, as a share of what it allows, 0 to 1. */
    readonly transactionsUsed: number;
  };
  readonly tables: readonly { readonly name: string; readonly dead: number; readonly live: number; readonly isVacuumed: boolean }[];
  /** The time of the database, and that of this machine when it arrived. */
  readonly time: Date;
  readonly toldAt: Date;
  /** Milliseconds that the answer with the time took. */
  readonly roundTripMs: number;
}

const CONNECT_MS = 5000;

/**
 * Reads the facts that `admin doctor` checks, over one connection outside the pools.
 *
 * @throws when the server cannot be reached, or refuses the role
 */
export async function inspectDatabase(url: string): Promise<DatabaseFacts> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: CONNECT_MS, query_timeout: CONNECT_MS });
  client.on('error', () => undefined);
  await client.connect();
  try {
    const rows = async <T>(sql: string, values: unknown[] = []): Promise<T[]> => (await client.query(sql, values)).rows as T[];
    const row = async <T>(sql: string, values: unknown[] = []): Promise<T> => (await rows<T>(sql, values))[0] as T;
    const { schema, ...role } = await row<DatabaseFacts['role'] & { readonly schema: string | null }>(ROLE, [
      SYSTEM_ROLE,
      APP_ROLE,
      BACKUP_ROLE,
    ]);
    const settings = await rows<{ name: string; setting: string }>(SETTINGS);
    const namesOf = async (sql: string): Promise<string[]> => (await rows<{ name: string }>(sql)).map(({ name }) => name);
    const begunAt = performance.now();
    const { time } = await row<{ time: Date }>('SELECT clock_timestamp() AS time');
    return {
      time,
      roundTripMs: performance.now() - begunAt,
      toldAt: new Date(),
      role,
      isSchemaCurrent: schema === INITIAL_SCHEMA,
      unprotectedTables: await namesOf(UNPROTECTED),
      dumps: (await rows<NonNullable<DatabaseFacts['dumps']>>(DUMP_PROBLEM, [BACKUP_ROLE]))[0] ?? null,
      settings: Object.fromEntries(settings.map(({ name, setting }) => [name, setting])),
      extensions: await namesOf('SELECT extname::text AS name FROM pg_extension'),
      connections: await row<DatabaseFacts['connections']>(CONNECTIONS),
      sizes: await row<DatabaseFacts['sizes']>(SIZES),
      tables: await rows<DatabaseFacts['tables'][number]>(TABLES),
    };
  } finally {
    void client.end().catch(() => undefined);
  }
}
