import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { distribute, migrate } from '#libs/database';

/** The nodes of the topology `citus`, as superuser URLs; empty on a plain Postgres. */
export const CITUS_NODES = JSON.parse(process.env['CHURN_TEST_CITUS_NODES'] ?? '[]') as string[];

/** Terminating the daemon of Citus that keeps a database open takes a moment. */
const CLOSED_WITHIN_MS = 20_000;

const withName = (url: string, name: string): string => Object.assign(new URL(url), { pathname: `/${name}` }).href;

async function ask(url: string, ...statements: string[]): Promise<unknown[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    let rows: unknown[] = [];
    for (const statement of statements) ({ rows } = await client.query<object>(statement));
    return rows;
  } finally {
    await client.end();
  }
}

/** Creates an empty database of this name on the coordinator and the nodes. */
export async function createOnNodes(coordinator: string, name: string): Promise<void> {
  for (const server of [...CITUS_NODES, coordinator]) {
    await ask(server, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`, `CREATE DATABASE ${name}`);
    await ask(withName(server, name), 'CREATE EXTENSION citus');
  }
  const database = withName(coordinator, name);
  const { hostname, port } = new URL(coordinator);
  const added = CITUS_NODES.map((node) => new URL(node)).map((node) => `SELECT citus_add_node('${node.hostname}', ${node.port})`);
  await ask(database, `SELECT citus_set_coordinator_host('${hostname}', ${port})`, ...added);
}

/** Creates a database of this name on the coordinator and the nodes, migrates it, and distributes its tables. */
export async function createDistributed(coordinator: string, name: string, appPassword: string): Promise<void> {
  await createOnNodes(coordinator, name);
  const database = withName(coordinator, name);
  await migrate(database, appPassword);
  const { refusals } = await distribute(database, { apply: true });
  if (refusals.length > 0) throw new Error(refusals.join('; '));
}

/** Runs a statement about a whole database on the nodes and then on the coordinator, once all connections to it are closed. */
export async function onAll(coordinator: string, name: string, statement: string): Promise<void> {
  for (const server of [...CITUS_NODES, coordinator]) {
    await whenClosed(server, name, statement);
  }
}

async function whenClosed(server: string, name: string, statement: string): Promise<void> {
  const until = Date.now() + CLOSED_WITHIN_MS;
  for (;;) {
    try {
      await ask(server, `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '${name}'`, statement);
      return;
    } catch (error) {
      if (Date.now() > until) throw error;
      await sleep(200);
    }
  }
}
