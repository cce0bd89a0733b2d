import { readCsv } from '../../../../test/support/shop/read-csv.js';

const HEADER = 'order_id,customer_id,date,product,quantity,price';
const day = '2026-03-10';

describe('Discounts of a plain table', () => {
  it.each([
    ['money in cents', `${HEADER},discount\n1,c1,${day},A,2,10.00,3.00\n1,c1,${day},B,1,5.00,0.00\n2,c2,${day},A,1,10.00,10.00`, [22, 0]],
    ['amounts by their name', `${HEADER},discount_amount\n1,c1,${day},A,2,10,3\n2,c2,${day},A,1,10,1`, [17, 9]],
    ['percent by its name', `${HEADER},discount_percent\n1,c1,${day},A,2,10,50\n2,c2,${day},A,1,10,0`, [10, 10]],
    ['percent by its sign', `${HEADER},discount\n1,c1,${day},A,2,10,50%\n2,c2,${day},A,1,10,`, [10, 10]],
    ['shares', `${HEADER},Discount\n1,c1,${day},A,2,10,0.25\n2,c2,${day},A,1,10,0`, [15, 10]],
    ['lines that are price times quantity', `${HEADER},amount,discount\n1,c1,${day},A,2,10,20,3.00\n2,c2,${day},A,1,10,10,0`, [17, 10]],
    ['lines without it', `${HEADER},amount,discount\n1,c1,${day},A,2,10,17,3.00\n2,c2,${day},A,1,10,10,0`, [17, 10]],
    [
      'sales without it',
      `order_id,customer_id,date,product,Sales,Quantity,Discount\n1,c1,${day},A,957.58,5,0.45\n1,c1,${day},B,10,1,0`,
      [967.58],
    ],
    ['subtotals', `order_id,customer_id,date,subtotal,discount_amount\n1,c1,${day},100,10\n2,c2,${day},50,0`, [90, 50]],
    ['totals', `order_id,customer_id,date,total,discount\n1,c1,${day},100,10\n2,c2,${day},50,0`, [100, 50]],
  ])('are taken off once: %s', async (_, text, amounts) => {
    const { events, wrong, found } = await readCsv(text);
    expect([events.map(({ value }) => value), wrong, found.questions]).toEqual([amounts, [], []]);
  });

  it.each([
    ['whole numbers', ['10', '5'], { money: [25, 15], order: [25, 15], percent: [33, 19], included: [35, 20] }],
    [
      'an amount that each row of the order repeats',
      ['4.00', '0.00'],
      { money: [27, 20], order: [31, 20], percent: [33.6, 20], included: [35, 20] },
    ],
  ])('are asked about, and each answer is followed: %s', async (_, [first, second], answers) => {
    const text = `${HEADER},discount\n1,c1,${day},A,2,10,${first}\n1,c1,${day},B,1,15,${first === '10' ? 0 : first}\n2,c2,${day},A,2,10,${second}`;
    expect((await readCsv(text)).found.questions).toEqual([{ kind: 'discount', column: 'discount', example: first }]);
    for (const [discount, amounts] of Object.entries(answers)) {
      const { events, found } = await readCsv(text, { mapping: { discount: discount as 'money' } });
      expect([discount, events.map(({ value }) => value), found.questions]).toEqual([discount, amounts, []]);
    }
  });

  it('and shipping that the amounts of items leave out is named', async () => {
    const { found } = await readCsv(`${HEADER},Shipping Cost,Tax,Shipping Method\n1,c1,${day},A,2,10,4.90,1,Post`);
    expect(found.leftOut).toEqual(['Shipping Cost', 'Tax']);
    const whole = await readCsv(`order_id,customer_id,date,total,Shipping Cost\n1,c1,${day},20,4.90`);
    expect(whole.found.leftOut).toEqual([]);
  });
});
