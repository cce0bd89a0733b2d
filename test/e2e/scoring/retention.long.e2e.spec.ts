import { type CustomerId, customerIdOf, DAY_MS, toTenantId } from '#libs/core';
import { eachHistory, readOrderDays, readTotals } from '#libs/orders';
import type { OrderTotals } from '#libs/scoring';
import { shopifyOrder, shopifyRefund } from '../../../libs/storefront/src/mapping/test-data/platform-payloads.js';
import { batch, daysAgo, order, refund, type WireEvent } from '../../support/shop/builders.js';
import { endOf } from '../../support/shop/jobs.js';
import { removeOld, startOfRetention } from '../../support/shop/retention.js';
import { type Merchant, merchantOf } from '../../support/people/merchant.js';
import { ChurnSystem } from '../../support/servers/churn-system.js';
import { ConnectedShop, hmac } from '../../support/storefront/connected-shop.js';
import { STOREFRONT_APPS } from '../../support/storefront/storefront-apps.js';
import type { Shop } from '../../support/shop/shop.js';
import { eventually } from '../../support/waiting/eventually.js';

const NAMES = Array.from({ length: 20 }, (_, n) => `c-${n}`);
const COLUMNS =
  'external_id, first_seen_at, last_activity_at, last_order_at, orders_count, monetary_total, score, label, lifecycle, late_since, expected_revenue, revenue_at_risk';
const TYPES = ['order_completed', 'order_completed', 'order_created', 'order_updated', 'order_cancelled', 'order_refunded', 'page_viewed'];

/** Events of all kinds over three years: orders that move, refunds with and without an order, other currencies, unknown amounts. */
function anyHistory(): WireEvent[] {
  let state = 7;
  const below = (count: number): number => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
    return Math.floor((state / 2 ** 31) * count);
  };
  return Array.from({ length: 1500 }, (_, n) => {
    const day = 1 + below(1100);
    const number = below(400);
    return order({
      event_id: `e-${n}`,
      // An order mostly stays with its customer.
      customer_id: NAMES[below(8) === 0 ? below(NAMES.length) : number % NAMES.length],
      event_type: TYPES[below(TYPES.length)],
      occurred_at: daysAgo(day),
      value: below(6) === 0 ? undefined : 1 + below(4),
      data: {
        ...(below(4) > 0 && { order_id: `o-${number}` }),
        ...(below(5) === 0 && { currency: ['EUR', 'USD'][below(2)] }),
        ...(below(5) === 0 && { updated_at: daysAgo(Math.max(1, day - below(90))) }),
      },
    });
  });
}

async function sendAll(shop: Shop, events: readonly WireEvent[]): Promise<void> {
  for (let start = 0; start < events.length; start += 100)
    await shop.post('/events', batch(...events.slice(start, start + 100))).expect(202);
  await shop.settled(60_000);
}

const sorted = <Row>(rows: readonly Row[]): Row[] => rows.toSorted((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1));
const customersOf = async (shop: Shop): Promise<unknown[]> => sorted(await shop.settledRows('customers', COLUMNS));

interface OrderRow {
  readonly order_key: string;
  readonly customer_id: string;
  readonly moved_from: string | null;
  readonly placed_at: Date | null;
  readonly state_at: Date;
  readonly amount_at: Date | null;
  readonly refunded_at: Date | null;
}

const isOld = ({ placed_at, state_at, amount_at, refunded_at }: OrderRow, from: Date): boolean =>
  [placed_at, state_at, amount_at, refunded_at].every((at) => at === null || at < from);
const isRemoved = ({ order_key: key }: OrderRow): boolean => key.startsWith('removed:');
const keysOf = async (shop: Shop): Promise<string[]> =>
  (await shop.rows<{ order_key: string }>('orders', 'order_key')).map(({ order_key: key }) => key);

