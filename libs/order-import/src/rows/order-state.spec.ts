import { readCsv } from '../../../../test/support/shop/read-csv.js';

/** The first word of each event, or the reason why a row is left out. */
async function statesOf(header: string, rows: readonly string[]): Promise<readonly string[]> {
  const text = [`order_id,customer_id,date,amount,${header}`, ...rows.map((row, i) => `${i + 1},c${i + 1},2026-03-1${i},5,${row}`)].join(
    '\n',
  );
  const { events, leftOut, wrong, found } = await readCsv(text);
  expect([wrong, found.questions]).toEqual([[], []]);
  const refunded = (total: number | undefined): string => (total === undefined || total === 0 ? '' : ' and refunded');
  return [...events.map(({ event_type: type, data }) => `${data?.order_id} ${type}${refunded(data?.refunded_total)}`), ...leftOut];
}

const left = (said: string): string => `orders with the status "${said}"`;

describe('An order counts only when all columns that speak of it say so', () => {
  it.each([
    ['paid', ['true', 'false'], ['1 order_completed', left('paid: false')]],
    ['is_paid', ['1', '0'], ['1 order_completed', left('is_paid: 0')]],
    ['Bezahlt', ['ja', 'nein'], ['1 order_completed', left('Bezahlt: nein')]],
    ['Paid', ['yes', ''], ['1 order_completed', left('Paid: empty')]],
    ['paid_at', ['2026-03-10 10:00', ''], ['1 order_completed', left('paid_at: empty')]],
    ['Payment', ['Paid', 'Unpaid'], ['1 order_completed', left('Payment: Unpaid')]],
    ['valid', ['1', '0'], ['1 order_completed', left('valid: 0')]],
    ['test', ['no', 'yes'], ['1 order_completed', left('test: yes')]],
    ['deleted_at', ['', '2026-03-12'], ['1 order_completed', left('deleted_at: a date')]],
    ['paused', ['0', '1'], ['1 order_completed', left('paused: 1')]],
    ['Returned', ['', 'Yes'], ['1 order_completed', '2 order_completed and refunded']],
    ['cancelled', ['false', 'true'], ['1 order_completed', '2 order_cancelled']],
    ['Payment Status', ['paid', 'open'], ['1 order_completed', left('open')]],
  ])('%s', async (name, cells, expected) => expect(await statesOf(name, cells)).toEqual(expected));

  it.each([
    [
      'Order Status,Payment Status',
      ['delivered,paid', 'cancelled,paid', 'new,unpaid', 'delivered,refunded', 'Pending,Paid'],
      '1 completed, 2 cancelled, 4 refunded, 5 completed',
    ],
    [
      'payment_status,fulfillment_status',
      ['PAID,PENDING', 'PAID,WILL_NOT_DELIVER', 'AWAITING_PAYMENT,PENDING', 'PAID,RETURNED'],
      '1 completed, 2 cancelled, 4 refunded',
    ],
    [
      'Bestellstatus,Zahlungsstatus,Versandstatus',
      ['Abgeschlossen,Bezahlt,Versandt', 'Storniert,Offen,Offen', 'In Bearbeitung,Offen,Offen'],
      '1 completed, 2 cancelled',
    ],
    ['status,paid_at', ['completed,2026-03-10', 'completed,', 'failed,'], '1 completed, 2 completed'],
    ['status,outcome', ['shipped,accepted', 'shipped,cancelled'], '1 completed, 2 cancelled'],
  ])('%s', async (header, rows, expected) => {
    const states = await statesOf(header, rows);
    const counted = states.filter((state) => !state.startsWith('orders')).map((state) => state.replace(/order_(?:completed and )?/, ''));
    expect(counted.join(', ')).toBe(expected);
  });

  it('but columns of amounts, methods and preferences say nothing about it', async () => {
    const states = await statesOf('paid,balance,payment,newsletter', ['5.00,0,Credit Card,yes', '0,5.00,Invoice,no']);
    expect(states).toEqual(['1 order_completed', '2 order_completed']);
  });

  it('and the owner sees what was guessed, and changes it', async () => {
    const text =
      'order_id,customer_id,date,amount,status,payment_status,paused\n1,c1,2026-03-10,5,delivered,pending,no\n2,c2,2026-03-11,5,delivered,paid,yes';
    const { found, events } = await readCsv(text);
    expect(events).toEqual([]);
    expect(found.statuses.filter(({ isKnown }) => !isKnown)).toEqual([
      { status: 'payment_status: pending', rows: 1, kind: 'not_bought', isKnown: false },
      { status: 'paused: yes', rows: 1, kind: 'not_bought', isKnown: false },
    ]);
    const statuses = { paymentstatuspending: 'bought', pausedyes: 'bought' } as const;
    expect((await readCsv(text, { mapping: { statuses } })).events).toHaveLength(2);
  });
});

describe('A row that says by its type that it is a refund', () => {
  it.each([
    ['Type', 'Invoice', 'Credit note'],
    ['transaction_type', 'sale', 'refund'],
    ['Belegart', 'Rechnung', 'Gutschrift'],
    ['Operation', 'Vente', 'Avoir'],
  ])('takes its amount off: %s', async (name, sale, refund) => {
    const { short, found, wrong } = await readCsv(
      `${name},customer_id,date,amount\n${sale},c1,2026-03-10,100\n${refund},c1,2026-03-12,40\n${sale},c2,2026-03-12,50`,
    );
    expect(short).toEqual(['completed c1 2026-03-10 100 #', 'refunded c1 2026-03-12 40 #', 'completed c2 2026-03-12 50 #']);
    expect([wrong, found.questions, [...found.summary!.amounts]]).toEqual([[], [], [['', 110]]]);
  });

  it('and payouts, quotes and other documents are no orders', async () => {
    const { short, leftOut } = await readCsv(
      'type,order_id,customer_id,date,amount\ncharge,1,c1,2026-03-10,100\nrefund,1,c1,2026-03-12,40\nquote,2,c1,2026-03-12,50',
    );
    expect(short).toEqual(['completed c1 2026-03-10 100 #1', 'refunded c1 2026-03-12 40 #1']);
    expect(leftOut).toContain('orders with the status "type: quote"');
  });
});
