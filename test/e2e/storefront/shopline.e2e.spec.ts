import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { SimulatedShop } from '../../../tools/src/storefront-simulator/simulated-shop.js';
import { StorefrontSimulator } from '../../../tools/src/storefront-simulator/storefront-simulator.js';
import { ChurnSystem } from '../../support/servers/churn-system.js';
import { merchantOf } from '../../support/people/merchant.js';
import type { Person } from '../../support/people/person.js';
import type { Shop } from '../../support/shop/shop.js';
import { decide, integrationsOf, isSynced, redirectOf, untilIntegrations, visit } from '../../support/storefront/storefront.js';
import { remember } from '../../support/people/mailed-secrets.js';
import { connectOwn } from '../../support/storefront/own-app.js';

const DAY_MS = 86_400_000;
const daysBack = (days: number): Date => new Date(Date.now() - days * DAY_MS);
const ERROR = { page: '/integrations', storefront: 'error' };

describe('a connected Shopline shop', () => {
  let storefront: StorefrontSimulator;
  let system: ChurnSystem;
  let owner: Person;
  let events: Shop;
  let shop: SimulatedShop;

  beforeAll(async () => {
    const secret = `shopline-secret-${randomUUID()}`;
    remember(secret);
    storefront = await StorefrontSimulator.start({ app: { clientId: `app-${randomUUID()}`, secret }, family: 'shopline' });
    system = await ChurnSystem.start({
      SHOPLINE_CLIENT_ID: storefront.app.clientId,
      SHOPLINE_APP_SECRET: secret,
      SHOPLINE_BASE_URL: storefront.baseUrl,
      STOREFRONT_PRIVATE_NETWORKS: '127.0.0.0/8',
      SWEEP_INTERVAL_MS: '200',
      DASHBOARD_URL: 'http://127.0.0.1:1',
    });
  }, 60_000);
  afterAll(async () => {
    await system.stop();
    await storefront.stop();
  });
  beforeEach(async () => {
    storefront.webhooks.faults.lose = () => false;
    ({ owner, shop: events } = await merchantOf(system));
    shop = storefront.shop(`shop-${randomUUID().slice(0, 8)}.myshopline.com`);
  });

  const begin = async (): Promise<string> => {
    const { body } = await owner.post('/integrations/storefront/connect', { shop: shop.domain }).expect(200);
    return (body as { authorize_url: string }).authorize_url;
  };
  /** Does the same as the platform's page in a browser, where the query follows the `#`. */
  const ofPage = (authorizeUrl: string): string => authorizeUrl.replace('/#/', '/');
  const connect = async (): Promise<void> => {
    const redirect = redirectOf(await visit(await decide(ofPage(await begin()), 'allow'), owner));
    expect(redirect).toEqual({ page: '/integrations', storefront: 'connected' });
  };
  const callback = (query = ''): string => `${system.api.url}/integrations/storefront/callback?${query}`;
  const signed = (code: string | null, at?: Date): string => storefront.shopline?.query(shop, code, at) ?? '';
  const newCode = (): string => {
    const code = `code-${storefront.app.clientId}-a`;
    shop.codes.add(code);
    return code;
  };
  const until = async (what: string, condition: () => boolean | Promise<boolean>): Promise<void> => {
    for (const deadline = Date.now() + 30_000; !(await condition()); await sleep(50)) {
      if (Date.now() > deadline) throw new Error(`not so within 30 s: ${what}`);
    }
  };
  const isKnown = async (id: bigint): Promise<boolean> =>
    (await events.rows<{ order_key: string }>('orders', 'order_key')).some(({ order_key: key }) => key === `order:${id}`);
  const makeDue = (set: string): Promise<void> => events.makeStorefrontDue(set);

  it('is imported, receives webhooks, gets missed orders, and renews its token with the app secret', async () => {
    for (let i = 0; i < 130; i += 1) shop.place({ customer: 7000n + BigInt(i % 8), total: '12.50', at: daysBack(1 + i / 3) });
    const page = new URL(await begin());
    expect([page.pathname, page.hash.split('?')[0]]).toEqual([`/${shop.domain}/admin/oauth-web/`, '#/oauth/authorize']);
    expect(Object.fromEntries(new URLSearchParams(page.hash.split('?')[1]))).toEqual({
      appKey: storefront.app.clientId,
      responseType: 'code',
      scope: 'read_orders,read_customers',
      redirectUri: callback().slice(0, -1),
    });
    await connect();
    const shown = await untilIntegrations(owner, isSynced);
    expect(shown).toMatchObject({
      platform: 'shopline',
      shop: shop.domain,
      import: { done: 130, total: 130 },
      available_platforms: ['shopline'],
    });
    expect(shown.webhooks.map(({ topic }) => topic)).toEqual(expect.arrayContaining(['apps/installed_uninstalled', 'orders/delete']));

    const live = storefront.order(shop, { customer: 7001n, total: '64.00' });
    storefront.refund(shop, live, '14.00');
    await storefront.webhooks.delivered();
    expect([...new Set(storefront.webhooks.sent.map(({ status }) => status))]).toEqual([200]);
    await until('the order of the webhook is known', () => isKnown(live.id));

    storefront.webhooks.faults.lose = () => true;
    const lost = storefront.order(shop, { customer: 7002n, total: '45.00' });
    const { access } = shop.tokens ?? {};
    await makeDue("token_expires_at = now(), last_reconciled_at = now() - interval '2 days'");
    await until('the lost order is there', () => isKnown(lost.id));
    expect(shop.tokens?.access).not.toBe(access);
    expect(storefront.authorization.grants).toContain('refresh ok');

    storefront.webhooks.faults.lose = () => false;
    storefront.uninstall(shop);
    await storefront.webhooks.delivered();
    await until('it is over', async () => (await integrationsOf(owner)).status !== 'connected');
    const { rows } = await system.owner.query('SELECT FROM storefront_secrets WHERE tenant_id = $1', [owner.tenantId]);
    expect(rows).toEqual([]);
  }, 60_000);

  it('can be connected with an app of its merchant, which signs for it alone', async () => {
    const app = storefront.register({ clientId: `own-${randomUUID()}`, secret: `own-secret-${randomUUID()}` });
    remember(app.authorization.app.secret);
    await connectOwn(owner, 'shopline', shop, app.authorization);
    expect(await untilIntegrations(owner, isSynced)).toMatchObject({ own_app: true, shop: shop.domain });
    const { id } = storefront.order(shop, { customer: 7n, total: '20.00' });
    await storefront.webhooks.delivered();
    await until('the order has arrived', () => isKnown(id));
    const address = shop.subscriptions.find(({ topic }) => topic === 'orders/create')?.address ?? '';
    storefront.webhooks.send(shop.domain, { topic: 'orders/create', address, resource: {}, secret: storefront.app.secret });
    await storefront.webhooks.delivered();
    expect(storefront.webhooks.sent.at(-1)).toMatchObject({ status: 401 });
    storefront.uninstall(shop);
    await storefront.webhooks.delivered();
    await until('it is over', async () => (await integrationsOf(owner)).status !== 'connected');
  });

  it('can be connected only by the person who began it, once, and with a recent signature of Shopline', async () => {
    const resultOf = async (query: string, as: Person | undefined = owner): Promise<unknown> =>
      redirectOf(await visit(callback(query), as));
    expect(await resultOf(signed(newCode()))).toEqual({ ...ERROR, reason: 'invalid_state' });
    await begin();
    const { owner: eve } = await merchantOf(system);
    expect(await resultOf(signed(newCode()), eve)).toEqual({ ...ERROR, reason: 'invalid_state' });
    expect(redirectOf(await visit(callback(signed(newCode()))))).toEqual({ ...ERROR, reason: 'invalid_state' });
    const forged = [
      signed(newCode()).replace(/sign=\w{4}/, 'sign=0000'),
      `${signed(newCode())}&extra=1`,
      signed(newCode(), new Date(Date.now() - 180_000)),
      signed(newCode()).replace('code=code-', 'code=other-'),
    ];
    // A redirect from another site must not end the attempt, also not with an unsigned refusal.
    forged.push(`error=access_denied&handle=${shop.domain.split('.')[0]}&sign=0`);
    for (const query of forged) expect([query, await resultOf(query)]).toEqual([query, { ...ERROR, reason: 'invalid_hmac' }]);
    expect(await resultOf(signed(newCode()))).toMatchObject({ storefront: 'connected' });
    expect(await resultOf(signed(newCode()))).toEqual({ ...ERROR, reason: 'invalid_state' });
  });

  it('can begin at the app list, and reports a refused code', async () => {
    const install = (query: string): string => `${system.api.url}/integrations/storefront/install?${query}`;
    const led = redirectOf(await visit(install(signed(null))));
    expect(led).toEqual({ page: '/integrations', storefront: 'install', platform: 'shopline', shop: shop.domain });
    expect(redirectOf(await visit(install(signed(null).replace('handle=', 'handle=x'))))).toEqual({ ...ERROR, reason: 'invalid_hmac' });
    await begin();
    expect(redirectOf(await visit(callback(signed('used-up')), owner))).toEqual({ ...ERROR, reason: 'exchange_failed' });
    expect(await integrationsOf(owner)).toMatchObject({ status: 'disconnected' });
  });

  it('must be reconnected when Shopline gives no more tokens', async () => {
    await connect();
    await untilIntegrations(owner, isSynced);
    shop.tokens = null;
    await until('the connection must be renewed', async () => {
      // Repeated, because a running step sets the time of the next one.
      await makeDue('token_expires_at = now()');
      return (await integrationsOf(owner)).status === 'reauthorize';
    });
    await connect();
    expect(await untilIntegrations(owner, isSynced)).toMatchObject({ status: 'connected' });
  }, 60_000);
});