describe('the retention of a tenant', () => {
  let system: ChurnSystem;
  let merchant: Merchant;
  let shop: Shop;
  /** The same events, and no retention. */
  let twin: Shop;

  const idOf = (of: Shop, name: string): CustomerId => customerIdOf(toTenantId(of.tenantId), name);

  /** Everything that scores, explanations and fits read, by each way of reading it. */
  const inputsOf = (of: Shop): Promise<unknown> =>
    system.transaction(toTenantId(of.tenantId), async (db) => {
      const ids = NAMES.map((name) => idOf(of, name));
      const nowMs = startOfRetention().getTime() + 395 * DAY_MS;
      const whole: OrderTotals[] = [];
      const sized = ids.map((id) => ({ id, ordersCount: 0 }));
      await eachHistory(db, sized, nowMs, (_customer, totals) => whole.push(totals(nowMs)));
      const inDatabase: OrderTotals[] = [];
      for (const id of ids) inDatabase.push({ ...(await readTotals(db, id, nowMs)), earlier: null });
      expect(inDatabase).toEqual(whole);
      return { whole, days: [...(await readOrderDays(db, ids)).values()] };
    });

  /** The answers about each customer, to the byte. */
  const answersOf = async (of: Shop): Promise<string[]> => {
    const texts: string[] = [];
    for (const name of NAMES) texts.push((await of.get(`/customers/${name}/churn`)).text);
    return texts;
  };

  beforeAll(async () => {
    system = await ChurnSystem.start({ FIT_MODELS: 'false', ...STOREFRONT_APPS });
    merchant = await merchantOf(system);
    shop = merchant.shop;
    twin = await system.shop();
    for (const each of [shop, twin]) await sendAll(each, anyHistory());
  }, 180_000);
  afterAll(() => system.stop());

  it('removes old events and orders, and changes no score, explanation, feature or input of a fit', async () => {
    const before = { answers: await answersOf(shop), inputs: await inputsOf(shop), customers: await customersOf(shop) };
    await removeOld(system, shop);
    const from = startOfRetention();
    const events = await shop.rows<{ occurred_at: Date }>('events', 'occurred_at');
    expect(events.filter(({ occurred_at: at }) => at < from)).toEqual([]);
    expect(events.length).toBe(anyHistory().filter(({ occurred_at: at }) => new Date(String(at)) >= from).length);
    const orders = await shop.rows<OrderRow>('orders');
    // A refund that names no order stays, because it still cancels one.
    const old = orders.filter((each) => each.placed_at !== null && isOld(each, from));
    expect(old.length).toBeGreaterThan(50);
    expect(orders.filter(isRemoved)).toEqual(old);
    expect(old.filter(({ order_key: key, moved_from: owner }) => !/^removed:[0-9a-f]{64}$/.test(key) || owner !== null)).toEqual([]);
    expect({ answers: await answersOf(shop), inputs: await inputsOf(shop), customers: await customersOf(shop) }).toEqual(before);
  }, 120_000);

  it('says in the list of orders and in the settings what is removed', async () => {
    const from = startOfRetention().toISOString();
    expect((await merchant.owner.get('/settings')).body).toMatchObject({ retention_months: 13, retained_from: from });
    const { data, ...page } = (await merchant.owner.get('/dashboard/customers/c-1/orders?limit=100')).body;
    expect(page).toMatchObject({ pagination: { has_more: false }, removed_before: from });
    const id = idOf(shop, 'c-1');
    const own = (await shop.rows<OrderRow>('orders')).filter((each) => each.customer_id === id && each.placed_at !== null);
    expect(data).toHaveLength(own.filter((each) => !isRemoved(each)).length);
    expect(own.length).toBeGreaterThan(data.length);
  });

  it('lets a recalculation and another currency give what they give without it', async () => {
    for (const currency of ['EUR', 'USD', 'EUR']) {
      for (const each of [shop, twin]) {
        await system.owner.query('UPDATE tenants SET currency = $2 WHERE id = $1', [each.tenantId, currency]);
        await endOf(each, (await each.post('/churn/recalculate', { force: true }).expect(202)).body.job_id);
      }
      expect(await customersOf(shop)).toEqual(await customersOf(twin));
    }
  }, 60_000);

  it('rejects removed events when they are sent again, and still knows the others as duplicates', async () => {
    const before = await customersOf(shop);
    const from = startOfRetention();
    const again = anyHistory().slice(0, 100);
    const { status, body } = await shop.post('/events', batch(...again));
    const old = again.filter(({ occurred_at: at }) => new Date(String(at)) < from);
    expect([status, body.accepted, body.rejected, body.duplicates]).toEqual([207, 0, old.length, again.length - old.length]);
    expect(body.results.find((each: { status: string }) => each.status === 'rejected')).toMatchObject({
      code: 'out_of_range',
      error: `occurred_at must not be before ${from.toISOString()}: the retention in your settings removes older events`,
    });
    expect(await customersOf(shop)).toEqual(before);
    const edge = [new Date(from.getTime() - 1), from].map((at) => order({ customer_id: 'edge', occurred_at: at.toISOString() }));
    expect((await shop.post('/events', batch(...edge))).body).toMatchObject({ accepted: 1, rejected: 1 });
    // A rejected event is not the first one of its id.
    const same = edge.map((event) => ({ ...event, event_id: 'same' }));
    expect((await shop.post('/events', batch(...same))).body.results).toMatchObject([{ status: 'rejected' }, { status: 'accepted' }]);
  });

  it('lets late events find their removed order: updates, refunds, cancellations, the same again and another customer', async () => {
    const [kept, lone] = [daysAgo(700), daysAgo(650)];
    const [late] = [await merchantOf(system)];
    const other = await system.shop();
    const named = (name: string, fields: WireEvent = {}): WireEvent =>
      order({ customer_id: name, event_id: name, occurred_at: kept, value: 80, data: { order_id: `of-${name}` }, ...fields });
    const first = [
      ...['update', 'refund', 'part', 'twice', 'cancel', 'move', 'none', 'gone'].map((name) => named(name)),
      order({
        event_type: 'order_cancelled',
        customer_id: 'gone',
        event_id: 'gone 2',
        occurred_at: lone,
        value: undefined,
        data: { order_id: 'of-gone' },
      }),
      refund({ customer_id: 'twice', event_id: 'half', occurred_at: lone, value: 30, data: { order_id: 'of-twice' } }),
      named('nameless', { data: undefined }),
      ...['update', 'cancel', 'move', 'to'].map((name) => order({ customer_id: name, event_id: `${name} 2`, occurred_at: lone, value: 5 })),
    ];
    const about = (name: string, event_type: string, fields: WireEvent = {}): WireEvent =>
      order({
        event_id: `late ${name}`,
        customer_id: name,
        event_type,
        occurred_at: daysAgo(2),
        data: { order_id: `of-${name}` },
        ...fields,
      });
    const then = [
      about('update', 'order_updated', { value: 90 }),
      about('refund', 'order_refunded', { value: undefined }),
      about('part', 'order_refunded', { value: 10 }),
      about('twice', 'order_refunded', { value: 20 }),
      about('cancel', 'order_cancelled', { value: undefined }),
      about('to', 'order_updated', { value: 80, data: { order_id: 'of-move' } }),
      // It stays cancelled.
      about('gone', 'order_created', { value: 80 }),
      // The same order again counts once.
      about('none', 'order_completed', { value: 80 }),
      about('nameless', 'order_refunded', { value: 80, data: undefined }),
    ];
    for (const each of [late.shop, other]) await sendAll(each, first);
    await removeOld(system, late.shop);
    expect(await keysOf(late.shop)).toEqual(Array.from({ length: 13 }, () => expect.stringMatching(/^removed:/)));
    for (const each of [late.shop, other]) await sendAll(each, then);
    expect(await customersOf(late.shop)).toEqual(await customersOf(other));
    // An order that came back is removed again once it is old, and counts once.
    for (const each of [late.shop, other])
      await system.owner.query(
        `UPDATE orders SET state_at = placed_at, amount_at = placed_at, refunded_at = CASE WHEN refunded_at IS NOT NULL THEN placed_at END
         WHERE tenant_id = $1 AND placed_at IS NOT NULL`,
        [each.tenantId],
      );
    await removeOld(system, late.shop);
    for (const each of [late.shop, other]) await endOf(each, (await each.post('/churn/recalculate', { force: true })).body.job_id);
    expect(await customersOf(late.shop)).toEqual(await customersOf(other));
  }, 120_000);

  it('leaves nothing of an erased customer, nor of their removed orders', async () => {
    const id = idOf(shop, 'c-0');
    const removed = (await shop.rows<OrderRow>('orders')).filter(isRemoved);
    expect(removed.some((each) => each.customer_id === id)).toBe(true);
    const { body } = await shop.delete('/customers/c-0').expect(202);
    expect((await endOf(shop, body.job_id)).status).toBe('completed');
    for (const table of ['events', 'orders', 'score_history'])
      expect((await shop.rows<{ customer_id: string }>(table, 'customer_id')).filter((each) => each.customer_id === id)).toEqual([]);
  }, 60_000);

  it('lets a platform erase customers by a removed order, and all of a shop, when none of their events are left', async () => {
    const storefront = await ConnectedShop.connect(system);
    const own = storefront.merchant;
    const placed = (id: number, fields: Record<string, unknown>) =>
      shopifyOrder({ id, created_at: daysAgo(700), processed_at: daysAgo(700), updated_at: daysAgo(690), ...fields });
    const guest = { customer: null, contact_email: null, email: 'jon@example.com' };
    for (const resource of [placed(1, { customer: { id: 7 } }), placed(2, { customer: { id: 8 } }), placed(3, guest)])
      await storefront.webhook('orders/create', resource).expect(202);
    await own.send(order({ customer_id: 'own' }));
    await removeOld(system, own);
    expect(await own.rows('events', 'event_id')).toHaveLength(1);
    const ask = (topic: string, body: object) => {
      const signed = JSON.stringify({ shop_domain: storefront.domain, ...body });
      const headers = { ...storefront.headers(topic), 'X-Storefront-Hmac-SHA256': hmac(storefront.secret, signed) };
      return storefront.send('/integrations/storefront/compliance', signed, headers).expect(202);
    };
    const names = async () => sorted(await own.rows<{ external_id: string }>('customers', 'external_id')).map((row) => row.external_id);
    const untilNames = (...wanted: string[]) =>
      eventually(wanted.join(), async () => ((await names()).join() === wanted.join() ? true : null));
    // A refund that names nothing but a removed order reduces it.
    const revenue = async () => {
      const rows = await own.settledRows<{ name: string; total: number }>(
        'customers',
        'external_id AS name, monetary_total::float8 AS total',
      );
      return rows.find(({ name }) => name === '7')?.total ?? 0;
    };
    const before = await revenue();
    await storefront.webhook('refunds/create', shopifyRefund('5.00', { order_id: 1, created_at: daysAgo(4) })).expect(202);
    expect(await revenue()).toBe(before - 5);
    await ask('customers/redact', { customer: { id: 99 }, orders_to_redact: [3] });
    await untilNames('7', '8', 'own');
    await ask('shop/redact', {});
    await untilNames('own');
    expect(await keysOf(own)).toEqual([expect.stringMatching(/^event:/)]);
    expect(await own.rows('shop_customers')).toEqual([]);
  }, 120_000);
});
