import { readCsv } from '../../../test/support/shop/read-csv.js';

const END = '2026-11-20T23:59:59.000Z';
const DAY = '2026-11-20';
const SHOPIFY = [
  'Customer ID,First Name,Last Name,Email,Accepts Email Marketing,Default Address Company,Default Address City,Phone,Accepts SMS Marketing,Total Spent,Total Orders,Note,Tax Exempt,Tags',
  "'601,Anna,Total,anna@shop.example,,,Bonn,'+491512345678,no,412.50,8,,no,vip",
  "'602,Ben,Example,,,,Bonn,'+491512345679,no,20.00,1,,no,",
  "'603,Carl,Example,,,,,,no,10.00,1,,no,",
  "'604,Dora,Example,dora@shop.example,,,,,no,0.00,0,,no,newsletter",
  ',,,,,,,,no,5.00,1,,no,',
  "'606,Eva,Example,noemail@shop.example,,,,,no,5.00,one,,no,",
];
const WOO = [
  'Name,Username,Last active,Sign up,Email,Orders,Total spend,AOV,Country / Region,City,Region,Postal code',
  'Anna Example,anna,2026-11-19 10:00:00,2020-01-01 10:00:00,anna@shop.example,3,90.30,30.10,DE,Bonn,NW,53111',
  'Ben Example,,,,ben@shop.example,1,20.00,20.00,DE,Bonn,NW,53111',
  'Carl Example,carl,2026-11-19 10:00:00,2026-11-19 10:00:00,carl@shop.example,0,0.00,0.00,DE,Bonn,NW,53111',
];
const LIFETIMES = [
  'customer_id,frequency,recency,T,monetary_value',
  '1001,2,30.0,38.0,22.30',
  '1002,0,0.0,10.0,0.0',
  '1003,1.0,7.0,7.0,50.0',
];

