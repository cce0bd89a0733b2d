import { DataSource } from 'typeorm';
import { distributionOf, PLAN_SHARDS, refusalsOf, type TableFacts } from './distribution.js';

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

/** Asks as the owner, who sees every table. */
type Ask = (sql: string) => Promise<unknown[]>;

// Partitions and the table of migrations are left out.
const TABLES = `
SELECT c.relname AS name,
       (SELECT array_agg(a.attname::text ORDER BY a.attnum) FROM pg_attribute a
        WHERE a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped) AS columns,
       COALESCE((SELECT json_agg(json_build_object('name', i.indexrelid::regclass::text, 'columns',
                          (SELECT json_agg(a.attname) FROM pg_attribute a WHERE a.attrelid = c.oid AND a.attnum = ANY (i.indkey))))
                 FROM pg_index i WHERE i.indrelid = c.oid AND i.indisunique), '[]') AS unique_indexes,
       COALESCE((SELECT json_agg(json_build_object('name', f.conname, 'target', f.confrelid::regclass::text,
                          'columns', (SELECT json_agg(a.attname ORDER BY o.n) FROM unnest(f.conkey) WITH ORDINALITY o (attnum, n)
                                      JOIN pg_attribute a ON a.attrelid = f.conrelid AND a.attnum = o.attnum),
                          'targetColumns', (SELECT json_agg(a.attname ORDER BY o.n) FROM unnest(f.confkey) WITH ORDINALITY o (attnum, n)
                                            JOIN pg_attribute a ON a.attrelid = f.confrelid AND a.attnum = o.attnum)))
                 FROM pg_constraint f WHERE f.conrelid = c.oid AND f.contype = 'f'), '[]') AS foreign_keys,
       ARRAY(SELECT p.polname::text FROM pg_policy p WHERE p.polrelid = c.oid AND p.polname <> 'tenant_rows'
             AND (NOT p.polpermissive OR concat(pg_get_expr(p.polqual, c.oid), pg_get_expr(p.polwithcheck, c.oid)) ~* 'select')) AS unfit_policies
FROM pg_class c
WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition AND c.relname <> 'migrations'
ORDER BY c.relname`;

interface Row {
  readonly name: string;
  readonly columns: readonly string[];
  readonly unique_indexes: TableFacts['uniqueIndexes'];
  readonly foreign_keys: TableFacts['foreignKeys'];
  readonly unfit_policies: readonly string[];
}

/** Reads the facts that decide how the tables of a database can be distributed. */
async function readSchemaFacts(ask: Ask): Promise<TableFacts[]> {
  const rows = (await ask(TABLES)) as Row[];
  return rows.map((row) => ({
    name: row.name,
    columns: row.columns,
    uniqueIndexes: row.unique_indexes,
    foreignKeys: row.foreign_keys,
    unfitPolicies: row.unfit_policies,
  }));
}
