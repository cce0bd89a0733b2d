import { summaryOf } from './statement-summary.js';

describe('the summary of a statement', () => {
  it.each([
    ['SELECT id FROM score_requests WHERE tenant_id = $1 ORDER BY id LIMIT $3 FOR UPDATE SKIP LOCKED', 'SELECT', ['score_requests']],
    ['INSERT INTO events (tenant_id) SELECT $1 FROM unnest($2::uuid[]) AS e ON CONFLICT DO UPDATE SET value = 1', 'INSERT', ['events']],
    ['\nDELETE FROM outbox WHERE tenant_id = $1 AND id = ANY (ARRAY(SELECT id FROM outbox)) RETURNING id', 'DELETE', ['outbox']],
    ['WITH a AS (INSERT INTO customers DEFAULT VALUES RETURNING id) UPDATE orders o SET state = 1', 'INSERT', ['customers', 'orders']],
    ['SELECT FROM unnest($2::uuid[]) AS t, customers', 'SELECT', []],
    ["SELECT pg_try_advisory_xact_lock(hashtextextended('relay ' || $1::uuid::text, 0)) AS taken", 'SELECT', []],
    ['COMMIT', 'COMMIT', []],
  ])('of %j is %s %j', (sql, operation, tables) => {
    expect(summaryOf(sql)).toEqual({ operation, tables });
  });

  it('is empty for statements that open a transaction, because they name the tenant', () => {
    // So they go out on Citus.
    expect(summaryOf("SET LOCAL app.tenant_id = '01a1fd02-335d-76cb-a92a-725cd8ae433b'")).toBeNull();
    expect(summaryOf("START TRANSACTION; SET LOCAL app.tenant_id = '01a1fd02-335d-76cb-a92a-725cd8ae433b'")).toBeNull();
  });
});