describe('A file that sums up customers', () => {
  const of = (rows: readonly string[], unit?: 'days' | 'weeks' | 'months') =>
    readCsv(rows.join('\n'), { until: DAY, ...(unit !== undefined && { mapping: { unit } }) });
  const named = (events: Awaited<ReturnType<typeof readCsv>>['events']) =>
    events.map(({ customer_id: customer, data }) => [customer, data?.orders, data?.spent]);

  it('is a customer export of Shopify: each buyer by all that identifies them, without subscribers', async () => {
    const { found, events, leftOut, wrong } = await of(SHOPIFY);
    expect([found.recognised, found.questions]).toEqual(['shopify-customers', []]);
    expect(named(events)).toEqual([
      ['email:anna@shop.example', 8, 412.5],
      ['phone:+491512345678', 8, 412.5],
      ['601', 8, 412.5],
      ['phone:+491512345679', 1, 20],
      ['602', 1, 20],
      ['603', 1, 10],
    ]);
    expect(events.map(({ event_type: type }) => type)).toEqual(events.map(() => 'customer_history'));
    expect(events[0]).toMatchObject({ occurred_at: END, data: { until: END } });
    expect(leftOut).toEqual(['customers without an order']);
    expect(wrong).toEqual(['6: the customer is empty', '7: the number of orders is "one", not a whole number']);
    expect(found.summary).toMatchObject({ orders: 0, customers: 3, wrong: 2, consents: null });
    expect(found.summary?.histories).toEqual({ customers: 3, orders: 10, withoutOrders: 1, withoutLastDay: 3, until: END, day: DAY });
    expect([...(found.summary?.amounts ?? [])]).toEqual([['', 442.5]]);
  });

  it('is a customer export of WooCommerce, in which the last visit is not the last order', async () => {
    const { found, events, leftOut, wrong } = await of(WOO);
    expect([found.recognised, found.questions, wrong]).toEqual(['woocommerce-customers', [], []]);
    expect(named(events)).toEqual([
      ['email:anna@shop.example', 3, 90.3],
      ['email:ben@shop.example', 1, 20],
    ]);
    expect(events.map(({ data }) => [data?.first_order_at, data?.last_order_at])).toEqual([
      [undefined, undefined],
      [undefined, undefined],
    ]);
    expect(leftOut).toEqual(['customers without an order']);
  });

  it('is an RFM summary, in which frequency counts the orders after the first and the amount is their mean', async () => {
    const { found, events, wrong } = await of(LIFETIMES, 'days');
    expect([found.recognised, found.questions, wrong]).toEqual(['rfm', [], []]);
    expect(named(events)).toEqual([
      ['1001', 3, 66.9],
      ['1002', 1, undefined],
      ['1003', 2, 100],
    ]);
    expect(events.map(({ data }) => [data?.first_order_at?.slice(0, 10), data?.last_order_at?.slice(0, 10)])).toEqual([
      ['2026-10-13', '2026-11-12'],
      ['2026-11-10', '2026-11-10'],
      ['2026-11-13', '2026-11-20'],
    ]);
    expect(found.summary).toMatchObject({ withoutAmount: 1, histories: { customers: 3, orders: 6, withoutLastDay: 0 } });
  });

  it('is an RFM summary of CLVTools, in weeks', async () => {
    const { found, events } = await of(['Id,x,t.x,T.cal,Spending', '7,1,2,4,30.5'], 'weeks');
    expect(found.recognised).toBe('rfm');
    expect(events).toMatchObject([
      {
        customer_id: '7',
        data: { orders: 2, spent: 61, first_order_at: '2026-10-23T23:59:59.000Z', last_order_at: '2026-11-06T23:59:59.000Z' },
      },
    ]);
  });

  it('is any table with the number of orders of each customer, and the days of the first and the last', async () => {
    const { found, events, wrong } = await of([
      'customer_id,orders_count,total_spent,first_order_date,last_order_date',
      'k-1,1200,30.5,2024-05-01,2026-11-01',
      'Total,1200,30.5,,',
    ]);
    expect([found.recognised, found.questions, wrong]).toEqual(['customer-totals', [], []]);
    expect(events).toMatchObject([
      { customer_id: 'k-1', data: { orders: 1200, first_order_at: '2024-05-01T00:00:00.000Z', last_order_at: '2026-11-01T00:00:00.000Z' } },
    ]);
  });

  it('asks for what no file says: the day, and the unit of its times', async () => {
    expect((await readCsv(SHOPIFY.join('\n'))).found.questions).toEqual([{ kind: 'until', of: 'export', fault: null }]);
    expect((await readCsv(LIFETIMES.join('\n'))).found.questions).toEqual([
      { kind: 'until', of: 'observation', fault: null },
      { kind: 'unit', columns: ['recency', 'T'], largest: 38 },
    ]);
    for (const [until, fault] of [
      ['2999-01-01', '"2999-01-01" is in the future'],
      ['2026-02-30', 'the date "2026-02-30 23:59:59" does not exist'],
    ])
      expect((await readCsv(SHOPIFY.join('\n'), { until })).found.questions).toEqual([{ kind: 'until', of: 'export', fault }]);
    const { found } = await of(['customer_id,frequency,recency,T', '1,1,2,3'], 'days');
    expect(found.questions).toEqual([{ kind: 'amount' }]);
  });

  it.each([
    ['recency as days since the last order', '1,0,20,38,1', 'recency is 20 without a repeat order'],
    ['recency beyond T', '1,2,40,38,1', 'recency is 40, more than T (38)'],
    ['part of an order', '1,1.5,20,38,1', 'frequency is "1.5", not a whole number'],
    ['no age', '1,1,20,,1', 'recency and T must be numbers of 0 or more'],
    ['an age that no date can have', '1,1,20,1e400,4', 'T is Infinity: no order can be that old'],
    ['an age before all dates', '1,1,20,900000000,4', 'T is 900000000: no order can be that old'],
    ['a negative mean', '1,1,20,38,-4', 'the mean of the orders is -4, which is below zero'],
    ['a customer who is none', '0,1,20,38,4', 'the customer "0" is not one person'],
  ])('lists a row as wrong: %s', async (_, row, reason) => {
    const { events, wrong } = await of([LIFETIMES[0] ?? '', row, '2,1,20,38,4'], 'days');
    expect([events.map(({ customer_id: customer }) => customer), wrong]).toEqual([['2'], [expect.stringContaining(`2: ${reason}`)]]);
  });

  it('sums up a customer once, and lists a second row', async () => {
    const { events, wrong } = await of([LIFETIMES[0] ?? '', '2,1,20,38,4', '2,3,20,38,4'], 'days');
    expect([events.length, wrong]).toEqual([1, ['3: an earlier row sums up the same customer']]);
  });

  it('gives the same ids again, and others for a later day', async () => {
    const ids = async (until: string) => (await readCsv(WOO.join('\n'), { until })).events.map(({ event_id: id }) => id);
    expect(await ids(DAY)).toEqual(await ids(DAY));
    expect((await ids('2026-11-21')).some((id) => id === undefined)).toBe(false);
    expect(await ids('2026-11-21')).not.toEqual(await ids(DAY));
  });

  it('states the marketing consent too', async () => {
    const { events } = await of([SHOPIFY[0] ?? '', "'601,Anna,Example,anna@shop.example,no,,,,no,4.50,1,,no,"]);
    expect(events.map(({ event_type: type, customer_id: customer, data }) => [type, customer, data?.accepts_marketing])).toEqual([
      ['customer_history', 'email:anna@shop.example', undefined],
      ['customer_history', '601', undefined],
      ['customer_updated', 'email:anna@shop.example', false],
      ['customer_updated', '601', false],
    ]);
  });
});
