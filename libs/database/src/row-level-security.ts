import { APP_ROLE, SYSTEM_ROLE } from './roles.js';

/**
 * SQL that lets the processes see and write only rows of the tenant that their transaction has set. For migrations: every
 * table with a tenant_id goes through this.
 * @param column the column that holds the tenant's id
 */
export const isolate = (table: string, column: string): string => `
ALTER TABLE ${table} ENABLE ROW LEVEL SECURITY;
ALTER TABLE ${table} FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant_rows ON ${table} TO ${APP_ROLE}
  USING (${column} = (SELECT nullif(current_setting('app.tenant_id', true), '')::uuid))
  WITH CHECK (${column} = (SELECT nullif(current_setting('app.tenant_id', true), '')::uuid));
GRANT SELECT, INSERT, UPDATE, DELETE ON ${table} TO ${APP_ROLE};`;

/** SQL that shows some columns of all tenants' rows to work across tenants: which tenant has something to do, no more. */
export const showToSystem = ([table, columns]: [string, string]): string => `
CREATE POLICY system_rows ON ${table} FOR SELECT TO ${SYSTEM_ROLE} USING (true);
GRANT SELECT (${columns}) ON ${table} TO ${SYSTEM_ROLE};`;
