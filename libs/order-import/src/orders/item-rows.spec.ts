import { readCsv } from '../../../../test/support/shop/read-csv.js';

const HEADER = 'order_id,customer_id,date';
const day = '2026-03-10';

describe('Several rows of one order', () => {
  it.each([
    ['different amounts', `${HEADER},amount\n1,c1,${day},10\n1,c1,${day},3\n2,c1,${day},7\n2,c1,${day},7`, [13, 14]],
    [
      'quantities and unit prices',
      `${HEADER},product,quantity,price\n1,c1,${day},A,2,5.00\n1,c1,${day},B,1,3.00\n2,c2,${day},A,4,5.00`,
      [13, 20],
    ],
    ['line totals next to unit prices', `${HEADER},qty,price,total\n1,c1,${day},2,5,10\n1,c1,${day},2,5,10\n2,c2,${day},4,5,20`, [20, 20]],
    ['the total of the order repeated', `${HEADER},qty,price,total\n1,c1,${day},2,5,13\n1,c1,${day},1,3,13\n2,c2,${day},4,5,20`, [13, 20]],
    ['a column named order total', `${HEADER},order_total\n1,c1,${day},13\n1,c1,${day},13`, [13]],
    [
      'discounts, shipping and a sum',
      `${HEADER},item,amount\n1,c1,${day},A,10\n1,c1,${day},Discount,2\n1,c1,${day},Shipping,5\n1,c1,${day},Total,13`,
      [13],
    ],
    [
      'rows that say by their type what they are',
      `${HEADER},type,name,amount\n1,c1,${day},line_item,Cup,20\n1,c1,${day},shipping,DHL,5\n1,c1,${day},discount,SUMMER,3\n1,c1,${day},total,,22\n2,c1,${day},line_item,Cup,20`,
      [22, 20],
    ],
    [
      'a sale, its lines and its payment',
      `${HEADER},Line type,sku,total\n1,c1,${day},Sale,,30\n1,c1,${day},Sale Line,A,20\n1,c1,${day},Sale Line,B,10\n1,c1,${day},Payment,,30`,
      [30],
    ],
    [
      'a sale without lines',
      `${HEADER},Line type,sku,total\n1,c1,${day},Sale,,30\n2,c1,${day},Sale,,12\n2,c1,${day},Sale Line,A,5\n2,c1,${day},Sale Line,B,7`,
      [30, 12],
    ],
    ['amounts with taxes', `${HEADER},qty,unit price excl. tax,line total incl. tax\n1,c1,${day},2,10,23.8\n1,c1,${day},1,5,5.95`, [29.75]],
    ['a negative discount', `${HEADER},item,amount\n1,c1,${day},A,10\n1,c1,${day},B,5\n1,c1,${day},Voucher,-3`, [12]],
    ['a sum without a product', `${HEADER},item,amount\n1,c1,${day},,13\n1,c1,${day},A,10\n1,c1,${day},B,3`, [13]],
    ['rows apart, the later one without customer and date', `${HEADER},item,amount\n1,c1,${day},A,10\n2,c2,${day},A,4\n1,,,B,3`, [4, 13]],
    ['an amount in the first row only', `${HEADER},item,amount\n1,c1,${day},A,10\n1,,,B,`, [10]],
    [
      'cancelled items',
      `${HEADER},item,amount,status\n1,c1,${day},A,10,shipped\n1,c1,${day},B,3,cancelled\n2,c1,${day},A,4,shipped`,
      [10, 4],
    ],
  ])('are one order: %s', async (_, text, amounts) => {
    const { events, wrong, found } = await readCsv(text);
    expect([wrong, found.questions]).toEqual([[], []]);
    expect(events.map(({ value }) => value)).toEqual(amounts);
    expect(found.summary).toMatchObject({ orders: amounts.length });
  });

  it.each([
    ['a payment after a cart', ['pending', 'paid'], ['completed c1 2026-03-10 7 #1']],
    ['the newest row first', ['shipped', 'paid', 'pending'], ['completed c1 2026-03-10 7 #1']],
    ['a cancellation', ['paid', 'cancelled'], ['cancelled c1 2026-03-10 7 #1']],
    ['carts only', ['pending', 'failed'], []],
  ])('are one order in its most advanced state when only their status differs: %s', async (_, statuses, expected) => {
    const rows = statuses.map((status) => `1,c1,${day},7,${status}`);
    const { short, wrong, found } = await readCsv(`${HEADER},amount,status\n${rows.join('\n')}\n2,c2,${day},9,paid`);
    expect([wrong, found.questions]).toEqual([[], []]);
    expect(short).toEqual([...expected, 'completed c2 2026-03-10 9 #2']);
  });

  it('are one order in its last state where they have dates, placed at the first of them', async () => {
    const { short, leftOut } = await readCsv(
      `${HEADER},amount,status,email\n1,c1,2026-03-12,7,paid,\n1,,2026-03-11,,cancelled,\n1,,2026-03-10,,pending,\n2,c2,${day},9,paid,`,
    );
    expect(short).toEqual(['completed c1 2026-03-10 7 #1', 'completed c2 2026-03-10 9 #2']);
    expect(leftOut).toEqual(['other states of an order', 'other states of an order']);
  });

  it('with prices and no quantities are asked about', async () => {
    const { found } = await readCsv(`${HEADER},price\n1,c1,${day},7\n1,c1,${day},7\n2,c2,${day},9`);
    expect(found.questions).toEqual([{ kind: 'rows', order: '1', rows: 2, amount: 7 }]);
  });

  it('with one amount are asked about, and either answer is followed', async () => {
    const text = `${HEADER},amount\n1,c1,${day},7\n1,c1,${day},7\n2,c2,${day},9`;
    expect((await readCsv(text)).found.questions).toEqual([{ kind: 'rows', order: '1', rows: 2, amount: 7 }]);
    const answered = async (rows: 'items' | 'orders') => (await readCsv(text, { mapping: { rows } })).events.map(({ value }) => value);
    expect(await answered('items')).toEqual([14, 9]);
    expect(await answered('orders')).toEqual([7, 9]);
  });

  it('of which one has a wrong amount are wrong together', async () => {
    const { events, wrong } = await readCsv(
      `${HEADER},item,amount\n1,c1,${day},A,10\n1,c1,${day},B,five\n2,c1,${day},A,1\n2,c1,${day},B,2\n1,c1,${day},C,1`,
    );
    expect(events.map(({ value }) => value)).toEqual([3]);
    expect(wrong).toEqual(['3: "five" is not an amount', '6: another row of order 1 is wrong, so its total is not known']);
  });

  it('of which a later one is negative are an order and a return', async () => {
    const { short } = await readCsv(`${HEADER},item,amount\n1,c1,${day},A,10\n1,c1,${day},B,5\n1,c1,2026-03-20,B,-5`);
    expect(short).toEqual(['completed c1 2026-03-10 15 #1', 'refunded c1 2026-03-20 5 #1']);
  });

  it('with the number of a return invoice are a return', async () => {
    const { short, found } = await readCsv(
      'InvoiceNo,Quantity,InvoiceDate,UnitPrice,CustomerID\n536365,6,2010-12-01,2.55,17850.0\n536365,8,2010-12-01,2.75,17850.0\n536370,2,2010-12-01,1,12583.0\nC536391,-12,2010-12-02,1.65,17850.0',
    );
    expect(short).toEqual([
      'completed 17850 2010-12-01 37.3 #536365',
      'completed 12583 2010-12-01 2 #536370',
      'refunded 17850 2010-12-02 19.8 #C536391',
    ]);
    expect(found.rows).toBe('items');
  });
});
