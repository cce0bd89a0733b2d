import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { RestKeys, WooCommerceOrder, WooCommerceShop } from '../../../tools/src/storefront-simulator/woocommerce-shop.js';
import { WooCommerceSimulator } from '../../../tools/src/storefront-simulator/woocommerce-simulator.js';
import { ChurnSystem } from '../../support/servers/churn-system.js';
import { type Merchant, merchantOf } from '../../support/people/merchant.js';
import { type Integrations, integrationsOf, untilIntegrations } from '../../support/storefront/storefront.js';
import { remember } from '../../support/people/mailed-secrets.js';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const daysBack = (days: number): Date => new Date(Date.now() - days * DAY_MS);
const TOPICS = ['order.created', 'order.updated', 'order.deleted', 'order.restored', 'customer.created', 'customer.updated'];

describe('a WooCommerce shop connected with keys', () => {
  let platform: WooCommerceSimulator;
  let system: ChurnSystem;
  let merchant: Merchant;
  let shop: WooCommerceShop;
  let address: string;

  beforeAll(async () => {
    platform = await WooCommerceSimulator.start();
    system = await ChurnSystem.start({ STOREFRONT_PRIVATE_NETWORKS: '127.0.0.0/8', SWEEP_INTERVAL_MS: '200' });
  }, 60_000);
  afterAll(async () => {
    await system.stop();
    await platform.stop();
  });
  beforeEach(async () => {
    platform.beforePage = () => Promise.resolve();
    platform.between = (query) => query;
    platform.webhooks.faults.lose = () => false;
    merchant = await merchantOf(system);
    ({ shop, address } = platform.open(`shop-${randomUUID().slice(0, 8)}`));
  });

  const given = ({ key, secret }: RestKeys): object => {
    remember(key, secret);
    return { consumer_key: key, consumer_secret: secret };
  };
  const connect = async (more: object = {}): Promise<{ status: number; body: object }> => {
    const { status, body } = await merchant.owner.post('/integrations/storefront/woocommerce', { shop: address, ...more });
    const { secret } = body as { secret?: string };
    if (secret !== undefined) remember(secret);
    return { status, body: body as object };
  };
  const giveKeys = (keys: object) => merchant.owner.call('PATCH', '/integrations/storefront/woocommerce').send(keys);
  const until = async (what: string, condition: () => boolean | Promise<boolean>): Promise<void> => {
    for (const deadline = Date.now() + 90_000; !(await condition()); await sleep(50)) {
      if (Date.now() > deadline) throw new Error(`not so within 90 s: ${what}`);
    }
  };
  const imported = (): Promise<Integrations> => untilIntegrations(merchant.owner, ({ import: { state } }) => state === 'done');
  const orderKeys = async (): Promise<string[]> =>
    (await merchant.shop.settledRows<{ order_key: string }>('orders', 'order_key')).map(({ order_key: key }) => key);
  const isKnown = async ({ id }: WooCommerceOrder): Promise<boolean> => (await orderKeys()).includes(`order:${id}`);
  const makeDue = (...set: string[]): Promise<void> => merchant.shop.makeStorefrontDue(...set);
  /** More of one second than a page holds, as after a move from another shop system. */
  const placeMany = (): void => {
    const second = daysBack(300);
    for (let i = 0; i < 130; i += 1) shop.place({ customer: 1 + (i % 9), total: '20.00', at: second });
    for (let i = 0; i < 95; i += 1) shop.place({ customer: 1 + (i % 9), total: '30.50', at: daysBack(299 - i * 3) });
    shop.place({ email: 'Nora@Example.com', total: '12.00', at: daysBack(700) });
    shop.place({ customer: 3, total: '12.00', at: daysBack(6 * 365) });
  };

  it('is imported, creates its own webhooks, and is polled for orders that the webhooks missed', async () => {
    placeMany();
    const made = await connect(given(shop.makeKeys('read_write')));
    expect([made.status, made.body]).toMatchObject([201, { status: 'connected', shop: '127.0.0.1' }]);
    const shown = await imported();
    expect(shown).toMatchObject({ status: 'connected', platform: 'woocommerce', import: { done: 226, total: 226 } });
    expect(shown.webhooks).toEqual(TOPICS.map((topic) => ({ topic, ok: true })));
    expect(await orderKeys()).toHaveLength(226);
    // Past events cause no outbox events.
    expect(await merchant.shop.rows('outbox')).toEqual([]);

    const placed = platform.order(shop, { customer: 4, total: '44.00' });
    platform.change(shop, placed, { status: 'refunded', refunds: [{ id: 9001, total: '44.00' }] });
    await platform.webhooks.delivered();
    expect(platform.webhooks.sent.map(({ status }) => status)).toEqual([202, 202]);
    platform.webhooks.faults.lose = () => true;
    const lost = platform.order(shop, { customer: 5, total: '55.00', at: daysBack(3) });
    expect(await isKnown(lost)).toBe(false);
    await makeDue("last_reconciled_at = now() - interval '2 days'");
    await until('the lost order is there', () => isKnown(lost));
    // The late webhook brings an order that the poll has already found.
    const before = (await merchant.shop.rows('events')).length;
    platform.webhooks.faults.lose = () => false;
    const at = shop.subscriptions.find(({ topic }) => topic === 'order.created');
    platform.webhooks.send('127.0.0.1', {
      topic: 'order.created',
      address: at?.address ?? '',
      secret: at?.secret ?? '',
      resource: shop.json(lost),
    });
    await platform.webhooks.delivered();
    expect(platform.webhooks.sent.at(-1)).toMatchObject({ status: 202, answer: JSON.stringify({ accepted: 0, rejected: 0 }) });
    expect(await merchant.shop.rows('events')).toHaveLength(before);

    const isCancelled = async (): Promise<boolean> =>
      (await merchant.shop.rows<{ order_key: string; state: number }>('orders', 'order_key, state')).some(
        ({ order_key: key, state }) => key === `order:${lost.id}` && state === 3,
      );
    platform.trashOrder(shop, lost, daysBack(2));
    await until('the order is taken back', isCancelled);
    platform.restoreOrder(shop, lost, daysBack(1));
    await until('it counts again', async () => !(await isCancelled()));
  }, 60_000);

  it('is imported completely although the worker is killed and an order is deleted meanwhile', async () => {
    placeMany();
    let pages = 0;
    platform.beforePage = async () => {
      pages += 1;
      if (pages !== 4) return;
      // They arrived with the third page.
      for (const order of shop.orders.slice(130, 133)) shop.change(order, { status: 'trash' });
      await system.worker.kill();
    };
    await connect(given(shop.makeKeys('read')));
    await until('four pages were requested', () => pages >= 4);
    await system.worker.start();
    await merchant.shop.wakeWork();
    await imported();
    const keys = await orderKeys();
    const there = shop.orders.filter(({ status, createdAt }) => status !== 'trash' && createdAt > daysBack(5 * 365));
    expect(there.filter(({ id }) => !keys.includes(`order:${id}`))).toEqual([]);
  }, 60_000);

  /** Returns the progress of the import once the worker has postponed it. */
  const putOff = async (): Promise<object> => {
    await until('the import is postponed', async () => {
      const [lease] = await merchant.shop.rows<{ rests: boolean }>(
        'work_leases',
        `token IS NULL AND not_before > now() + interval '10 seconds' AS rests`,
      );
      return lease?.rests === true;
    });
    const [row] = await merchant.shop.rows<object>(
      'storefront_connections',
      'import_cursor, import_done, import_refusals, import_restarts',
    );
    return row ?? {};
  };

  it('is asked for the same page later when a firewall refuses it, and is imported completely afterwards', async () => {
    placeMany();
    let pages = 0;
    platform.between = (query) => ((pages += 1) < 3 ? query : { status: 403, page: '<h1>Blocked</h1>' });
    await connect(given(shop.makeKeys('read')));
    const refused = { import_cursor: expect.stringContaining('|'), import_restarts: 0 };
    expect(await putOff()).toMatchObject({ ...refused, import_refusals: 1 });
    expect(pages).toBe(3);
    await makeDue();
    expect(await putOff()).toMatchObject({ ...refused, import_refusals: 2 });
    expect(pages).toBe(4);
    platform.between = (query) => query;
    await makeDue();
    expect(await imported()).toMatchObject({ import: { done: 226, total: 226 } });
  }, 60_000);

  it('ends the import when it repeats the same page for ever, and is still polled for new orders', async () => {
    placeMany();
    let pages = 0;
    const first = (query: URLSearchParams): URLSearchParams => {
      pages += 1;
      const asked = new URLSearchParams(query);
      asked.set('after', '2000-01-01T00:00:00');
      asked.set('page', '1');
      return asked;
    };
    platform.between = first;
    await connect(given(shop.makeKeys('read')));
    // All hundred orders of the first page have the same second, and may arrive once more.
    expect(await putOff()).toMatchObject({ import_refusals: 1 });
    expect(pages).toBeLessThanOrEqual(4);
    platform.between = (query) => (query.has('modified_after') ? query : first(query));
    await makeDue('import_refusals = 8');
    await untilIntegrations(merchant.owner, ({ import: { state } }) => state === 'failed');
    const missed = platform.order(shop, { customer: 1, total: '8.00' });
    await makeDue("import_started_at = now() - interval '2 days'");
    await until('the missed order is there', () => isKnown(missed));
    // A poll that always gets its first page starts again three times and no more.
    platform.between = (query) => {
      const asked = first(query);
      asked.delete('modified_after');
      return asked;
    };
    const is = async (what: string): Promise<boolean> =>
      (await merchant.shop.rows<{ so: boolean }>('storefront_connections', `${what} AS so`))[0]?.so === true;
    const before = shop.place({ customer: 2, total: '8.00', at: daysBack(12) });
    await makeDue("reconcile_started_at = now(), reconcile_cursor = NULL, last_reconciled_at = now() - interval '20 days'");
    await until('the look back has restarted', () => is('reconcile_restarts > 0 AND reconcile_pages = 0'));
    await makeDue('reconcile_restarts = 3');
    await until('the look back has ended', () => is('reconcile_started_at IS NULL'));
    expect(await isKnown(before)).toBe(false);
    platform.between = (query) => query;
    await makeDue("reconcile_cut_at = now() - interval '1 day'");
    await until('the missed orders are there', () => isKnown(before));
  }, 240_000);

  it('works without webhooks, and asks for new keys when it refuses the old ones', async () => {
    const keys = shop.makeKeys('read');
    await connect(given(keys));
    expect((await imported()).webhooks).toEqual(TOPICS.map((topic) => ({ topic, ok: false })));
    const { body } = await connect({ grace_period_hours: 0 });
    const { secret, webhooks } = body as { secret: string; webhooks: { topic: string; delivery_url: string }[] };
    for (const webhook of webhooks) shop.putWebhook(null, { ...webhook, secret });
    await makeDue('webhooks_checked_at = NULL');
    await untilIntegrations(merchant.owner, (shown) => shown.webhooks.every(({ ok }) => ok));

    shop.keys.length = 0;
    await makeDue("last_reconciled_at = now() - interval '2 days'");
    await untilIntegrations(merchant.owner, ({ status }) => status === 'reauthorize');
    await until('the owner gets a mail', async () =>
      (await system.mailbox.mailsTo(merchant.owner.email)).some(({ subject }) => subject.includes('again')),
    );
    // Its webhooks are still accepted.
    const placed = platform.order(shop, { customer: 1, total: '9.00' });
    await platform.webhooks.delivered();
    expect(await isKnown(placed)).toBe(true);
    platform.webhooks.faults.lose = () => true;
    const missed = platform.order(shop, { customer: 1, total: '8.00' });
    // The state of a poll that stopped at its last page because the keys expired.
    await makeDue('reconcile_pages = 100, reconcile_total = 0');
    const refused = await giveKeys(given(keys));
    expect([refused.status, refused.body]).toMatchObject([400, { details: [{ field: 'consumer_key', code: 'keys_refused' }] }]);
    await giveKeys(given(shop.makeKeys('read'))).expect(200);
    await until('the missed order is there', () => isKnown(missed));
    expect(await integrationsOf(merchant.owner)).toMatchObject({ status: 'connected', import: { state: 'done' } });
  }, 60_000);

  it('gets a new secret without a gap, and its disabled webhooks are enabled again', async () => {
    await connect(given(shop.makeKeys('read_write')));
    await imported();
    const former = shop.subscriptions[0]?.secret ?? '';
    const { body } = await connect();
    const { secret } = body as { secret: string };
    await until('the shop signs with the new one', () => shop.subscriptions.every((each) => each.secret === secret));
    const address0 = shop.subscriptions[0]?.address ?? '';
    const send = async (by: string): Promise<number | undefined> => {
      platform.webhooks.send('127.0.0.1', {
        topic: 'order.created',
        address: address0,
        secret: by,
        resource: shop.json(shop.place({ customer: 2, total: '5.00' })),
      });
      await platform.webhooks.delivered();
      return platform.webhooks.sent.at(-1)?.status;
    };
    expect(await send(secret)).toBe(202);
    expect(await send(former)).toBe(202);
    await system.setClock(25 * HOUR_MS);
    try {
      expect(await send(former)).toBe(401);
      expect(await send(secret)).toBe(202);
    } finally {
      await system.setClock(0);
    }
    const [third] = shop.subscriptions.slice(2);
    if (third !== undefined) Object.assign(third, { status: 'disabled' });
    await makeDue("webhooks_checked_at = now() - interval '25 hours'");
    await until('it is switched on', () => shop.subscriptions.every(({ status }) => status === 'active'));
    expect(shop.subscriptions).toHaveLength(TOPICS.length);
    expect((await connect({ grace_period_hours: 0 })).body).toMatchObject({ status: 'connected' });
    expect(await send(secret)).toBe(401);
  }, 60_000);

  it('reports a wrong URL or wrong keys and stores nothing', async () => {
    const keys = shop.makeKeys('read');
    const wrong = async (more: object): Promise<unknown> => {
      const { status, body } = await connect(more);
      const { details } = body as { details: { field: string; code: string }[] };
      return [status, ...details.map(({ field, code }) => `${field} ${code}`)];
    };
    expect(await wrong(given({ ...keys, secret: `cs_${'0'.repeat(40)}` }))).toEqual([400, 'consumer_key keys_refused']);
    expect(await wrong({ ...given(keys), shop: platform.open('closed').address.replace('closed', 'nowhere') })).toEqual([
      400,
      'shop shop_does_not_answer',
    ]);
    expect(await wrong({ ...given(keys), shop: 'http://10.0.0.1/' })).toEqual([400, 'shop invalid_shop']);
    expect(await wrong({ ...given(keys), shop: 'http://169.254.169.254/latest' })).toEqual([400, 'shop invalid_shop']);
    expect(await wrong({ ...given(keys), consumer_secret: undefined })).toEqual([400, expect.stringContaining('consumer_secret')]);
    expect(await wrong({ ...given(keys), consumer_key: 'ck_' })).toEqual([400, expect.stringContaining('consumer_key')]);
    expect(await wrong({ grace_period_hours: 169 })).toEqual([400, expect.stringContaining('grace_period_hours')]);
    await giveKeys(given(keys)).expect(404);
    expect(await integrationsOf(merchant.owner)).toMatchObject({ platform: null });
    // A URL without a WordPress leads to the root of its domain, which does not belong to this shop.
    expect(await wrong({ ...given(keys), shop: `${address}/product/tea` })).toEqual([400, 'shop shop_does_not_answer']);
    await connect(given(keys));
    const { rows } = await system.owner.query<{ ciphertext: Buffer }>('SELECT ciphertext FROM storefront_secrets WHERE tenant_id = $1', [
      merchant.owner.tenantId,
    ]);
    expect(rows).toHaveLength(2);
    expect(rows.some(({ ciphertext }) => ciphertext.includes(keys.secret))).toBe(false);
  }, 60_000);
});
