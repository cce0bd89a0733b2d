import { readCsv } from '../../../../test/support/shop/read-csv.js';

const HEADER = 'order_id,customer_id,date,amount';

/** Three orders of three customers. @param numbers their numbers */
const orders = (...numbers: string[]): string =>
  numbers.map((number, i) => `${number},c${i + 1},2026-03-0${i + 1},${(i + 1) * 10}`).join('\n');

const ORDERS = ['completed c1 2026-03-01 10 #1001', 'completed c2 2026-03-02 20 #1002', 'completed c3 2026-03-03 30 #1003'];

describe('Order numbers of returns with amounts above zero', () => {
  it.each([
    ['RET-1002', '#1002'],
    ['RMA1002', '#1002'],
    ['Refund 1002', '#1002'],
    ['R1002', '#1002'],
    ['CN1002', '#1002'],
    ['GS-1002', '#1002'],
    ['Gutschrift-1002', '#1002'],
    ['2026-AVOIR-0007', '#2026-AVOIR-0007'],
    ['zwrot/1002', '#1002'],
    ['возврат-1002', '#1002'],
    ['退货1002', '#1002'],
    ['C536391', '#C536391'],
    ['1002-R1', '#1002'],
    ['1002-RET', '#1002'],
    ['RET-77', '#RET-77'],
  ])('are taken off: %s among plain numbers', async (number, of) => {
    const { short, found } = await readCsv(`${HEADER}\n${orders('1001', '1002', '1003')}\n${number},c2,2026-03-09,15`);
    expect([short, found.questions]).toEqual([[...ORDERS, `refunded c2 2026-03-09 15 ${of}`], []]);
    expect(found.summary).toMatchObject({ orders: 3, refunds: 1, amounts: new Map([['', 45]]) });
    expect(found.series).toMatchObject([{ numbers: 1, example: number, meaning: 'returns' }]);
  });

  it.each([
    ['SO-1002', 'RET-1002', 'SO-1002'],
    ['SO-1002', 'RET-SO-1002', 'SO-1002'],
    ['INV/2026/1002', 'CN/2026/1002', 'INV/2026/1002'],
    ['WEB1002', 'R-1002', 'WEB1002'],
  ])('are taken off an order with other letters: %s, %s', async (order, number, of) => {
    const others = [order.replace('1002', '1001'), order, order.replace('1002', '1003')];
    const { short, found } = await readCsv(`${HEADER}\n${orders(...others)}\n${number},c2,2026-03-09,15`);
    expect([short.at(-1), found.questions]).toEqual([`refunded c2 2026-03-09 15 #${of}`, []]);
  });

  it('are taken off in tables of items and without amounts too', async () => {
    const items = `order_id,customer_id,date,product,quantity,price\n1001,c1,2026-03-01,A,2,10\n1001,c1,2026-03-01,B,1,5\n1002,c2,2026-03-02,A,1,10\nRET-1001,c1,2026-03-09,A,1,10\nRET-1001,c1,2026-03-09,B,1,5`;
    expect((await readCsv(items)).short).toEqual([
      'completed c1 2026-03-01 25 #1001',
      'completed c2 2026-03-02 10 #1002',
      'refunded c1 2026-03-09 15 #1001',
    ]);
    const bare = 'order_id,customer_id,date\n1001,c1,2026-03-01\n1002,c2,2026-03-02\nRET-1001,c1,2026-03-09\nRET-5,c2,2026-03-09';
    const { short, leftOut } = await readCsv(bare, { mapping: { columns: { amount: null } } });
    expect(short).toEqual([
      'completed c1 2026-03-01 none #1001',
      'completed c2 2026-03-02 none #1002',
      'refunded c1 2026-03-09 none #1001',
    ]);
    expect(leftOut).toEqual(['returns without an amount and without their order']);
  });

  it.each([
    ['a code that may mean anything', 'R5001', 'R', null],
    ['a code of another customer', 'CN1001', 'CN', null],
    ['other letters of the same customer', 'A1002', 'A', '1002'],
  ])('are asked about, and either answer is followed: %s', async (_, number, series, original) => {
    const text = `${HEADER}\n${orders('1001', '1002', '1003')}\n${number},c2,2026-03-09,15`;
    expect((await readCsv(text)).found.questions).toEqual([{ kind: 'numbers', series, numbers: 1, example: number, original }]);
    const answered = async (meaning: 'orders' | 'returns') => readCsv(text, { mapping: { numbers: { [series]: meaning } } });
    const [kept, taken] = [await answered('orders'), await answered('returns')];
    expect([kept.short.at(-1), kept.found.questions]).toEqual([`completed c2 2026-03-09 15 #${number}`, []]);
    expect([taken.short.at(-1), taken.found.questions]).toEqual([`refunded c2 2026-03-09 15 #${original ?? number}`, []]);
  });

  it.each(['cancelled', 'storniert', 'pending'])(
    'take nothing off where the return was %s, and give back what an earlier file took',
    async (status) => {
      const text = `${HEADER},status\n1001,c1,2026-03-01,10,paid\n1002,c2,2026-03-02,20,paid\nRET-1002,c2,2026-03-09,15,${status}`;
      const { short, leftOut, ended, found } = await readCsv(text);
      expect(short).toEqual(ORDERS.slice(0, 2));
      expect(leftOut).toEqual([`returns with the status "${status}"`]);
      expect(ended).toEqual(['refunded c2 2026-03-09 0 #1002']);
      expect(found.summary).toMatchObject({ orders: 2, refunds: 0, amounts: new Map([['', 30]]) });
    },
  );

  it('are asked about when a file has no others', async () => {
    const { found } = await readCsv(`${HEADER}\n${orders('RET-1', 'RET-2', 'RET-3')}`);
    expect(found.questions).toMatchObject([{ kind: 'numbers', series: 'RET', numbers: 3 }]);
  });

  it('are orders when the owner says so', async () => {
    const text = `${HEADER}\n${orders('1001', '1002', '1003')}\nRET-1002,c2,2026-03-09,15`;
    expect((await readCsv(text, { mapping: { numbers: { RET: 'orders' } } })).short.at(-1)).toBe('completed c2 2026-03-09 15 #RET-1002');
  });

  it('do not come off twice where a row says by its type or sign that it is a return', async () => {
    const text = (series: string): string =>
      `${HEADER},type\n1001,c1,2026-03-01,10,order\n1002,c2,2026-03-02,20,order\n${series}1002,c2,2026-03-09,15,refund\n${series}1001,c1,2026-03-09,-5,refund`;
    const { short, found } = await readCsv(text('R'));
    expect([short.slice(2), found.questions]).toEqual([['refunded c2 2026-03-09 15 #1002', 'refunded c1 2026-03-09 5 #1001'], []]);
    expect((await readCsv(text('X'))).found.questions).toEqual([]);
  });
});

describe('Order numbers that are numbering only', () => {
  it.each([
    ['all with one letter', ['R1001', 'R1002', 'R1003']],
    ['a second shop with own customers', ['1001', '1002', 'A1003']],
    ['a second shop that counts from the same number', ['1001', '1002', 'WEB-1001']],
    ['two shops', ['DE-1001', 'AT-1001', 'DE-1002']],
    ['parts of a delivery', ['1001', '1002', '1002-B']],
    ['random ids', ['r4k29f1a', 'x8d1q0zz', 'c7ab2m5e']],
    ['ids of a market place', ['302-1234567-1234567', 'D01-1234567-7654321', '302-7654321-7654321']],
    ['invoices', ['RE-1001', 'RE-1002', '1003']],
  ])('stay orders: %s', async (_, numbers) => {
    const { short, found } = await readCsv(`${HEADER}\n${orders(...numbers)}`);
    expect([short.map((one) => one.split(' ')[0]), found.questions]).toEqual([['completed', 'completed', 'completed'], []]);
    expect(found.series.filter(({ meaning }) => meaning !== 'orders')).toEqual([]);
  });
});
