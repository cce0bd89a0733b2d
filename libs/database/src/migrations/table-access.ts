import { APP_ROLE, BACKUP_ROLE, SYSTEM_ROLE } from '../roles.js';

/** The rights to a table of tenants. Every table in a migration has such an entry; nothing else grants anything. */
export interface TableAccess {
  /** The column that holds the tenant's id: `tenant_id` unless said otherwise. */
  readonly tenantColumn?: string;
  /** The rights of the processes to rows of the tenant that their transaction has set. Default: all. */
  readonly rights?: readonly ('SELECT' | 'INSERT' | 'UPDATE' | 'DELETE')[];
  /**
   * Columns that work across tenants may read of all tenants: which tenant has something to do, never what its customers did.
   * Without them the system role sees nothing of the table.
   */
  readonly acrossTenants?: readonly string[];
  /** The column that is another one in each row of a tenant, for a large table that statements join with arrays of its values. */
  readonly keyColumn?: string;
}

const ALL_RIGHTS = ['SELECT', 'INSERT', 'UPDATE', 'DELETE'] as const;

/**
 * Writes the row-level security and the grants of one table.
 *
 * FORCE makes the policies hold for the owner of the table too. A statement without a tenant fails. If it saw no rows instead, it would
 * store nothing without an error. The sub-select lets Postgres read the setting once per statement instead of once per row; distribution
 * replaces it, because Citus refuses it.
 */
export function accessSql(
  table: string,
  { tenantColumn = 'tenant_id', rights = ALL_RIGHTS, acrossTenants = [], keyColumn }: TableAccess,
): string {
  const isOfTenant = `${tenantColumn} = (SELECT current_setting('app.tenant_id')::uuid)`;
  return `
ALTER TABLE ${table} ENABLE ROW LEVEL SECURITY;
ALTER TABLE ${table} FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant_rows ON ${table} TO ${APP_ROLE} USING (${isOfTenant}) WITH CHECK (${isOfTenant});
CREATE POLICY backup_rows ON ${table} FOR SELECT TO ${BACKUP_ROLE} USING (true);
GRANT ${rights.join(', ')} ON ${table} TO ${APP_ROLE};${acrossTenants.length === 0 ? '' : systemAccessSql(table, acrossTenants)}
${tenantColumn === 'tenant_id' ? planningSql(table, keyColumn) : ''}`;
}

/**
 * Makes Postgres expect that all rows of a table belong to one tenant. With the average of many small tenants, every index that begins with
 * the tenant would look as good as the primary key, and the plan for all tenants would read all rows of a large one for each key. The
 * option takes effect at the first ANALYZE; Postgres 18 can be told earlier. It is also told that the key is unique. Otherwise it expects
 * forty rows for each key until then, and every chunk of scores reads the whole table.
 */
const planningSql = (table: string, keyColumn: string | undefined): string => `
ALTER TABLE ${table} ALTER COLUMN tenant_id SET (n_distinct = 1);
DO $$ BEGIN
  IF current_setting('server_version_num')::int >= 180000 THEN
${distinctSql(table, 'tenant_id', 1)}${keyColumn === undefined ? '' : distinctSql(table, keyColumn, -1)}
  END IF;
END $$;`;

/** @param distinct the number of values, or -1 when each row has its own */
const distinctSql = (table: string, column: string, distinct: number): string => `
    PERFORM pg_restore_attribute_stats('schemaname', current_schema()::text, 'relname', '${table}', 'attname', '${column}', 'inherited', false,
      'null_frac', 0::real, 'avg_width', 16, 'n_distinct', ${distinct}::real);`;

const systemAccessSql = (table: string, columns: readonly string[]): string => `
CREATE POLICY system_rows ON ${table} FOR SELECT TO ${SYSTEM_ROLE} USING (true);
GRANT SELECT (${columns.join(', ')}) ON ${table} TO ${SYSTEM_ROLE};`;

/** A question that the processes ask with a SHA-256 before they know the tenant. */
export interface LookupFunction {
  /** The names and types of the columns that it returns. */
  readonly returns: string;
  /** Its one statement; the parameter is called `hash`. */
  readonly query: string;
}

/**
 * Writes a function that runs as the system role, so that it sees all tenants. Only the processes may call it.
 *
 * The system role may create it only within this statement: it owns nothing but these functions. The language is plpgsql, because Citus
 * does not plan SQL functions with parameters.
 */
export const lookupSql = (name: string, { returns, query }: LookupFunction): string => `
CREATE FUNCTION ${name}(hash bytea) RETURNS TABLE (${returns})
  LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp
  AS $$
#variable_conflict use_column
BEGIN
  RETURN QUERY ${query};
END $$;
GRANT CREATE ON SCHEMA public TO ${SYSTEM_ROLE};
ALTER FUNCTION ${name}(bytea) OWNER TO ${SYSTEM_ROLE};
REVOKE CREATE ON SCHEMA public FROM ${SYSTEM_ROLE};
REVOKE ALL ON FUNCTION ${name}(bytea) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION ${name}(bytea) TO ${APP_ROLE};`;
