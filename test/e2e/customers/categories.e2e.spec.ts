import { DocumentedCalls } from '../../support/http/documented-calls.js';
import { type Merchant, merchantOf } from '../../support/people/merchant.js';
import { ChurnSystem } from '../../support/servers/churn-system.js';
import { batch, daysAgo, order, type WireEvent } from '../../support/shop/builders.js';
import { endOf } from '../../support/shop/jobs.js';
import type { Shop } from '../../support/shop/shop.js';
import { removeUpload, upload } from '../../support/shop/uploads.js';

const bought = (id: string, days: number, categories: readonly unknown[], more: WireEvent = {}): WireEvent =>
  order({
    occurred_at: daysAgo(days),
    ...more,
    data: { order_id: id, items: categories.map((category, i) => ({ product_id: `p-${i}`, category, quantity: 1, price: 5 })) },
  });

describe('the categories that a customer has bought from', () => {
  let system: ChurnSystem;
  let calls: DocumentedCalls;
  let merchant: Merchant;
  let shop: Shop;

  beforeAll(async () => {
    system = await ChurnSystem.shared();
    calls = await DocumentedCalls.load(system.api.url);
  }, 60_000);
  afterAll(() => system.stop());
  beforeEach(async () => {
    merchant = await merchantOf(system);
    shop = merchant.shop;
  });

  async function boughtBy(id = 'c-1'): Promise<object[]> {
    await shop.settled();
    return ((await calls.taken(shop.get(`/customers/${id}`))).body as { bought: object[] }).bought;
  }
  const row = (category: string, orders: number, first: number, last: number): object => ({
    category,
    orders,
    first_at: daysAgo(first),
    last_at: daysAgo(last),
  });

  it('follow from the items of the orders that count, the last bought one first', async () => {
    await shop.send(
      bought('1', 60, ['Coffee', 'Coffee', ' Tea ']),
      bought('2', 20, ['Coffee']),
      bought('3', 10, ['Cups'], { event_type: 'order_created' }),
      order({ occurred_at: daysAgo(5) }),
    );
    expect(await boughtBy()).toEqual([row('Cups', 1, 10, 10), row('Coffee', 2, 60, 20), row('Tea', 1, 60, 60)]);
    expect((await calls.taken(merchant.owner.get('/dashboard/customers/c-1'))).body.bought).toHaveLength(3);
  });

  it('follow from the newest thousand events of a customer with more of them than a person has', async () => {
    const often = Array.from({ length: 1000 }, (_, i) => bought(`often-${i}`, 1 + (i % 50), ['Coffee']));
    await shop.send(bought('first', 60, ['Tea']));
    for (let at = 0; at < often.length; at += 100) await shop.send(...often.slice(at, at + 100));
    expect(await boughtBy()).toEqual([row('Coffee', 1000, 50, 1)]);
  });

  it('follow changes: the latest items of an order count, a cancelled or returned order does not, and a refund buys nothing', async () => {
    await shop.send(bought('1', 60, ['Coffee']), bought('2', 30, ['Tea']), bought('3', 20, ['Cups']));
    expect(await boughtBy()).toHaveLength(3);
    await shop.send(
      bought('1', 50, ['Cocoa'], { event_type: 'order_updated' }),
      order({ event_type: 'order_cancelled', occurred_at: daysAgo(25), data: { order_id: '2' } }),
      bought('3', 15, ['Spoons'], { event_type: 'order_refunded', value: 10 }),
    );
    expect(await boughtBy()).toEqual([row('Cups', 1, 20, 20), row('Cocoa', 1, 60, 60)]);
  });

  it('cost shops without items nothing: they have no rows', async () => {
    await shop.send(order({ data: { order_id: '1', items_count: 2 } }));
    expect(await boughtBy()).toEqual([]);
    expect(await shop.rows('customer_categories')).toEqual([]);
  });

  it('leave out what cannot be a category, with a warning, and what is personal data', async () => {
    const { body } = await calls.taken(
      shop.post('/events', batch(bought('1', 30, ['Coffee', 'x'.repeat(101), 7]), bought('2', 20, ['jane@example.com']))),
      202,
    );
    expect((body as { warnings: string[] }).warnings).toEqual([
      expect.stringMatching(
        /in 1 event that cannot be read .* items must be an array of at most 100 objects, each with a category of 1 to 100 characters/,
      ),
      expect.stringMatching(/category left out/),
    ]);
    expect(await boughtBy()).toEqual([row('Coffee', 1, 30, 30)]);
  });

  it('are those of all identifiers of a person', async () => {
    await shop.send(bought('1', 60, ['Coffee']), bought('2', 20, ['Tea'], { customer_id: 'c-2' }));
    await shop.settled();
    await shop.post('/customers/c-1/aliases', { alias: 'c-2' }).expect(200);
    expect(await boughtBy()).toEqual([row('Tea', 1, 20, 20), row('Coffee', 1, 60, 60)]);
    expect(await shop.rows('customer_categories')).toHaveLength(2);
  });

  it('go with the customer that is erased, and with the upload that is removed', async () => {
    await shop.send(bought('1', 60, ['Coffee']));
    const id = await upload(shop, [bought('2', 20, ['Tea'], { event_id: 'import:test:2' })]);
    expect(await boughtBy()).toHaveLength(2);
    await removeUpload(shop, id);
    expect(await boughtBy()).toEqual([row('Coffee', 1, 60, 60)]);
    const { body } = await shop.delete('/customers/c-1');
    expect(await endOf(shop, (body as { job_id: string }).job_id)).toMatchObject({ status: 'completed' });
    expect(await shop.rows('customer_categories')).toEqual([]);
  });

  it('belong to the shop: another one with the same customer has none', async () => {
    await shop.send(bought('1', 60, ['Coffee']));
    expect(await boughtBy()).toHaveLength(1);
    const { shop: other } = await merchantOf(system);
    await other.send(order());
    await other.settled();
    expect((await calls.taken(other.get('/customers/c-1'))).body.bought).toEqual([]);
  });
});
