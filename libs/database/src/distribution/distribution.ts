import { APP_ROLE, SYSTEM_ROLE } from '../roles.js';

export interface ForeignKeyFacts {
  readonly name: string;
  readonly columns: readonly string[];
  readonly target: string;
  readonly targetColumns: readonly string[];
}

export interface TableFacts {
  readonly name: string;
  readonly columns: readonly string[];
  /** Primary keys are among them. */
  readonly uniqueIndexes: readonly { readonly name: string; readonly columns: readonly string[] }[];
  readonly foreignKeys: readonly ForeignKeyFacts[];
  /**
   * Policies, other than that of the tenant, that Citus refuses because they have a subquery, or creates on its nodes as permissive ones
   * although they are restrictive: those would let in every tenant. On plain Postgres they are a second guard behind the code.
   */
  readonly unfitPolicies: readonly string[];
}

/** The table that all others are colocated with: a tenant's rows of every table are on one node. */
const ROOT_TABLE = 'tenants';

/** Copied to every node, because they are asked before a tenant is known and are unique over all of them. */
export const REFERENCE_TABLES: ReadonlySet<string> = new Set(['login_names', 'storefront_shops']);

/** Citus keeps no foreign key from a reference table to a distributed one: what it did, the caller of a delete has to do. */
const isDropped = (table: TableFacts, key: ForeignKeyFacts): boolean =>
  REFERENCE_TABLES.has(table.name) && !REFERENCE_TABLES.has(key.target);

/**
 * The tenant of a transaction must reach the nodes that its statements go to. A node lets in the role of the session, so the system role
 * must be able to connect to it; it has no password.
 */
const ROLES = [`ALTER ROLE ${APP_ROLE} SET citus.propagate_set_commands = 'local'`, `ALTER ROLE ${SYSTEM_ROLE} LOGIN`];

/**
 * Tells the planner of the nodes that a table has one tenant, as the migrations do on plain Postgres: Citus creates shards without the options
 * of columns. Without it each key of a tenant that is new to the statistics costs reading all its rows. The shards must be committed.
 * @returns a row for each shard that did not take it
 */
export const PLAN_SHARDS = `
SELECT p.logicalrelid::text AS name, r.result FROM pg_dist_partition p,
  LATERAL run_command_on_shards(p.logicalrelid, 'ALTER TABLE %s ALTER COLUMN tenant_id SET (n_distinct = 1)') r
WHERE p.partmethod = 'h' AND p.logicalrelid <> '${ROOT_TABLE}'::regclass AND NOT r.success`;

const columnOf = (table: string): string => (table === ROOT_TABLE ? 'id' : 'tenant_id');

/**
 * Why Citus could not distribute the tables by tenant (its manual, "Determining the Distribution Column" and "Limitations").
 * @returns a sentence for each; none when it can
 */
export function refusalsOf(tables: readonly TableFacts[]): string[] {
  return tables.filter(({ name }) => !REFERENCE_TABLES.has(name)).flatMap(refusalsOfTable);
}

function refusalsOfTable(table: TableFacts): string[] {
  const column = columnOf(table.name);
  if (!table.columns.includes(column)) return [`${table.name} has no ${column}`];
  const indexes = table.uniqueIndexes.filter((index) => !index.columns.includes(column));
  const keys = table.foreignKeys.filter((key) => !isWithinTenant(key, column));
  return [
    ...(table.uniqueIndexes.length === 0 ? [`${table.name} has no key`] : []),
    ...indexes.map((index) => `${index.name} of ${table.name} is unique over all tenants: it lacks ${column}`),
    ...keys.map((key) => `${key.name} of ${table.name} leads out of the tenant to ${key.target}`),
  ];
}

/** The tenant's column has to lead to the tenant's column. */
function isWithinTenant({ columns, target, targetColumns }: ForeignKeyFacts, column: string): boolean {
  if (REFERENCE_TABLES.has(target)) return true;
  return columns.some((own, i) => own === column && targetColumns[i] === columnOf(target));
}

/**
 * The statements that distribute the tables of an empty or a full database, in the order in which they have to run.
 * @throws TypeError naming every table that cannot be distributed
 */
export function distributionOf(tables: readonly TableFacts[]): string[] {
  const refusals = refusalsOf(tables);
  if (refusals.length > 0) throw new TypeError(`These tables cannot be distributed: ${refusals.join('; ')}`);
  const dropped = tables.flatMap((table) =>
    table.foreignKeys.filter((key) => isDropped(table, key)).map((key) => `ALTER TABLE ${table.name} DROP CONSTRAINT ${key.name}`),
  );
  const distributed = targetsFirst(tables.filter(({ name }) => !REFERENCE_TABLES.has(name)));
  const policies = tables.flatMap((table) => table.unfitPolicies.map((policy) => `DROP POLICY ${policy} ON ${table.name}`));
  return [
    'CREATE EXTENSION IF NOT EXISTS citus',
    ...ROLES,
    ...dropped,
    ...policies,
    ...tables.map(({ name }) => withoutSubquery(name)),
    // Forced on the owner too, it would break every online move of a shard, because the owner copies the rows. The owner serves no
    // requests.
    ...tables.map(({ name }) => `ALTER TABLE ${name} NO FORCE ROW LEVEL SECURITY`),
    ...tables.filter(({ name }) => REFERENCE_TABLES.has(name)).map(({ name }) => `SELECT create_reference_table('${name}')`),
    ...distributed.map(({ name }) =>
      name === ROOT_TABLE
        ? `SELECT create_distributed_table('${name}', 'id')`
        : `SELECT create_distributed_table('${name}', 'tenant_id', colocate_with => '${ROOT_TABLE}')`,
    ),
  ];
}

/** The policy of the tenant, as `accessSql` writes it, in the form that Citus takes. */
function withoutSubquery(table: string): string {
  const isOfTenant = `${columnOf(table)} = current_setting('app.tenant_id')::uuid`;
  return `ALTER POLICY tenant_rows ON ${table} USING (${isOfTenant}) WITH CHECK (${isOfTenant})`;
}

/** A foreign key may only lead to a table that is distributed already. */
function targetsFirst(tables: readonly TableFacts[]): TableFacts[] {
  const known = new Map(tables.map((table) => [table.name, table]));
  const ordered = new Set<TableFacts>();
  const add = (table: TableFacts): void => {
    if (ordered.has(table)) return;
    const targets = table.foreignKeys.filter(({ target }) => target !== table.name).flatMap(({ target }) => known.get(target) ?? []);
    for (const target of targets) add(target);
    ordered.add(table);
  };
  const root = known.get(ROOT_TABLE);
  if (root !== undefined) add(root);
  for (const table of tables) add(table);
  return [...ordered];
}
