import { countCategoryReturns } from '../../../apps/scoring-worker/src/models/evaluate/category-returns.js';
import { toTenantId } from '#libs/core';
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

  it('filter lists, segments and audiences: all that are named, or none of them', async () => {
    const buys = { both: ['Coffee', 'Shirts, blouses'], coffee: ['Coffee'], tea: ['Tea'], nothing: [] };
    for (const [id, categories] of Object.entries(buys)) await shop.send(bought(id, 60, categories, { customer_id: id }));
    await shop.settled();
    const listed = async (query: string): Promise<string[]> => {
      const { body } = await calls.taken(shop.get(`/customers?${query}`));
      return (body as { data: { external_id: string }[] }).data.map(({ external_id: id }) => id).toSorted();
    };
    expect(await listed('bought=Coffee')).toEqual(['both', 'coffee']);
    expect(await listed('bought=Coffee&bought=Shirts%2C%20blouses')).toEqual(['both']);
    expect(await listed('never_bought=Coffee')).toEqual(['nothing', 'tea']);
    expect(await listed('bought=Coffee&never_bought=Shirts%2C%20blouses&never_bought=Tea')).toEqual(['coffee']);
    expect(await listed('bought=Cups')).toEqual([]);
    const filter = { bought: ['Coffee'], never_bought: ['Shirts, blouses'] };
    const { body: segment } = await calls.taken(merchant.owner.post('/segments', { name: 'Coffee only', filter }), 201);
    expect(await listed(`segment=${(segment as { id: string }).id}`)).toEqual(['coffee']);
    expect(await listed(`segment=${(segment as { id: string }).id}&bought=Tea`)).toEqual([]);
    const preview = await calls.taken(merchant.owner.post('/campaigns/preview', { audience: { never_bought: ['Coffee'] } }));
    expect((preview.body as { audience_count: number }).audience_count).toBe(2);
    const { shop: other } = await merchantOf(system);
    expect((await calls.taken(other.get('/customers?bought=Coffee'))).body.data).toEqual([]);
  });

  it.each([
    ['bought=', 'bought must be 1 to 10 categories'],
    ['bought=Tea&bought=Tea', 'bought must be 1 to 10 categories, each once'],
    [`never_bought=${'x'.repeat(101)}`, 'of 1 to 100 characters'],
    [Array.from({ length: 11 }, (_, i) => `bought=c-${i}`).join('&'), 'bought must be 1 to 10 categories'],
  ])('are named in a filter as they are: %.30s', async (query, message) => {
    const { text } = await calls.refused(shop.get(`/customers?${query}`), 422, 'validation_error');
    expect(text).toContain(message);
  });

  it('say after which first orders customers come back, by the real orders', async () => {
    expect((await calls.taken(shop.get('/categories'))).body).toEqual({ counted_at: null, window_days: null, all: null, data: [] });
    // Two of three customers whose first order has Coffee come back in time, and one of four with Tea. Of both kinds, some came back too late, on the
    // same day only, or ordered first too recently to tell.
    const events = Array.from({ length: 120 }, (_, i) => {
      const id = { customer_id: `n-${i}` };
      const first = i % 2 === 0 ? 'Coffee' : 'Tea';
      const returns = first === 'Coffee' ? i % 6 !== 0 : i % 8 === 1;
      return [
        bought(`${i}-1`, 200, [first], id),
        ...(returns ? [bought(`${i}-2`, 150, ['Cups'], id)] : [bought(`${i}-2`, 20, [first], id)]),
        ...(i % 10 === 0 ? [bought(`${i}-3`, 200, ['Coffee'], id)] : []),
      ];
    });
    const recent = Array.from({ length: 20 }, (_, i) => [bought(`r-${i}`, 30, ['Coffee'], { customer_id: `r-${i}` })]);
    const all = [...events, ...recent].flat();
    for (let at = 0; at < all.length; at += 100) await shop.send(...all.slice(at, at + 100));
    await shop.settled();
    await countCategoryReturns(await system.openDatabase(), toTenantId(merchant.owner.tenantId), new Date());
    const { body } = await calls.taken(merchant.owner.get('/dashboard/categories'));
    expect((await calls.taken(shop.get('/categories'))).body).toEqual(body);
    expect(body).toMatchObject({ window_days: 90, all: { first_orders: 120, returned: 55 } });
    expect(body.data).toMatchObject([
      { category: 'Coffee', customers: 80, first_orders: 60, returned: 40, compared: 'more' },
      { category: 'Tea', customers: 60, first_orders: 60, returned: 15, compared: 'less' },
      { category: 'Cups', customers: 55, first_orders: 0, returned: 0, rate: null, ci95: null, compared: null },
    ]);
    expect((body.data as { rate: number }[])[0]?.rate).toBeCloseTo(40 / 60, 3);
    const { shop: other } = await merchantOf(system);
    expect((await calls.taken(other.get('/categories'))).body.data).toEqual([]);
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
