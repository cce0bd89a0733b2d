import { ChurnSystem } from '../../support/servers/churn-system.js';
import { batch, order } from '../../support/shop/builders.js';

describe('an operator', () => {
  let system: ChurnSystem;
  beforeAll(async () => {
    system = await ChurnSystem.shared();
  });
  afterAll(() => system.stop());

  const failureOf = (work: Promise<unknown>): Promise<string> =>
    work.then(
      () => 'it succeeded',
      (error: unknown) => String((error as { stderr?: string }).stderr).trim(),
    );

  it('sees sizes, backlog, models, endpoints and jobs of a tenant, and no customer', async () => {
    const shop = await system.shop();
    await shop.post('/events', batch(order({ customer_id: 'secret-customer' }))).expect(202);
    await shop.settled();
    const summary = await system.admin('tenant', 'show', '--tenant', shop.tenantId);
    expect(summary).toMatchObject({
      tenant_id: shop.tenantId,
      customers: 1,
      scored: 1,
      last_activity_at: expect.any(String),
      backlog: { fresh_requests: 0, backfill_requests: 0, set_aside: 0 },
      models: expect.any(Array),
      endpoints: [],
      jobs: expect.any(Array),
    });
    expect(JSON.stringify(summary)).not.toContain('secret-customer');
  });

  it('renames a tenant, changes its plan, and agrees on a limit and takes it back', async () => {
    const shop = await system.shop();
    const update = (...args: string[]) => system.admin('tenant', 'update', '--tenant', shop.tenantId, ...args);
    const show = () => system.admin('tenant', 'show', '--tenant', shop.tenantId);
    await update('--rename', 'New name', '--plan', 'pro', '--rate-limit', '77');
    expect(await show()).toMatchObject({ name: 'New name', plan: 'pro', rate_limit_per_minute: 77 });
    await update('--rate-limit', 'plan');
    expect(await show()).toMatchObject({ name: 'New name', plan: 'pro', rate_limit_per_minute: null });
    expect(await failureOf(update())).toContain('nothing to change');
    expect(await failureOf(update('--rate-limit', '0'))).toContain('--rate-limit');
  });

  it('lists the people of a tenant, gives one a new password, and removes all but the last owner', async () => {
    const shop = await system.shop();
    const other = await system.shop();
    const tag = shop.tenantId.slice(-12);
    const [ada, bob] = [`ada-${tag}@example.com`, `bob-${tag}@example.com`];
    for (const [email, role] of [[ada, 'owner'], [bob, 'member']] as const) await system.admin('user', 'create', '--tenant', shop.tenantId, '--email', email, '--role', role); // prettier-ignore
    const list = async (tenantId: string) => (await system.admin('user', 'list', '--tenant', tenantId))['data'] as { email: string }[];
    expect((await list(shop.tenantId)).map(({ email }) => email)).toEqual([ada, bob]);
    expect(await list(other.tenantId)).toEqual([]);

    const logIn = (email: string, password: unknown) => fetch(`${system.api.url}/auth/login`, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify({ email, password }) }); // prettier-ignore
    const { password } = await system.admin('user', 'reset-password', '--email', bob);
    expect((await logIn(bob, password)).status).toBe(200);
    expect(await failureOf(system.admin('user', 'remove', '--email', ada))).toContain('is the last owner');
    await system.admin('user', 'remove', '--email', bob);
    expect((await logIn(bob, password)).status).toBe(401);
    expect((await list(shop.tenantId)).map(({ email }) => email)).toEqual([ada]);
    expect(await failureOf(system.admin('user', 'remove', '--email', bob))).toContain('there is no account');
  });
});
