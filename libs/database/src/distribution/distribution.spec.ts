import { distributionOf, refusalsOf, type TableFacts } from './distribution.js';

const table = (name: string, fields: Partial<TableFacts> = {}): TableFacts => ({
  name,
  columns: ['tenant_id', 'id'],
  uniqueIndexes: [{ name: `${name}_pkey`, columns: ['tenant_id', 'id'] }],
  foreignKeys: [],
  unfitPolicies: [],
  ...fields,
});
const TENANTS = table('tenants', { columns: ['id'], uniqueIndexes: [{ name: 'tenants_pkey', columns: ['id'] }] });
const toTenants = { name: 'of_tenant', columns: ['tenant_id'], target: 'tenants', targetColumns: ['id'] };

describe('distribution by tenant', () => {
  it('puts tables next to their tenant, and referenced tables first', () => {
    const child = table('a_part', {
      foreignKeys: [{ name: 'of_job', columns: ['tenant_id', 'job_id'], target: 'job', targetColumns: ['tenant_id', 'id'] }],
    });
    expect(distributionOf([child, table('job', { foreignKeys: [toTenants] }), TENANTS])).toEqual([
      'CREATE EXTENSION IF NOT EXISTS citus',
      `ALTER ROLE churn_app SET citus.propagate_set_commands = 'local'`,
      'ALTER ROLE churn_system LOGIN',
      ...['a_part', 'job'].map(
        (name) =>
          `ALTER POLICY tenant_rows ON ${name} USING (tenant_id = current_setting('app.tenant_id')::uuid) WITH CHECK (tenant_id = current_setting('app.tenant_id')::uuid)`,
      ),
      `ALTER POLICY tenant_rows ON tenants USING (id = current_setting('app.tenant_id')::uuid) WITH CHECK (id = current_setting('app.tenant_id')::uuid)`,
      'ALTER TABLE a_part NO FORCE ROW LEVEL SECURITY',
      'ALTER TABLE job NO FORCE ROW LEVEL SECURITY',
      'ALTER TABLE tenants NO FORCE ROW LEVEL SECURITY',
      `SELECT create_distributed_table('tenants', 'id')`,
      `SELECT create_distributed_table('job', 'tenant_id', colocate_with => 'tenants')`,
      `SELECT create_distributed_table('a_part', 'tenant_id', colocate_with => 'tenants')`,
    ]);
  });

  it('copies globally unique tables to every node, without the foreign key that Citus cannot keep', () => {
    const names = table('login_names', {
      uniqueIndexes: [{ name: 'login_names_pkey', columns: ['email_hash'] }],
      foreignKeys: [{ name: 'of_user', columns: ['tenant_id', 'user_id'], target: 'users', targetColumns: ['tenant_id', 'id'] }],
    });
    expect(distributionOf([names, TENANTS, table('users')])).toEqual(
      expect.arrayContaining(['ALTER TABLE login_names DROP CONSTRAINT of_user', `SELECT create_reference_table('login_names')`]),
    );
  });

  it('drops the policies that Citus refuses or would make permissive', () => {
    expect(distributionOf([table('log', { unfitPolicies: ['guard'] }), TENANTS])).toContain('DROP POLICY guard ON log');
  });

  it.each([
    ['no tenant', { columns: ['id'] }, 'x has no tenant_id'],
    ['no key', { uniqueIndexes: [] }, 'x has no key'],
    [
      'a key over all tenants',
      { uniqueIndexes: [{ name: 'k', columns: ['id'] }] },
      'k of x is unique over all tenants: it lacks tenant_id',
    ],
    [
      'a foreign key that leaves the tenant',
      { foreignKeys: [{ name: 'f', columns: ['y_id'], target: 'y', targetColumns: ['id'] }] },
      'f of x leads out of the tenant to y',
    ],
  ])('refuses a table with %s', (_what, fields, refusal) => {
    expect(refusalsOf([table('x', fields)])).toEqual([refusal]);
    expect(() => distributionOf([table('x', fields)])).toThrow(refusal);
  });
});
