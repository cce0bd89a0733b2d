import { askEveryServer, SHARD } from './every-server.js';

const over = (answer: string, table: string): string => `
SELECT ${answer} AS answer FROM pg_stat_activity
WHERE datname = current_database() AND wait_event_type = 'Lock' AND query ~ '\\m${table}${SHARD}\\M'`;

/**
 * Counts the statements about a table that wait for a lock. On Citus they wait on the nodes.
 * @param ownerUrl connects as the superuser
 */
export const waitingForLocks = (ownerUrl: string, table: string): Promise<number> => sum(ownerUrl, over('count(*)::int', table));

/** Ends the connections with statements about a table that wait for a lock. */
export async function endWaiting(ownerUrl: string, table: string): Promise<void> {
  await sum(ownerUrl, over('count(pg_terminate_backend(pid))::int', table));
}

async function sum(ownerUrl: string, question: string): Promise<number> {
  const rows = await askEveryServer<{ answer: number }>(ownerUrl, question);
  return rows.reduce((total, { answer }) => total + answer, 0);
}
