import { DataSource } from 'typeorm';
import { distributionOf, PLAN_SHARDS, refusalsOf } from './distribution.js';
import { readSchemaFacts } from './schema-facts.sql.js';

export interface Distribution {
  readonly statements: readonly string[];
  /** Why tables cannot be distributed; empty when all can. */
  readonly refusals: readonly string[];
}

/**
 * Distributes the tables of a migrated database over the nodes of Citus, by tenant.
 * @param ownerUrl of the coordinator, as the role that owns the tables
 * @param apply whether to do it, all but the last statement in one transaction, or only to say how
 */
export async function distribute(ownerUrl: string, { apply }: { readonly apply: boolean }): Promise<Distribution> {
  const owner = new DataSource({ type: 'postgres', url: ownerUrl, extra: { max: 1 } });
  await owner.initialize();
  try {
    const facts = await readSchemaFacts((sql) => owner.query<unknown[]>(sql));
    const refusals = refusalsOf(facts);
    if (refusals.length > 0) return { statements: [], refusals };
    const statements = distributionOf(facts);
    if (apply) {
      await owner.transaction(async (transaction) => {
        for (const statement of statements) await transaction.query(statement);
      });
      const failed = await owner.query<{ name: string; result: string }[]>(PLAN_SHARDS);
      if (failed.length > 0) throw new Error(`shards of ${failed[0]?.name} refuse an option: ${failed[0]?.result}`);
    }
    return { statements: [...statements, PLAN_SHARDS.trim()], refusals };
  } finally {
    await owner.destroy();
  }
}
