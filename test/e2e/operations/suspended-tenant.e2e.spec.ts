import { setTimeout as sleep } from 'node:timers/promises';
import { shopifyOrder } from '../../../libs/storefront/src/mapping/test-data/platform-payloads.js';
import { DocumentedCalls } from '../../support/http/documented-calls.js';
import { type Merchant, merchantOf } from '../../support/people/merchant.js';
import { ChurnSystem } from '../../support/servers/churn-system.js';
import { batch, daysAgo, order } from '../../support/shop/builders.js';
import { ConnectedShop } from '../../support/storefront/connected-shop.js';
import { STOREFRONT_APPS } from '../../support/storefront/storefront-apps.js';
import { eventually } from '../../support/waiting/eventually.js';

describe('a suspended tenant', () => {
  let system: ChurnSystem;
  let calls: DocumentedCalls;
  let merchant: Merchant;
  let other: Merchant;

  beforeAll(async () => {
    system = await ChurnSystem.start(STOREFRONT_APPS);
    calls = await DocumentedCalls.load(system.api.url);
    merchant = await merchantOf(system);
    other = await merchantOf(system);
  }, 120_000);
  afterAll(() => system.stop());

  const admin = (command: 'suspend' | 'resume') => system.admin('tenant', command, '--tenant', merchant.owner.tenantId);
  const sends = async (status: number): Promise<true | null> =>
    (await merchant.shop.post('/events', batch(order({ customer_id: 'late' })))).status === status ? true : null;

  it('reads and sends no more, its accepted events wait, and it goes on where it was when it is resumed', async () => {
    const { shop, owner } = merchant;
    await shop.send(order({ customer_id: 'scored' }));
    await system.worker.kill();
    await shop.post('/events', batch(order({ customer_id: 'accepted' }))).expect(202);
    expect(await admin('suspend')).toEqual({ tenant_id: owner.tenantId, suspended_at: expect.any(String) });
    await eventually('the refusal of events', () => sends(403));
    const stored = (await shop.rows('events')).length;
    await system.worker.start();
    await other.shop.send(order({ customer_id: 'of another' }));

    for (const refused of [
      shop.post('/events', batch(order())),
      shop.post('/events?dry_run=true', batch(order())),
      shop.post('/events', { ...batch(order()), backfill: true }),
      shop.post('/webhooks/custom', batch(order())),
      shop.post('/segment/v1/batch', { batch: [] }),
      shop.post('/churn/recalculate', {}),
      owner.post('/dashboard/events', batch(order())),
      owner.call('PATCH', '/settings').send({ name: 'Other' }),
    ]) {
      const { body } = await calls.refused(refused, 403, 'tenant_suspended');
      expect(body.message).toContain('the people who run this service have suspended this tenant');
    }
    expect(await shop.rows('events')).toHaveLength(stored);
    await calls.taken(shop.get('/customers'));
    await calls.taken(owner.get('/settings'));
    await calls.taken(owner.post('/dashboard/customers/export', { customer_ids: ['scored'] }));
    await sleep(3000);
    expect(await shop.churnOf('accepted').catch(() => null)).toMatchObject({ churn: null });

    expect(await admin('resume')).toEqual({ tenant_id: owner.tenantId, suspended_at: null });
    await eventually('events again', () => sends(202));
    await shop.settled();
    expect((await shop.churnOf('accepted')).churn).not.toBeNull();
    const { body } = await owner.get('/audit-log');
    const actions = (body.data as { action: string; actor: object }[]).map(({ action }) => action);
    expect(actions.filter((action) => /^tenant\.(suspended|resumed)$/.test(action))).toEqual(['tenant.resumed', 'tenant.suspended']);
  }, 120_000);

  it('refuses the webhooks of its shop, and takes them again when it is resumed', async () => {
    const connected = await ConnectedShop.connect(system);
    const created = shopifyOrder({
      id: 1001,
      created_at: daysAgo(10),
      processed_at: daysAgo(10),
      updated_at: daysAgo(10),
      customer: { id: 7 },
    });
    const answers = async (status: number): Promise<true | null> =>
      (await connected.webhook('orders/create', created)).status === status ? true : null;
    await system.admin('tenant', 'suspend', '--tenant', connected.merchant.tenantId);
    await eventually('the refusal of webhooks', () => answers(403));
    const stored = (await connected.merchant.rows('events')).length;
    expect((await connected.webhook('orders/create', { ...created, id: 1002 })).body).toMatchObject({ error: 'tenant_suspended' });
    expect(await connected.merchant.rows('events')).toHaveLength(stored);
    await system.admin('tenant', 'resume', '--tenant', connected.merchant.tenantId);
    await eventually('webhooks again', () => answers(202));
  }, 60_000);

  it('is named by tenant list, repeating the command changes nothing, and people still sign out', async () => {
    const first = await admin('suspend');
    expect(await admin('suspend')).toEqual(first);
    const { data } = (await system.admin('tenant', 'list')) as { data: { id: string; suspended_at: string | null }[] };
    const since = new Map(data.map((tenant) => [tenant.id, tenant.suspended_at]));
    expect([since.get(merchant.owner.tenantId), since.get(other.owner.tenantId)]).toEqual([first['suspended_at'], null]);
    expect((await other.shop.post('/events', batch(order()))).status).toBe(202);
    expect((await merchant.owner.post('/auth/logout')).status).toBeLessThan(300);
    await expect(system.admin('tenant', 'suspend', '--tenant', 'nobody')).rejects.toThrow('there is no tenant');
  });
});
