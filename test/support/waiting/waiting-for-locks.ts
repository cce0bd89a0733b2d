import { Client } from 'pg';
import { CITUS_NODES } from '../servers/citus-database.js';

// On Citus the tables are shards with a number.
const over = (answer: string, table: string): string => `
SELECT ${answer} AS answer FROM pg_stat_activity
WHERE datname = current_database() AND wait_event_type = 'Lock' AND query ~ '\\m${table}(_\\d+)?\\M'`;

/**
 * Counts the statements about a table that wait for a lock. On Citus they wait on the nodes.
 * @param ownerUrl connects as the superuser
 */
export const waitingForLocks = (ownerUrl: string, table: string): Promise<number> => ask(ownerUrl, over('count(*)::int', table));

/** Ends the connections whose statements about a table wait for a lock. */
export async function endWaiting(ownerUrl: string, table: string): Promise<void> {
  await ask(ownerUrl, over('count(pg_terminate_backend(pid))::int', table));
}

/** Adds the answers of all servers. The connection is new each time: within a transaction the view does not change after it was read. */
async function ask(ownerUrl: string, question: string): Promise<number> {
  const client = new Client({ connectionString: ownerUrl });
  await client.connect();
  try {
    const onAll = 'SELECT sum(result::int)::int AS answer FROM run_command_on_all_nodes($1)';
    const { rows } = await (CITUS_NODES.length === 0 ? client.query(question) : client.query(onAll, [question]));
    return (rows[0] as { answer: number }).answer;
  } finally {
    await client.end();
  }
}
