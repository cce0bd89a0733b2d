import { eventually } from '../../support/waiting/eventually.js';
import { DocumentedCalls } from '../../support/http/documented-calls.js';
import { type Merchant, merchantOf } from '../../support/people/merchant.js';
import { ChurnSystem } from '../../support/servers/churn-system.js';
import { campaignOf, fillWithScored, sent } from '../../support/webhooks/campaign-shop.js';

const HOST = 'http://127.0.0.1:9';
const SECRET = 'T0SECRET';
/** Fields with a URL in answers to people that nothing is sent to. */
const PUBLIC_URLS = new Set(['customer_url', 'authorize_url', 'otpauth_url', 'delivery_url', 'app_url', 'compliance_url', 'redirect_url']);

describe('a viewer', () => {
  let system: ChurnSystem;
  let calls: DocumentedCalls;
  let merchant: Merchant;

  beforeAll(async () => {
    system = await ChurnSystem.shared();
    calls = await DocumentedCalls.load(system.api.url);
    merchant = await merchantOf(system);
    const { owner, shop } = merchant;
    await system.webhookSecret(shop);
    await owner
      .call('PATCH', '/settings/webhook')
      .send({ url: `${HOST}/hooks/${SECRET}?token=${SECRET}` })
      .expect(200);
    await owner.post('/settings/destinations', { kind: 'webhook', name: 'Two', url: `${HOST}/two/${SECRET}` }).expect(201);
    await fillWithScored(system, owner.tenantId, 5);
    await sent(owner, await campaignOf(owner, `${HOST}/campaign/${SECRET}`));
    await eventually('a delivery', async () => ((await shop.rows('deliveries')).length > 0 ? true : null));
  }, 120_000);
  afterAll(() => system.stop());

  const become = (role: string) => system.owner.query('UPDATE users SET role = $2 WHERE tenant_id = $1', [merchant.owner.tenantId, role]);
  const paths = async (): Promise<string[]> => {
    const { body: destinations } = await merchant.owner.get('/settings/destinations');
    const { body: campaigns } = await merchant.owner.get('/campaigns');
    const { body: deliveries } = await merchant.owner.get('/settings/webhook/deliveries');
    const idOf = (page: { data: { id: string }[] }): string => page.data[0]!.id;
    return [
      '/settings/webhook',
      '/settings/destinations',
      `/settings/destinations/${idOf(destinations)}`,
      '/campaigns',
      `/campaigns/${idOf(campaigns)}`,
      '/settings/webhook/deliveries',
      `/settings/webhook/deliveries/${idOf(deliveries)}`,
    ];
  };

  it('sees the hosts that data is sent to, and members see the whole URLs', async () => {
    for (const path of await paths()) {
      await become('member');
      expect([path, JSON.stringify((await calls.taken(merchant.owner.get(path))).body)]).toEqual([path, expect.stringContaining(SECRET)]);
      await become('viewer');
      const shown = JSON.stringify((await calls.taken(merchant.owner.get(path))).body);
      expect([path, shown]).not.toEqual([path, expect.stringContaining(SECRET)]);
      expect([path, shown]).toEqual([path, expect.stringContaining(HOST)]);
    }
  });

  it('is covered wherever the document has a field with a URL', () => {
    const schemas = (calls.document as unknown as { components: { schemas: Record<string, { properties?: Record<string, object> }> } })
      .components.schemas;
    const fields = Object.values(schemas).flatMap(({ properties = {} }) => Object.keys(properties));
    const urls = new Set(fields.filter((name) => name === 'url' || name.endsWith('_url')));
    expect([...urls].filter((name) => !PUBLIC_URLS.has(name)).toSorted()).toEqual(['url', 'webhook_url']);
  });
});
