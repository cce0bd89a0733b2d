import fs from 'node:fs';
import path from 'node:path';
import { startPostgres } from '../../servers/embedded-postgres.mjs';
import { waitForReplica } from '../../servers/postgres-replica.mjs';

/**
 * Starts a Postgres and a streaming replica of it. A commit returns when the replica shows it, so that tests that read their own writes
 * written say whether the replica answers rightly, and not how late it is: test/e2e/operations/read-replica.long.e2e.spec.ts has that for its subject.
 *
 * @param {{folder: string, use: (end: () => void | Promise<void>) => void}} stack
 * @returns {Promise<Record<string, string>>} the environment that makes the API of the tests read from the replica
 */
export async function startReplicated(stack) {
  const [primaryDir, replicaDir] = ['primary', 'replica'].map((name) => path.join(stack.folder, name));
  for (const folder of [primaryDir, replicaDir]) fs.mkdirSync(folder);
  const primary = await startPostgres({ dataDir: primaryDir, ephemeral: true, settings: { synchronous_commit: 'remote_apply' } });
  stack.use(primary.stop);
  const replica = await startPostgres({
    dataDir: replicaDir,
    ephemeral: true,
    replicaOf: primary.url,
    settings: { hot_standby_feedback: 'on' },
  });
  // Stopped before the primary, which would otherwise wait for it.
  stack.use(replica.stop);
  await waitForReplica(primary.url);
  return {
    TEST_DATABASE_URL: primary.url,
    CHURN_TEST_REPLICA_PORT: String(replica.port),
    CHURN_TEST_SETTINGS: JSON.stringify({ DATABASE_READ_MAX_LAG_MS: '60000' }),
  };
}
