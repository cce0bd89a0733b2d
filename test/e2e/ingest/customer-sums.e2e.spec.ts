import { importFile } from '../../support/shop/import-file.js';
import { daysAgo, order } from '../../support/shop/builders.js';
import { ChurnSystem } from '../../support/servers/churn-system.js';
import type { Shop } from '../../support/shop/shop.js';
import { removeUpload } from '../../support/shop/uploads.js';

const SHOPIFY =
  'Customer ID,First Name,Last Name,Email,Accepts Email Marketing,Default Address Company,Phone,Accepts SMS Marketing,Total Spent,Total Orders,Note,Tax Exempt,Tags';
const buyer = (id: string, email: string, orders: number, spent: string, accepts = 'yes') =>
  `'${id},Anna,Example,${email},${accepts},,,no,${spent},${orders},,no,`;

describe('a file that sums up customers, by the command', () => {
  let system: ChurnSystem;
  let shop: Shop;
  const until = daysAgo(30).slice(0, 10);

  beforeAll(async () => {
    system = await ChurnSystem.shared();
  }, 60_000);
  beforeEach(async () => {
    shop = await system.shop();
  });
  afterAll(() => system.stop());

  const imported = (rows: readonly string[], options: Parameters<typeof importFile>[3] = {}) =>
    importFile(shop, system.api.url, rows, { until, ...options });
  const customers = async () => {
    const { body } = await shop.get('/customers?limit=100').expect(200);
    const { data } = body as { data: { external_id: string; orders_count: number; monetary_total: string; churn: object | null }[] };
    return data.toSorted((one, other) => other.orders_count - one.orders_count);
  };
  const sums = async () => (await customers()).map(({ orders_count: orders, monetary_total: spent }) => [orders, spent]);

  it('brings the customers of a Shopify export with their sums, once, and a later export replaces them', async () => {
    const rows = [
      SHOPIFY,
      buyer('601', 'anna@shop.example', 8, '412.50'),
      buyer('602', 'ben@shop.example', 1, '20.00', 'no'),
      buyer('603', 'subscriber@shop.example', 0, '0.00'),
    ];
    const { code, printed } = await imported(rows);
    expect(code).toBe(0);
    expect(printed).not.toMatch(/last one (?:today|\d)/);
    expect(printed).toContain('skipped: 1 (customers without an order)');
    expect(printed).toContain(
      `read as customer export of Shopify: 2 customers with summaries of 9 orders until ${until}; 1 without orders left out, 432.50`,
    );
    expect(printed).toMatch(/orders\.csv \(shopify-customers\): .*\n {2}2 customers with summaries of 9 orders until/);
    expect(await sums()).toEqual([
      [8, '412.50'],
      [1, '20.00'],
    ]);
    for (const { external_id: id, churn } of await customers()) {
      expect(id).toMatch(/^email:[0-9a-f]{64}$/);
      expect(churn).not.toBeNull();
    }
    const stored = JSON.stringify(await shop.rows('events', 'event_id, data, event_type'));
    expect(stored).not.toMatch(/anna|Example|subscriber/i);
    expect((await imported(rows, { restart: true })).printed).not.toMatch(/changed|[1-9] new/);
    expect(await sums()).toEqual([
      [8, '412.50'],
      [1, '20.00'],
    ]);
    const later = await imported([SHOPIFY, buyer('601', 'anna@shop.example', 9, '450.00')], { until: daysAgo(1).slice(0, 10) });
    expect(later.code).toBe(0);
    expect(await sums()).toEqual([
      [9, '450.00'],
      [1, '20.00'],
    ]);
  });

  it('gives its sums to the customer that the shop knows, and makes room for the orders that it has', async () => {
    await shop.send(order({ customer_id: '601', occurred_at: daysAgo(60), value: 50, data: { order_id: 'o-1' } }));
    await imported([SHOPIFY, buyer('601', 'anna@shop.example', 8, '400.00')]);
    expect(await customers()).toMatchObject([{ external_id: '601', orders_count: 8, monetary_total: '400.00' }]);
  });

  it('meets the buyers of an export of orders by their address', async () => {
    await imported([
      'order_id,email,date,amount',
      `o-1,anna@shop.example,${daysAgo(50)},50.00`,
      `o-2,anna@shop.example,${daysAgo(10)},50.00`,
    ]);
    await imported([SHOPIFY, buyer('601', 'Anna@shop.example', 8, '400.00')]);
    expect(await sums()).toEqual([[9, '450.00']]);
  });

  it('reads RFM summaries, moved to today on demand, and takes them back with the upload', async () => {
    const rows = ['customer_id,frequency,recency,T,monetary_value', '1001,2,30.0,38.0,22.30', '1002,0,0.0,10.0,0.0'];
    const { code, printed } = await imported(rows, { until: '2011-12-09', unit: 'days', shiftToNow: true });
    expect(code).toBe(0);
    expect(printed).toContain('2 customers with summaries of 4 orders until 2011-12-09, 66.90');
    expect(printed).toContain('1 customer without an amount');
    expect(await sums()).toEqual([
      [3, '66.90'],
      [1, '0.00'],
    ]);
    const { body } = await shop.get('/customers/1001').expect(200);
    expect(Date.now() - Date.parse(body.last_order_at as string)).toBeLessThan(10 * 86_400_000);
    const { body: uploads } = await shop.get('/events/uploads').expect(200);
    expect(uploads.data[0].summary).toMatchObject({ orders: 4, customers: 2 });
    await removeUpload(shop, uploads.data[0].id as string);
    await shop.settled();
    expect(await customers()).toEqual([]);
  });
});
