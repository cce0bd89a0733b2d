import { importFile } from '../../support/shop/import-file.js';
import { ChurnSystem } from '../../support/servers/churn-system.js';
import type { Shop } from '../../support/shop/shop.js';

const HEADER = 'order_id,customer_id,date,amount,status,refunded';
const FIRST = [
  HEADER,
  'o-1,c-1,2026-03-10,100.00,processing,0.00',
  'o-2,c-1,2026-03-11,50.00,completed,0.00',
  'o-3,c-2,2026-03-12,70.00,pending,0.00',
  'o-4,c-2,2026-03-13,30.00,cancelled,0.00',
  'o-5,c-3,2026-03-14,90.00,completed,40.00',
];
const LATER = [
  HEADER,
  'o-1,c-1,2026-03-10,80.00,completed,0.00',
  'o-2,c-1,2026-03-11,50.00,cancelled,0.00',
  'o-3,c-2,2026-03-12,70.00,completed,0.00',
  'o-4,c-2,2026-03-13,30.00,completed,0.00',
  'o-5,c-3,2026-03-14,90.00,completed,15.00',
];

describe('a later export of the same orders', () => {
  let system: ChurnSystem;
  let shop: Shop;

  beforeAll(async () => {
    system = await ChurnSystem.shared();
  }, 60_000);
  beforeEach(async () => {
    shop = await system.shop();
  });
  afterAll(() => system.stop());

  const imported = (rows: readonly string[]) => importFile(shop, system.api.url, rows);
  const totals = async (): Promise<Record<string, readonly [orders: number, spent: string]>> => {
    const rows = await shop.rows<{ external_id: string; orders_count: number; monetary_total: string }>(
      'customers',
      'external_id, orders_count, monetary_total::text',
    );
    return Object.fromEntries(rows.map((row) => [row.external_id, [row.orders_count, Number(row.monetary_total).toFixed(2)]]));
  };

  it('corrects amounts, cancellations, payments and refunds, and says how many orders changed', async () => {
    expect((await imported(FIRST)).printed).not.toContain('changed since');
    expect(await totals()).toEqual({ 'c-1': [2, '150.00'], 'c-2': [0, '0.00'], 'c-3': [1, '50.00'] });
    const later = await imported(LATER);
    expect(later.printed).toContain('4 orders changed since an earlier import');
    expect(await totals()).toEqual({ 'c-1': [1, '80.00'], 'c-2': [2, '100.00'], 'c-3': [1, '75.00'] });
  });

  it('changes nothing when it is the same file, and wins when it is the earlier file again', async () => {
    await imported(FIRST);
    const first = await totals();
    const again = await imported(FIRST);
    expect(again.printed).not.toContain('changed since');
    expect(again.printed).toContain('0 new, 4 known, 0 wrong');
    await imported(LATER);
    expect((await imported(FIRST)).printed).toContain('5 orders changed since an earlier import');
    expect(await totals()).toEqual(first);
  });

  it.each(['pending', 'failed', 'Cancelled', 'Awaiting check payment'])('takes back an order that it calls %s', async (status) => {
    await imported([HEADER, 'o-1,c-1,2026-03-10,100.00,completed,0.00', 'o-2,c-1,2026-03-11,50.00,completed,0.00']);
    const file = [HEADER, `o-1,c-1,2026-03-10,100.00,${status},0.00`, `o-9,c-9,2026-03-11,50.00,pending,0.00`];
    expect((await imported(file)).printed).toContain('1 order changed since an earlier import');
    expect(await totals()).toEqual({ 'c-1': [1, '50.00'] });
    expect((await imported(file)).printed).not.toContain('changed since');
    await imported([HEADER, 'o-1,c-1,2026-03-10,100.00,completed,0.00']);
    expect(await totals()).toEqual({ 'c-1': [2, '150.00'] });
  });

  it('moves the date of an order, earlier and later', async () => {
    const rows = (date: string) => ['order_id,customer_id,date,amount', `o-1,c-1,${date},100.00`, 'o-2,c-1,2026-03-01,5.00'];
    const placed = async () => (await shop.rows<{ placed_at: Date }>('orders', 'placed_at')).map((row) => row.placed_at.toISOString().slice(0, 10)).toSorted(); // prettier-ignore
    await imported(rows('2016-05-10'));
    for (const date of ['2026-05-10', '2026-04-10', '2026-06-10']) {
      expect((await imported(rows(date))).printed).toContain('1 order changed since');
      expect(await placed()).toEqual(['2026-03-01', date]);
    }
    const customers = await shop.rows<{ orders_count: number; last_order_at: Date }>('customers', 'orders_count, last_order_at');
    expect(customers.map((row) => [row.orders_count, row.last_order_at.toISOString().slice(0, 10)])).toEqual([[2, '2026-06-10']]);
  });

  it('corrects refunds that have rows of their own', async () => {
    const rows = (refund: string) => ['order_id,customer_id,date,amount', 'o-1,c-1,2026-03-10,100.00', `o-1,c-1,2026-03-12,${refund}`];
    await imported(rows('-30.00'));
    expect(await totals()).toEqual({ 'c-1': [1, '70.00'] });
    expect((await imported(rows('-10.00'))).printed).toContain('1 order changed since');
    expect(await totals()).toEqual({ 'c-1': [1, '90.00'] });
    expect((await imported(rows('-25.00'))).printed).toContain('1 order changed since');
    expect(await totals()).toEqual({ 'c-1': [1, '75.00'] });
  });

  it('gives an order to the customer whom it names now', async () => {
    const rows = (customer: string) => ['order_id,customer_id,date,amount', `o-1,${customer},2026-03-10,100.00`, 'o-2,c-1,2026-03-11,5.00'];
    await imported(rows('c-1'));
    await imported(rows('c-2'));
    expect(await totals()).toEqual({ 'c-1': [1, '5.00'], 'c-2': [1, '100.00'] });
  });

  it('is not stored by a dry run, which says what would change', async () => {
    await imported(FIRST);
    const events = await shop.rows<{ value: string }>('events', 'value::text');
    const event = {
      event_id: 'import:order:anything',
      customer_id: 'c-9',
      event_type: 'order_completed',
      occurred_at: '2026-03-10T00:00:00.000Z',
      value: 5,
      data: { order_id: 'o-9' },
    };
    await shop.post('/events', { events: [event], backfill: true }).expect(202);
    const tried = await shop.post('/events?dry_run=true', { events: [{ ...event, value: 6 }], backfill: true });
    expect(tried.body.results).toEqual([{ event_id: event.event_id, status: 'accepted', index: 0, corrected: true }]);
    expect(await shop.rows('events', 'value::text')).toHaveLength(events.length + 1);
    const same = await shop.post('/events', { events: [event], backfill: true }).expect(202);
    expect(same.body).toMatchObject({ accepted: 0, duplicates: 1 });
  });

  it('corrects no event but those of imports', async () => {
    const event = { event_id: 'e-1', customer_id: 'c-1', event_type: 'order_completed', occurred_at: '2026-03-10T00:00:00.000Z', value: 5 };
    await shop.post('/events', { events: [event], backfill: true }).expect(202);
    const other = await shop.post('/events', { events: [{ ...event, value: 6 }], backfill: true }).expect(202);
    expect(other.body.results).toEqual([{ event_id: 'e-1', status: 'duplicate', index: 0, conflict: true }]);
  });
});
