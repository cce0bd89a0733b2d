import { Client } from 'pg';
import { CITUS_NODES } from '../servers/citus-database.js';

/**
 * Asks Postgres what only the server with the rows knows: locks, statistics. On Citus the coordinator and the nodes answer, and a table
 * there is shards: its name with a number, see `SHARD`.
 * The connection is new each time: within a transaction such views do not change after they were read.
 * @param ownerUrl connects as the superuser
 * @returns the rows of all servers
 */
export async function askEveryServer<Row>(ownerUrl: string, question: string): Promise<Row[]> {
  const client = new Client({ connectionString: ownerUrl });
  await client.connect();
  try {
    if (CITUS_NODES.length === 0) return (await client.query(question)).rows as Row[];
    const asJson = `SELECT coalesce(json_agg(q), '[]')::text FROM (${question}) q`;
    const { rows } = await client.query<{ result: string }>('SELECT result FROM run_command_on_all_nodes($1)', [asJson]);
    return rows.flatMap(({ result }) => JSON.parse(result) as Row[]);
  } finally {
    await client.end();
  }
}

/** The end of a name for a regular expression: nothing, or the number of a shard. */
export const SHARD = String.raw`(_\d{6})?`;
