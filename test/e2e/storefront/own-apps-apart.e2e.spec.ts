import { randomUUID } from 'node:crypto';
import type { AppAuthorization } from '../../../tools/src/storefront-simulator/app-authorization.js';
import type { StorefrontSimulator } from '../../../tools/src/storefront-simulator/storefront-simulator.js';
import { shopifyOrder } from '../../../libs/storefront/src/mapping/test-data/platform-payloads.js';
import { ChurnSystem } from '../../support/servers/churn-system.js';
import { merchantOf } from '../../support/people/merchant.js';
import { hmac } from '../../support/storefront/connected-shop.js';
import { compliancePathOf, connectOwn, type OwnMerchant, ownMerchant, registerApp } from '../../support/storefront/own-app.js';
import { newShopifyDomain, shopifySettings, startShopify } from '../../support/storefront/shopify/shopify-storefront.js';
import {
  beginConnection,
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

/** The header names of a platform. */
const PREFIXES = { shopify: 'X-Shopify', generic: 'X-Storefront' } as const;
const OPERATOR = '/integrations/storefront/compliance';
const UNAUTHORIZED = { error: 'unauthorized' };

/** Two platforms. Two merchants have apps of their own, and one uses the app of the operator. */
describe.each(['different', 'equal'] as const)('merchants whose apps have %s secrets', (secrets) => {
  let shopify: StorefrontSimulator;
  let generic: StorefrontSimulator;
  let system: ChurnSystem;
  /** The first two have apps of their own at one platform, the third at the other one; the last uses the operator's app. */
  let ada: OwnMerchant;
  let bob: OwnMerchant;
  let cleo: OwnMerchant;
  let dan: OwnMerchant;

  const areDifferent = secrets === 'different';
  const secret = (): string | undefined => (areDifferent ? undefined : shopify.app.secret);
  const platformOf = (to: OwnMerchant): keyof typeof PREFIXES => (to === cleo ? 'generic' : 'shopify');
  /** Tells whether an app of another merchant cannot sign for this one. */
  const isForeign = (to: OwnMerchant): boolean => areDifferent || to !== dan;

  beforeAll(async () => {
    ({ storefront: shopify } = await startShopify());
    generic = await startStorefront();
    const settings = { ...storefrontSettings(generic), ...shopifySettings(shopify) };
    system = await ChurnSystem.start({ ...settings, DASHBOARD_URL: 'http://127.0.0.1:1' });
    ada = await ownMerchant(system, shopify, 'shopify', newShopifyDomain(), secret());
    bob = await ownMerchant(system, shopify, 'shopify', newShopifyDomain(), secret());
    cleo = await ownMerchant(system, generic, 'generic', newDomain(), secret());
    dan = await operatorsMerchant();
    for (const { at, storefront } of [ada, bob, cleo, dan]) {
      storefront.order(at, { customer: 7n, total: '20.00' });
      await storefront.webhooks.delivered();
    }
  }, 120_000);
  afterAll(async () => {
    await system.stop();
    await shopify.stop();
    await generic.stop();
  });

  async function operatorsMerchant(domain = newShopifyDomain()): Promise<OwnMerchant> {
    const merchant = await merchantOf(system);
    const at = shopify.shop(domain);
    await connect(merchant.owner, at);
    await untilIntegrations(merchant.owner, isSynced);
    return { ...merchant, storefront: shopify, at, app: shopify.authorization };
  }

  const customersOf = async ({ shop }: OwnMerchant): Promise<string[]> =>
    (await shop.settledRows<{ external_id: string }>('customers', 'external_id')).map((row) => row.external_id);
  const ordersPath = ({ at }: OwnMerchant): string => {
    const { pathname, search } = new URL(at.subscriptions.find(({ topic }) => topic === 'orders/create')?.address ?? '');
    return `${pathname.replace('/api/v1', '')}${search}`;
  };

  /** Posts what the app of a merchant has signed, under any shop's name. */
  async function post(
    path: string,
    by: { readonly app: AppAuthorization },
    [topic, shop]: readonly [string, string],
    resource: object,
    platform: keyof typeof PREFIXES = 'shopify',
  ): Promise<{ status: number; body: unknown }> {
    const body = JSON.stringify(resource);
    const prefix = PREFIXES[platform];
    const headers = {
      [`${prefix}-Hmac-Sha256`]: hmac(by.app.app.secret, body),
      [`${prefix}-Topic`]: topic,
      [`${prefix}-Shop-Domain`]: shop,
    };
    const answer = await fetch(`${system.api.url}${path}`, { method: 'POST', body, headers });
    return { status: answer.status, body: await answer.json() };
  }

  const anOrder = (): object => shopifyOrder({ id: Number(`9${Date.now()}`), customer: { id: 99 } });

  it('receive their own webhooks', async () => {
    for (const merchant of [ada, bob, cleo, dan]) expect(await customersOf(merchant)).toEqual(['7']);
    expect([ada, bob, cleo].map((merchant) => ordersPath(merchant).includes('?connection='))).toEqual([true, true, true]);
    expect(ordersPath(dan)).not.toContain('?');
  });

  it('receive no webhook of another one, whatever shop its headers name', async () => {
    for (const [from, to] of [
      [ada, bob],
      [bob, ada],
      [ada, dan],
      [dan, ada],
      [ada, cleo],
      [cleo, ada],
    ] as const) {
      // Its sender knows the tenant, but not the address that the platform has.
      const [path = ''] = ordersPath(to).split('?');
      const { connection = '' } = Object.fromEntries(new URLSearchParams(ordersPath(from).split('?')[1]));
      const tries = [from.at.domain, to.at.domain]
        // A person who has the operator's secret is the operator's app.
        .filter((named) => isForeign(to) || named !== to.at.domain)
        .flatMap((named) => [path, `${path}?connection=${connection}`, `${path}?connection=`].map((address) => ({ address, named })))
        .concat(areDifferent ? [{ address: ordersPath(to), named: to.at.domain }] : []);
      for (const { address, named } of tries)
        expect(await post(address, from, ['orders/create', named], anOrder(), platformOf(to))).toEqual({ status: 401, body: UNAUTHORIZED });
    }
    for (const merchant of [ada, bob, cleo, dan]) expect(await customersOf(merchant)).toEqual(['7']);
  });

  it('finish no connection with the callback of another one', async () => {
    const [one, other] = [await merchantOf(system), await merchantOf(system)];
    const [app, foreign] = [registerApp(shopify, secret()), registerApp(shopify, secret())];
    const [shop, second] = [shopify.shop(newShopifyDomain()), shopify.shop(newShopifyDomain())];
    const input = { platform: 'shopify', shop: shop.domain, client_id: app.app.clientId, client_secret: app.app.secret };
    const { body } = await one.owner.post('/integrations/storefront/own-app', input).expect(200);
    const { authorize_url: url } = body as { authorize_url: string };
    const begun = await beginConnection(other.owner, second.domain);
    const outcome = async (query: string, as = one.owner): Promise<string | undefined> =>
      redirectOf(await visit(`${system.api.url}/integrations/storefront/callback?${query}`, as))['reason'];
    // A code of another app is worth nothing at the platform, also where the signature is the same.
    const ofForeign = await outcome(foreign.callbackQuery(shop, stateOf(url)));
    expect(ofForeign).toBe(secrets === 'equal' ? 'exchange_failed' : 'invalid_hmac');
    const again = await one.owner.post('/integrations/storefront/own-app', input).expect(200);
    const state = stateOf((again.body as { authorize_url: string }).authorize_url);
    expect(await outcome(app.callbackQuery(second, state))).toBe('invalid_state');
    expect(await outcome(app.callbackQuery(shop, stateOf(begun)))).toBe('invalid_state');
    expect(await outcome(app.callbackQuery(shop, state), other.owner)).toBe('invalid_state');
    // With an equal secret the operator's app is the signer too, and its code is worth nothing: the attempt would end there.
    const byOperator = areDifferent ? await outcome(shopify.authorization.callbackQuery(shop, state)) : 'invalid_hmac';
    expect(byOperator).toBe('invalid_hmac');
    expect(await outcome(app.callbackQuery(shop, state))).toBeUndefined();
    expect(await integrationsOf(one.owner)).toMatchObject({ own_app: true, shop: shop.domain });
    expect(redirectOf(await visit(await decide(begun, 'allow'), other.owner))).toMatchObject({ storefront: 'connected' });
    expect(await integrationsOf(other.owner)).toMatchObject({ own_app: false, shop: second.domain });
  });

  const bodies: Readonly<Record<string, (domain: string) => object>> = {
    'customers/redact': (domain) => ({ shop_domain: domain, customer: { id: 7 } }),
    'shop/redact': (domain) => ({ shop_domain: domain }),
    'app/uninstalled': (domain) => ({ myshopify_domain: domain }),
  };

  it('obey no privacy call at an address without the key of their tenant', async () => {
    // The id of a tenant is not a secret. The key in its address is one.
    const [, ownQuery = ''] = (await compliancePathOf(ada.owner)).split('?');
    for (const to of [bob, cleo]) {
      const [path = ''] = (await compliancePathOf(to.owner)).split('?');
      for (const [topic, bodyFor] of Object.entries(bodies))
        for (const address of [path, `${path}?`, `${path}?key=`, `${path}?${ownQuery}`, `${path}?${ownQuery.replace('key', 'connection')}`])
          expect(await post(address, ada, [topic, to.at.domain], bodyFor(to.at.domain), platformOf(to))).toEqual({
            status: 401,
            body: UNAUTHORIZED,
          });
    }
    for (const merchant of [bob, cleo]) {
      expect(await customersOf(merchant)).toEqual(['7']);
      expect(await integrationsOf(merchant.owner)).toMatchObject({ status: 'connected' });
    }
  });

  it('lose no customer by a privacy call of another one', async () => {
    for (const [from, to] of [
      [ada, bob],
      [bob, ada],
      [ada, dan],
      [dan, ada],
      [cleo, ada],
      [ada, cleo],
    ] as const) {
      const foreignPath = await compliancePathOf(to.owner);
      const calls = Object.entries(bodies).flatMap(([topic, bodyFor]) =>
        [from.at.domain, to.at.domain].map((named) => ({ topic, named, body: bodyFor(from.at.domain) })),
      );
      for (const { topic, named, body } of calls)
        expect(await post(foreignPath, from, [topic, named], body, platformOf(to))).toEqual({ status: 401, body: UNAUTHORIZED });
    }
    for (const [topic, bodyFor] of Object.entries(bodies)) {
      const { domain } = ada.at;
      // The operator's app is not the one in the shop of the merchant.
      expect(await post(OPERATOR, dan, [topic, domain], bodyFor(domain))).toEqual({ status: 202, body: { accepted: 0 } });
      const byOwn = await post(OPERATOR, ada, [topic, domain], bodyFor(domain));
      expect(byOwn).toEqual(areDifferent ? { status: 401, body: UNAUTHORIZED } : { status: 202, body: { accepted: 0 } });
    }
    for (const merchant of [ada, bob, cleo, dan]) {
      expect(await customersOf(merchant)).toEqual(['7']);
      expect(await integrationsOf(merchant.owner)).toMatchObject({ status: 'connected' });
    }
  });

  it('who had the same shop one after the other are told apart by the app that signs', async () => {
    const domain = newShopifyDomain();
    const first = await ownMerchant(system, shopify, 'shopify', domain, secret());
    shopify.order(first.at, { customer: 8n, total: '20.00' });
    await shopify.webhooks.delivered();
    await first.owner.call('DELETE', '/integrations/storefront').expect(200);
    const second = await operatorsMerchant(domain);
    // The import has brought the order of the first one too.
    expect([await customersOf(first), await customersOf(second)]).toEqual([['8'], ['8']]);
    const redact = { shop_domain: domain, customer: { id: 8 }, orders_to_redact: [] };
    const gone = async (merchant: OwnMerchant): Promise<boolean> =>
      (await merchant.shop.rows<{ type: string }>('churn_jobs', 'type')).some(({ type }) => type === 'erase');
    expect(await post(await compliancePathOf(first.owner), first, ['customers/redact', domain], redact)).toEqual({
      status: 202,
      body: { accepted: 1 },
    });
    expect([await gone(first), await gone(second)]).toEqual([true, false]);
    expect(await post(await compliancePathOf(second.owner), second, ['shop/redact', domain], { shop_domain: domain })).toEqual({
      status: 401,
      body: UNAUTHORIZED,
    });
    expect(await post(OPERATOR, second, ['customers/redact', domain], { ...redact, again: 1 })).toEqual({
      status: 202,
      body: { accepted: 1 },
    });
    expect(await gone(second)).toBe(true);
    await second.owner.call('DELETE', '/integrations/storefront').expect(200);
    const third = await merchantOf(system);
    await connectOwn(third.owner, 'shopify', shopify.shop(domain), registerApp(shopify, secret()));
    expect(await post(OPERATOR, second, ['app/uninstalled', domain], { myshopify_domain: domain, id: randomUUID() })).toMatchObject({
      status: 202,
    });
    expect(await integrationsOf(third.owner)).toMatchObject({ status: 'connected', shop: domain, own_app: true });
  });

  it('stay connected when another one removes its app', async () => {
    ada.storefront.uninstall(ada.at);
    await shopify.webhooks.delivered();
    await untilIntegrations(ada.owner, ({ status }) => status === 'disconnected');
    for (const merchant of [bob, cleo, dan]) expect(await integrationsOf(merchant.owner)).toMatchObject({ status: 'connected' });
    dan.storefront.uninstall(dan.at);
    await shopify.webhooks.delivered();
    await untilIntegrations(dan.owner, ({ status }) => status === 'disconnected');
    for (const merchant of [bob, cleo]) {
      expect(await integrationsOf(merchant.owner)).toMatchObject({ status: 'connected' });
      merchant.storefront.order(merchant.at, { customer: 9n, total: '20.00' });
      await merchant.storefront.webhooks.delivered();
      expect((await customersOf(merchant)).toSorted()).toEqual(['7', '9']);
    }
  });
});
