import { ChurnSystem } from '../../support/servers/churn-system.js';
import { eventually } from '../../support/waiting/eventually.js';

describe('deletions that cannot end', () => {
  let system: ChurnSystem;

  beforeAll(async () => {
    system = await ChurnSystem.start({ SWEEP_INTERVAL_MS: '200' });
  }, 60_000);
  afterAll(() => system.stop());

  it('do not delay the deletion of another tenant, however many they are', async () => {
    const [model, other] = [await system.shop(), await system.shop()];
    const { rows } = await system.owner.query<{ id: string }>(
      `INSERT INTO tenants SELECT (jsonb_populate_record(t, jsonb_build_object('id', gen_random_uuid()))).*
       FROM tenants t, generate_series(1, 120) WHERE t.id = $1 RETURNING id`,
      [model.tenantId],
    );
    const stuck = rows.map(({ id }) => id);
    // Their last mail waits for a server that does not answer.
    await system.owner.query(
      `INSERT INTO mails (tenant_id, id, ciphertext, key_id, next_attempt_at, expires_at)
       SELECT t, gen_random_uuid(), '\\x00', 'k', now() + interval '1 day', now() + interval '1 day' FROM unnest($1::uuid[]) t`,
      [stuck],
    );
    await system.owner.query(
      `INSERT INTO tenant_deletions (tenant_id, requested_at, due_at, started_at)
       SELECT t, now() - interval '9 days', now() - interval '2 days', now() - interval '1 day' FROM unnest($1::uuid[]) t`,
      [stuck],
    );
    await system.owner.query(
      `INSERT INTO tenant_deletions (tenant_id, requested_at, due_at) VALUES ($1, now() - interval '8 days', now() - interval '1 day')`,
      [other.tenantId],
    );
    await eventually('the deletion has begun', async () => {
      const deletions = await other.rows<{ started_at: Date | null }>('tenant_deletions', 'started_at');
      return deletions[0]?.started_at;
    });
    expect(await system.owner.query('SELECT FROM tenant_deletions WHERE tenant_id = ANY ($1)', [stuck])).toMatchObject({ rowCount: 120 });
  }, 120_000);
});
