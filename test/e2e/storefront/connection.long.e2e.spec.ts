import { setTimeout as sleep } from 'node:timers/promises';
import { signedHeaders } from '../../../tools/src/storefront-simulator/signed-call.js';
import type { SimulatedOrder } from '../../../tools/src/storefront-simulator/simulated-order.js';
import type { SimulatedShop } from '../../../tools/src/storefront-simulator/simulated-shop.js';
import type { StorefrontSimulator } from '../../../tools/src/storefront-simulator/storefront-simulator.js';
import { ChurnSystem } from '../../support/servers/churn-system.js';
import { type Merchant, merchantOf } from '../../support/people/merchant.js';
import type { Shop } from '../../support/shop/shop.js';
import {
  connect,
  integrationsOf,
  isSynced,
  newDomain,
  startStorefront,
  storefrontSettings,
  untilIntegrations,
} from '../../support/storefront/storefront.js';
import { eventsOfOrder, standingOf } from '../../support/storefront/storefront-twin.js';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const daysBack = (days: number): Date => new Date(Date.now() - days * DAY_MS);

describe('a connected shop', () => {
  let storefront: StorefrontSimulator;
  let system: ChurnSystem;
  let merchant: Merchant;
  let shop: SimulatedShop;
  let isAhead = false;

  beforeAll(async () => {
    storefront = await startStorefront();
    system = await ChurnSystem.start({ ...storefrontSettings(storefront), DASHBOARD_URL: 'http://127.0.0.1:1' });
  }, 60_000);
  afterAll(async () => {
    await system.stop();
    await storefront.stop();
  });
  beforeEach(async () => {
    Object.assign(storefront.webhooks.faults, { lose: () => false, copies: 1, newestFirst: false });
    storefront.api.bucket = { size: 40, leakPerSecond: 20 };
    storefront.api.beforePage = storefront.api.afterPage = () => Promise.resolve();
    storefront.authorization.beforeToken = () => Promise.resolve();
    merchant = await merchantOf(system);
    shop = storefront.shop(newDomain());
  });

  afterEach(async () => {
    if (isAhead) await system.setClock(0);
    isAhead = false;
  });

  const customer = (n: number): bigint => 9_007_199_254_740_993n + BigInt(n);
  const placeMany = (count: number): SimulatedOrder[] =>
    Array.from({ length: count }, (_, i) =>
      shop.place({ customer: customer(i % 9), total: `${10 + (i % 7)}.50`, at: daysBack(1 + ((i * 53) % 580) / 10) }),
    );
  const imported = (): Promise<unknown> => untilIntegrations(merchant.owner, isSynced);
  const until = async (what: string, condition: () => boolean | Promise<boolean>): Promise<void> => {
    for (const deadline = Date.now() + 30_000; !(await condition()); await sleep(50)) {
      if (Date.now() > deadline) throw new Error(`not so within 30 s: ${what}`);
    }
  };
  const ordersOf = (of: Shop): Promise<{ order_key: string }[]> => of.settledRows('orders', 'order_key');
  const isKnown = async ({ id }: SimulatedOrder): Promise<boolean> =>
    (await ordersOf(merchant.shop)).some(({ order_key: key }) => key === `order:${id}`);
  /** Lets the worker look at the connection now, as if `set` had come with time. */
  const makeDue = (set: string): Promise<void> => merchant.shop.makeStorefrontDue(set);

  it('brings past, new and missed orders, and its scores equal those of the same orders sent by POST /events', async () => {
    placeMany(204);
    const guest = { email: 'Nora@Example.com' };
    shop.place({ ...guest, total: '31.00', at: daysBack(41) });
    shop.place({ email: 'nora@example.com', total: '29.00', at: daysBack(12) });
    shop.place({ customer: customer(1), total: '500.00', at: daysBack(5), test: true });
    shop.place({ customer: customer(2), total: '0.00', at: daysBack(4) });
    const returned = shop.place({ customer: customer(3), total: '80.00', at: daysBack(9) });
    shop.change(returned, { refunds: [{ id: 1n, amount: '30.00', at: daysBack(8) }] }, daysBack(8));
    const revoked = shop.place({ customer: customer(4), total: '70.00', at: daysBack(7) });
    shop.change(revoked, { cancelledAt: daysBack(6) }, daysBack(6));
    const visible = shop.orders.length;
    shop.place({ customer: customer(5), total: '15.00', at: daysBack(90) });

    await connect(merchant.owner, shop);
    expect(await imported()).toMatchObject({ import: { done: visible, total: visible }, platform: 'generic', shop: shop.domain });
    // Past events cause no outbox events.
    expect(await merchant.shop.rows('outbox')).toEqual([]);

    // Each delivery arrives twice at the same moment, in reverse order.
    Object.assign(storefront.webhooks.faults, { copies: 2, newestFirst: true });
    storefront.webhooks.hold();
    const live = storefront.order(shop, { customer: customer(0), total: '64.00', paid: false });
    storefront.pay(shop, live);
    storefront.refund(shop, live, '14.00');
    const gone = storefront.order(shop, { customer: customer(6), total: '20.00' });
    storefront.cancel(shop, gone);
    storefront.order(shop, { email: 'new-guest@example.com', total: '18.00' });
    storefront.customer(shop, customer(7));
    storefront.webhooks.release();
    await storefront.webhooks.delivered();
    const untaken = storefront.webhooks.sent.filter(({ status }) => status !== 202);
    expect(untaken).toEqual([]);
    expect((await integrationsOf(merchant.owner)).last_webhook_at).not.toBeNull();

    storefront.webhooks.faults.lose = () => true;
    const lost = storefront.order(shop, { customer: customer(8), total: '45.00' });
    storefront.refund(shop, returned, '10.00');
    expect(await isKnown(lost)).toBe(false);
    const grants = storefront.authorization.grants.length;
    // A day later the token has expired, and the poll for missed orders is due.
    await system.setClock(25 * HOUR_MS);
    isAhead = true;
    await until('the lost order is there', () => isKnown(lost));
    expect(storefront.authorization.grants.slice(grants)).toContain('refresh_token ok');

    const twin = (await merchantOf(system)).shop;
    const events = shop.orders.filter(({ createdAt }) => createdAt > daysBack(60)).flatMap(eventsOfOrder);
    for (let i = 0; i < events.length; i += 100) await twin.post('/events', { events: events.slice(i, i + 100) }).expect(202);
    await Promise.all([twin.settled(), merchant.shop.settled()]);
    const expected = await standingOf(twin);
    const seen = await standingOf(merchant.shop);
    expect(Object.keys(expected.known).length).toBeGreaterThanOrEqual(9);
    expect(expected.guests).toHaveLength(2);
    expect(seen).toEqual(expected);

    await system.setClock(0);
    isAhead = false;
    // The service also notices that the merchant removed the app when the webhook about it is lost.
    storefront.uninstall(shop);
    await makeDue("last_reconciled_at = now() - interval '2 days'");
    await untilIntegrations(merchant.owner, ({ status }) => status === 'reauthorize');
    const { rows } = await system.owner.query('SELECT FROM storefront_secrets WHERE tenant_id = $1', [merchant.owner.tenantId]);
    expect(rows).toEqual([]);
  }, 120_000);

  it('is imported once although the worker is killed during the import', async () => {
    placeMany(330);
    let pages = 0;
    storefront.api.beforePage = async () => {
      pages += 1;
      if (pages === 3) await system.worker.kill();
    };
    await connect(merchant.owner, shop);
    await until('three pages were requested', () => pages >= 3);
    const { import: progress } = await integrationsOf(merchant.owner);
    expect(progress).toMatchObject({ state: 'running', done: 200, total: 330 });
    await system.worker.start();
    // The lease of the dead worker expires at once instead of after its normal time.
    await merchant.shop.wakeWork();
    expect(await imported()).toMatchObject({ import: { done: 330, total: 330 } });
    expect(await ordersOf(merchant.shop)).toHaveLength(330);
    // Only the third page was requested twice.
    expect(pages).toBe(5);
  }, 60_000);

  it('does not bring back a customer who was erased while a page with their orders was on its way', async () => {
    for (const n of [1, 2]) shop.place({ customer: customer(n), total: '20.00', at: daysBack(3) });
    await connect(merchant.owner, shop);
    await imported();
    const known = async (): Promise<string[]> =>
      (await merchant.shop.rows<{ external_id: string }>('customers', 'external_id')).map(({ external_id: id }) => id);
    storefront.api.afterPage = async () => {
      storefront.api.afterPage = () => Promise.resolve();
      await merchant.owner.call('DELETE', `/dashboard/customers/${customer(2)}`).expect(202);
      await until('the customer is gone', async () => !(await known()).includes(String(customer(2))));
      shop.orders.pop();
    };
    for (const order of shop.orders) shop.change(order, { refunds: [{ id: 1n, amount: '5.00', at: new Date() }] });
    await makeDue("last_reconciled_at = now() - interval '2 days'");
    await until('the change is there', async () => JSON.stringify(await merchant.shop.rows('orders', 'refunded_total')).includes('5.0'));
    expect(await known()).toEqual([String(customer(1))]);
  }, 60_000);

  it('stays disconnected when the app is removed during the import', async () => {
    placeMany(120);
    storefront.api.beforePage = async () => {
      storefront.api.beforePage = () => Promise.resolve();
      storefront.uninstall(shop);
      await storefront.webhooks.delivered();
    };
    const said = system.worker.output.length;
    await connect(merchant.owner, shop);
    await until('the worker has released it', () => system.worker.output.slice(said).includes('storefront.lease_lost'));
    expect(await integrationsOf(merchant.owner)).toMatchObject({ status: 'disconnected' });
    expect(await merchant.shop.rows('storefront_connections', 'sync_due_at, import_cursor')).toEqual([{ sync_due_at: null, import_cursor: null }]); // prettier-ignore
    await until('nothing is left of its lease', async () => (await merchant.shop.rows('work_leases')).length === 0);
  }, 60_000);

  it('ends by a removal without a time only if the platform refuses its token', async () => {
    await connect(merchant.owner, shop);
    await imported();
    const say = async (): Promise<void> => {
      const body = JSON.stringify({ id: 1, domain: shop.domain, myshopify_domain: shop.domain });
      const webhook = { topic: 'app/uninstalled', shop: shop.domain, eventId: 'none', triggeredAt: new Date() };
      const { 'X-Storefront-Triggered-At': _, ...headers } = signedHeaders('storefront', webhook, body, storefront.app.secret);
      const address = `${system.api.url}/integrations/storefront/compliance`;
      expect((await fetch(address, { method: 'POST', headers, body })).status).toBe(202);
    };
    const standing = (): Promise<object[]> => merchant.shop.rows('storefront_connections', 'status, uninstall_reported_at');
    const asked = storefront.api.calls.length;
    await say();
    await until('the platform got a request', () => storefront.api.calls.slice(asked).includes('GET webhooks.json'));
    await until('it is known', async () => JSON.stringify(await standing()).includes('"uninstall_reported_at":null'));
    expect(await standing()).toEqual([{ status: 'connected', uninstall_reported_at: null }]);
    shop.uninstall();
    await say();
    await untilIntegrations(merchant.owner, ({ status }) => status === 'disconnected');
    expect(await merchant.shop.rows('storefront_secrets')).toEqual([]);
    const mails = await system.mailbox.mailsTo(merchant.owner.email);
    expect(mails.map(({ subject }) => subject)).toEqual([`Our app was removed from ${shop.domain}`]);
  }, 60_000);

  it('is not contacted for as long as its platform asks', async () => {
    storefront.api.bucket = { size: 2, leakPerSecond: 2 };
    placeMany(250);
    const before = storefront.api.calls.length;
    await connect(merchant.owner, shop);
    expect(await imported()).toMatchObject({ import: { done: 250, total: 250 } });
    expect(storefront.api.calls.slice(before).some((call) => call.endsWith('429'))).toBe(true);
  }, 60_000);

  it('gets a new token from only one of several workers', async () => {
    const second = await system.startAnother('scoring-worker');
    try {
      await connect(merchant.owner, shop);
      await imported();
      storefront.authorization.beforeToken = () => sleep(700);
      for (let round = 1; round <= 3; round += 1) {
        const { access } = shop.tokens ?? {};
        const grants = storefront.authorization.grants.length;
        await makeDue('token_expires_at = now()');
        await until('there is another token', () => shop.tokens?.access !== access);
        await until('the connection is free', async () => !(await merchant.shop.isHeld('storefront')));
        expect(storefront.authorization.grants.slice(grants)).toEqual(['refresh_token ok']);
      }
      expect(await integrationsOf(merchant.owner)).toMatchObject({ status: 'connected' });
    } finally {
      await second.stop();
    }
  }, 60_000);

  it('continues with a new token when the platform refuses the old one', async () => {
    placeMany(120);
    storefront.api.beforePage = () => {
      storefront.api.beforePage = () => Promise.resolve();
      if (shop.tokens !== null) shop.tokens = { ...shop.tokens, access: 'another' };
      return Promise.resolve();
    };
    await connect(merchant.owner, shop);
    expect(await imported()).toMatchObject({ import: { done: 120 }, status: 'connected' });
  }, 60_000);

  it('asks to be reconnected when its platform gives no more tokens, and then continues where it stopped', async () => {
    placeMany(5);
    await connect(merchant.owner, shop);
    await imported();
    if (shop.tokens !== null) shop.tokens = { ...shop.tokens, refresh: 'used by somebody else' };
    await makeDue('token_expires_at = now()');
    await untilIntegrations(merchant.owner, ({ status }) => status === 'reauthorize');
    const [mail] = await system.mailbox.mailsTo(merchant.owner.email);
    expect(mail?.subject).toBe(`Connect ${shop.domain} again`);
    // The platform still has its subscriptions, and the service accepts or later finds their events.
    storefront.webhooks.faults.lose = () => true;
    const missed = storefront.order(shop, { customer: customer(1), total: '12.00' });
    await connect(merchant.owner, shop);
    await imported();
    await until('the missed order is there', () => isKnown(missed));
    expect(await integrationsOf(merchant.owner)).toMatchObject({ import: { done: 5, total: 5 } });
  }, 60_000);

  it('gets lost webhook subscriptions again, and no others', async () => {
    storefront.api.failures.push({ call: 'POST webhooks.json', answer: { status: 403, body: { errors: 'not allowed' } } });
    await connect(merchant.owner, shop);
    const shown = await untilIntegrations(merchant.owner, ({ webhooks }) => webhooks.some(({ ok }) => ok));
    expect(shown.webhooks.filter(({ ok }) => !ok)).toEqual([{ topic: 'orders/create', ok: false }]);
    const first = [...shop.subscriptions];
    expect(first.map(({ topic }) => topic)).toEqual([
      'orders/updated',
      'orders/cancelled',
      'orders/delete',
      'refunds/create',
      'customers/create',
      'customers/update',
      'app/uninstalled',
    ]);
    shop.unsubscribe(first[1]?.id ?? 0);
    const strange = shop.subscribe('orders/updated', 'https://somewhere.example/left');
    await makeDue(`webhooks_checked_at = now() - interval '25 hours'`);
    await imported();
    await until('all are there', () => shop.subscriptions.length === 8);
    expect(shop.subscriptions.filter((subscription) => first.includes(subscription))).toHaveLength(6);
    expect(shop.subscriptions).not.toContain(strange);
  }, 60_000);
});
