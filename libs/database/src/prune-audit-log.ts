import { DataSource } from 'typeorm';

// As the owner of the table: the processes may not remove anything.
const PRUNE = `WITH gone AS (DELETE FROM audit_log WHERE at < $1 RETURNING 1) SELECT count(*)::int AS rows FROM gone`;

/**
 * Removes the entries of all tenants' audit logs that are older than `before`.
 *
 * @param ownerUrl the role that owns the tables; a policy hides entries younger than 90 days from it.
 * @returns the number of removed entries.
 */
export async function pruneAuditLog(ownerUrl: string, before: Date): Promise<number> {
  const owner = new DataSource({ type: 'postgres', url: ownerUrl, extra: { max: 1 } });
  await owner.initialize();
  try {
    const [pruned] = await owner.query<{ rows: number }[]>(PRUNE, [before]);
    return pruned?.rows ?? 0;
  } finally {
    await owner.destroy();
  }
}
