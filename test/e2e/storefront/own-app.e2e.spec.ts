import type { StorefrontSimulator } from '../../../tools/src/storefront-simulator/storefront-simulator.js';
import { ChurnSystem } from '../../support/servers/churn-system.js';
import { DocumentedCalls } from '../../support/http/documented-calls.js';
import { memberOf, merchantOf } from '../../support/people/merchant.js';
import type { Person } from '../../support/people/person.js';
import type { Shop } from '../../support/shop/shop.js';
import { hmac } from '../../support/storefront/connected-shop.js';
import { compliancePathOf, connectOwn, registerApp } from '../../support/storefront/own-app.js';
import { newShopifyDomain, startShopify } from '../../support/storefront/shopify/shopify-storefront.js';
import {
  connect,
  decide,
  integrationsOf,
  isSynced,
  newDomain,
  redirectOf,
  startStorefront,
  stateOf,
  storefrontSettings,
  untilIntegrations,
  visit,
} from '../../support/storefront/storefront.js';
import { eventually } from '../../support/waiting/eventually.js';

const HOUR_MS = 3_600_000;

describe('a shop connected with an app of its merchant', () => {
  let storefront: StorefrontSimulator;
  let shopify: StorefrontSimulator;
  let system: ChurnSystem;
  let calls: DocumentedCalls;
  let owner: Person;
  let merchant: Shop;

  beforeAll(async () => {
    storefront = await startStorefront();
    ({ storefront: shopify } = await startShopify());
    // The operator has no app at Shopify.
    const settings = { ...storefrontSettings(storefront), SHOPIFY_BASE_URL: shopify.baseUrl };
    system = await ChurnSystem.start({ ...settings, DASHBOARD_URL: 'http://127.0.0.1:1' });
    calls = await DocumentedCalls.load(system.api.url);
  }, 60_000);
  afterAll(async () => {
    await system.stop();
    await storefront.stop();
    await shopify.stop();
  });
  beforeEach(async () => {
    ({ owner, shop: merchant } = await merchantOf(system));
  });

  const input = (
    domain: string,
    { app }: { readonly app: { readonly clientId: string; readonly secret: string } },
    platform = 'shopify',
  ) => ({
    platform,
    shop: domain,
    client_id: app.clientId,
    client_secret: app.secret,
  });

  it('needs addresses that the page shows to owners only', async () => {
    const { body } = await calls.taken(owner.get('/integrations/storefront/own-app'), 200);
    expect(body).toEqual({
      platforms: ['generic', 'shopify', 'shopline'],
      app_url: 'http://127.0.0.1:1/integrations',
      redirect_url: `${system.api.url}/integrations/storefront/callback`,
      compliance_url: expect.stringMatching(
        new RegExp(`^${system.api.url}/integrations/storefront/t/${owner.tenantId}/compliance\\?key=[\\w-]{43}$`),
      ) as string,
      scopes: 'read_orders,read_customers',
    });
    const member = await memberOf(system);
    await calls.refused(member.get('/integrations/storefront/own-app'), 403, 'forbidden');
    const app = registerApp(shopify);
    await calls.refused(member.post('/integrations/storefront/own-app', input(newShopifyDomain(), app)), 403, 'forbidden');
  });

  it('gets a token for its credentials where app and shop belong to one organization, and renews it so', async () => {
    const shop = shopify.shop(newShopifyDomain());
    const app = registerApp(shopify);
    app.organization.add(shop.domain);
    shop.installedApp = app.app;
    shop.place({ customer: 7n, total: '20.00' });
    // Due one second after it was issued.
    app.accessTokenMs = 301_000;
    const { body } = await calls.taken(owner.post('/integrations/storefront/own-app', input(shop.domain, app)), 200);
    expect(body).toEqual({ status: 'connected', authorize_url: null, reason: null });
    expect(await untilIntegrations(owner, isSynced)).toMatchObject({ own_app: true, platform: 'shopify', import: { done: 1 } });
    await eventually('the next token', async () =>
      app.grants.filter((grant) => grant === 'client_credentials ok').length > 1 ? true : null,
    );
    app.accessTokenMs = HOUR_MS;
    const renewed = app.grants.length;
    await eventually('a token that lasts', async () => (app.grants.length > renewed ? true : null));
    shopify.order(shop, { customer: 8n, total: '30.00' });
    await shopify.webhooks.delivered();
    expect(
      (await merchant.settledRows<{ external_id: string }>('customers', 'external_id')).map((row) => row.external_id).toSorted(),
    ).toEqual(['7', '8']);
    await calls.taken(owner.call('DELETE', '/integrations/storefront'), 200);
    expect(shop.installedApp).toBeNull();
  });

  it('is allowed on the page of the platform where the credentials are not enough, and the answer says why', async () => {
    const app = registerApp(shopify);
    const shop = shopify.shop(newShopifyDomain());
    app.organization.add(shop.domain);
    const { body: uninstalled } = await owner.post('/integrations/storefront/own-app', input(shop.domain, app)).expect(200);
    expect(uninstalled.reason).toContain('not installed');
    app.organization.clear();
    const { body } = await calls.taken(owner.post('/integrations/storefront/own-app', input(shop.domain, app)), 200);
    expect(body).toMatchObject({ status: 'authorize', reason: expect.stringContaining('do not belong to the same organization') });
    const page = new URL((body as { authorize_url: string }).authorize_url);
    expect(page.searchParams.get('client_id')).toBe(app.app.clientId);
    const { rows } = await system.owner.query<{ row: string }>('SELECT storefront_states::text AS row FROM storefront_states');
    for (const { row } of rows) expect(row).not.toContain(Buffer.from(app.app.secret).toString('hex'));
    expect(redirectOf(await visit(await decide(page.href, 'allow'), owner))).toMatchObject({ storefront: 'connected' });
    expect(await untilIntegrations(owner, isSynced)).toMatchObject({ own_app: true, shop: shop.domain });
    const shown = JSON.stringify([await integrationsOf(owner), (await owner.get('/integrations/storefront/own-app')).body]);
    expect(shown).not.toContain(app.app.secret);
    const { rows: secrets } = await system.owner.query<{ row: string }>('SELECT storefront_secrets::text AS row FROM storefront_secrets');
    for (const text of [app.app.secret, app.app.clientId]) {
      for (const { row } of secrets) expect(row).not.toContain(Buffer.from(text).toString('hex'));
    }
  });

  it('is refused with credentials that the platform does not know, and with values that cannot be any', async () => {
    const app = registerApp(shopify);
    const domain = newShopifyDomain();
    const wrong = { ...input(domain, app), client_secret: 'another-secret-than-that' };
    const refused = await calls.refused(owner.post('/integrations/storefront/own-app', wrong), 400, 'validation_error');
    expect(refused.body.details?.[0]).toMatchObject({ field: 'client_secret', code: 'credentials_refused' });
    expect(JSON.stringify(refused.body)).not.toContain('another-secret-than-that');
    for (const change of [
      { client_secret: 'short' },
      { client_secret: 'with a space in it' },
      { client_id: 5 },
      { platform: 'woocommerce' },
      { shop: 'shop.example' },
      { grace_period_hours: 169 },
    ]) {
      const { body } = await calls.refused(
        owner.post('/integrations/storefront/own-app', { ...input(domain, app), ...change }),
        400,
        'validation_error',
      );
      expect(body.message).toContain(Object.keys(change)[0]);
      expect(JSON.stringify(body)).not.toContain('with a space in it');
    }
    expect(await integrationsOf(owner)).toMatchObject({ status: 'disconnected', shop: null });
  });

  it('keeps its kind of app while it is connected, and its merchant allows access again with the same app', async () => {
    const shop = storefront.shop(newDomain());
    await connect(owner, shop);
    const app = registerApp(storefront);
    const { body } = await calls.refused(
      owner.post('/integrations/storefront/own-app', input(shop.domain, app, 'generic')),
      409,
      'conflict',
    );
    expect(body.message).toContain('without your own app');
    await owner.call('DELETE', '/integrations/storefront').expect(200);
    await connectOwn(owner, 'generic', shop, app);
    const { body: again } = await owner.post('/integrations/storefront/connect', { shop: shop.domain }).expect(200);
    const page = new URL(String(again.authorize_url));
    expect(page.searchParams.get('client_id')).toBe(app.app.clientId);
    expect(redirectOf(await visit(await decide(page.href, 'allow'), owner))).toMatchObject({ storefront: 'connected' });
    expect(await untilIntegrations(owner, isSynced)).toMatchObject({ own_app: true });
    const { owner: other } = await merchantOf(system);
    const second = await decide(
      (await other.post('/integrations/storefront/own-app', input(shop.domain, app, 'generic'))).body.authorize_url,
      'allow',
    );
    expect(redirectOf(await visit(second, other))).toMatchObject({ reason: 'already_connected' });
  });

  it('gets another secret without a gap: the previous one is valid for a day, or as long as the owner says', async () => {
    const shop = storefront.shop(newDomain());
    const app = registerApp(storefront);
    await connectOwn(owner, 'generic', shop, app);
    await untilIntegrations(owner, isSynced);
    const address = shop.subscriptions.find(({ topic }) => topic === 'customers/create')?.address ?? '';
    const former = app.app.secret;
    const answerTo = async (secret: string): Promise<number> => {
      const body = JSON.stringify({ id: 7 });
      const headers = {
        'X-Storefront-Hmac-SHA256': hmac(secret, body),
        'X-Storefront-Topic': 'customers/create',
        'X-Storefront-Shop-Domain': shop.domain,
      };
      return (await fetch(address, { method: 'POST', body, headers })).status;
    };
    const { body: begun } = await owner.post('/integrations/storefront/connect', { shop: shop.domain }).expect(200);
    const begunBefore = `${system.api.url}/integrations/storefront/callback?${app.callbackQuery(shop, stateOf(String(begun.authorize_url)))}`;
    app.app.secret = 'the-second-secret-of-it';
    expect([await answerTo(former), await answerTo(app.app.secret)]).toEqual([202, 401]);
    await connectOwn(owner, 'generic', shop, app);
    expect([await answerTo(former), await answerTo(app.app.secret)]).toEqual([202, 202]);
    // The same again changes nothing.
    await connectOwn(owner, 'generic', shop, app);
    expect(await answerTo(former)).toBe(202);
    // The shop is connected again with the credentials from before the change.
    const latest = app.app.secret;
    app.app.secret = former;
    expect(redirectOf(await visit(begunBefore, owner))).toMatchObject({ storefront: 'connected' });
    app.app.secret = latest;
    expect(await answerTo(latest)).toBe(202);
    await system.setClock(25 * HOUR_MS);
    try {
      expect([await answerTo(former), await answerTo(app.app.secret)]).toEqual([401, 202]);
    } finally {
      await system.setClock(0);
    }
  });

  it('is erased by the platform after its end: the secret stays until then', async () => {
    const shop = storefront.shop(newDomain());
    const app = registerApp(storefront);
    await connectOwn(owner, 'generic', shop, app);
    await untilIntegrations(owner, isSynced);
    storefront.order(shop, { customer: 7n, total: '20.00' });
    await storefront.webhooks.delivered();
    storefront.uninstall(shop);
    await storefront.webhooks.delivered();
    await untilIntegrations(owner, ({ status }) => status === 'disconnected');
    const mails = await system.mailbox.mailsTo(owner.email);
    expect(mails.map(({ subject }) => subject)).toEqual([`Our app was removed from ${shop.domain}`]);
    const address = `${system.api.url}${await compliancePathOf(owner)}`;
    const left = async (): Promise<string[]> =>
      (await merchant.rows<{ kind: string }>('storefront_secrets', 'kind')).map(({ kind }) => kind).toSorted();
    expect(await left()).toEqual(['client_id', 'webhook_secret']);
    storefront.webhooks.send(shop.domain, {
      topic: 'shop/redact',
      address,
      resource: { shop_domain: shop.domain },
      secret: app.app.secret,
    });
    await storefront.webhooks.delivered();
    expect(storefront.webhooks.sent.at(-1)).toMatchObject({ status: 202, answer: '{"accepted":1}' });
    await eventually('the erasure', async () => ((await merchant.rows('storefront_connections')).length === 0 ? true : null));
    expect([await left(), await merchant.rows('customers')]).toEqual([[], []]);
  });

  it.each(['another app of the merchant', 'the app of the operator'])('obeys its former app no longer once %s is there', async (next) => {
    const shop = storefront.shop(newDomain());
    const [former, app] = [registerApp(storefront), registerApp(storefront)];
    await connectOwn(owner, 'generic', shop, former);
    await untilIntegrations(owner, isSynced);
    await owner.call('DELETE', '/integrations/storefront').expect(200);
    const address = `${system.api.url}${await compliancePathOf(owner)}`;
    const answerTo = async (secret: string, customer: number): Promise<number> => {
      const body = JSON.stringify({ shop_domain: shop.domain, customer: { id: customer } });
      const headers = {
        'X-Storefront-Hmac-SHA256': hmac(secret, body),
        'X-Storefront-Topic': 'customers/redact',
        'X-Storefront-Shop-Domain': shop.domain,
      };
      return (await fetch(address, { method: 'POST', body, headers })).status;
    };
    expect(await answerTo(former.app.secret, 1)).toBe(202);
    const isOwn = next !== 'the app of the operator';
    await (isOwn ? connectOwn(owner, 'generic', shop, app) : connect(owner, shop));
    expect([await answerTo(former.app.secret, 2), await answerTo(app.app.secret, 3)]).toEqual([401, isOwn ? 202 : 401]);
    const kept = await merchant.rows<{ connection_id: string }>('storefront_secrets', 'connection_id');
    expect(new Set(kept.map(({ connection_id: id }) => id)).size).toBe(1);
  });
});
