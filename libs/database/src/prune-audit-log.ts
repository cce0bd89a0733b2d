import { DataSource } from 'typeorm';

// As the owner of the table: the processes may not remove anything.
const PRUNE = `WITH gone AS (DELETE FROM audit_log WHERE at < $1 RETURNING 1) SELECT count(*)::int AS rows FROM gone`;

/**
 * Removes what the audit logs of all tenants hold from before `before`.
 * @param ownerUrl the role that owns the tables; a policy keeps from it what is younger than 90 days.
 * @returns how many entries went.
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
