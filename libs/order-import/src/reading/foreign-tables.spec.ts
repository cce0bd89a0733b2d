import { readCsv } from '../../../../test/support/shop/read-csv.js';

describe('Items without an order number', () => {
  it('of one customer and one time are one order', async () => {
    const { short, leftOut, found } = await readCsv(
      'customer_id,date,time,product,quantity,price\nc1,2026-03-10,10:05,A,1,10\nc1,2026-03-10,10:05,B,2,5\nc1,2026-03-10,18:00,A,1,10\nc2,2026-03-10,10:05,A,1,10',
    );
    expect(short).toEqual(['completed c1 2026-03-10 20 #', 'completed c1 2026-03-10 10 #', 'completed c2 2026-03-10 10 #']);
    expect([leftOut.length, found.rows, found.questions]).toEqual([1, 'items', []]);
  });

  it('are orders of their own when the owner says so', async () => {
    const text = 'customer_id,date,product,amount\nc1,2026-03-10,A,10\nc1,2026-03-10,B,5';
    expect((await readCsv(text)).short).toEqual(['completed c1 2026-03-10 15 #']);
    expect((await readCsv(text, { mapping: { rows: 'orders' } })).short).toHaveLength(2);
  });

  it('leave two sales of one day apart where rows name no product', async () => {
    expect((await readCsv('customer_id,date,amount\nc1,2026-03-10,10\nc1,2026-03-10,10')).short).toHaveLength(2);
  });
});

describe('A phone number that a till enters for everyone', () => {
  it('is no customer: the address of the row counts, and a row with nothing else is wrong', async () => {
    const { short, wrong } = await readCsv(
      'order_id,phone,email,date,amount\n1,0000000000,,2026-03-10,1\n2,+49 1111111,ann@shop.example,2026-03-10,2\n3,0123456789,,2026-03-10,3\n4,0151 2345678,,2026-03-10,4',
    );
    expect(short).toEqual(['completed email:ann@shop.example 2026-03-10 2 #2', 'completed phone:01512345678 2026-03-10 4 #4']);
    expect(wrong).toEqual(['2: the phone number is not one', '4: the phone number is not one']);
  });
});

describe('Rows that continue the order above them', () => {
  it.each([
    ['items add up', 'Subtotal', ['100', '60', '100'], [160, 100]],
    ['the first row has the total', 'Total', ['160', '', '100'], [160, 100]],
  ])('%s', async (_, name, [first, second, other], amounts) => {
    const { events, wrong, found } = await readCsv(
      `Order Reference,Order Date,Customer,Order Lines/Product,Order Lines/Quantity,Order Lines/Unit Price,${name},Status\nS1,2026-03-10,Ann,Desk,1,100,${first},Sales Order\n,,,Chair,2,30,${second},\nS2,2026-03-11,Bob,Desk,1,100,${other},Locked`,
    );
    expect([events.map(({ value }) => value), wrong, found.questions]).toEqual([amounts, [], []]);
  });

  it('are none where only a sum stands below the table', async () => {
    const { events, wrong } = await readCsv('order_id,customer_id,date,item,amount\n1,c1,2026-03-10,A,10\n1,c1,2026-03-10,B,5\n,,,,15');
    expect([events.map(({ value }) => value), wrong]).toEqual([[15], ['4: the customer is empty']]);
  });
});

describe('A table of orders', () => {
  it.each([
    ['order_id,customer_id,order_purchase_timestamp,payment_value\n1,c1,2026-03-10 10:00:00,5', 'completed c1 2026-03-10 5 #1'],
    ['Order Number,Customer ID,Order Placed,Order Total (inc. GST)\n1,c1,2026-03-10,5', 'completed c1 2026-03-10 5 #1'],
    ['customer_id,date,number_of_cds,dollar_value\n00001,19970101,1,11.77', 'completed 00001 1997-01-01 11.77 #'],
    ['Order ID,Order Creation Date,Total Amount,Username (Buyer)\n1,2026-03-10 10:00,5,Buyer_A', 'completed name:buyer_a 2026-03-10 5 #1'],
    ['ID,Customer ID,Created,Total\n7,c1,46091.4375,5', 'completed c1 2026-03-10 5 #7'],
    ['order_id,customer_id,created_at,total\n1,c1,Tue Mar 10 2026 10:00:00 GMT+0100 (CET),5', 'completed c1 2026-03-10 5 #1'],
    [
      'Auftragsnummer;Auftragsdatum;Kundennummer;Auftragssumme brutto;Bezahlt\nAU1;10.03.2026;K1;59,90;1',
      'completed K1 2026-03-10 59.9 #AU1',
    ],
  ])('is read by its names, with brackets, units and times of several kinds: %s', async (text, event) => {
    const { short, wrong, found } = await readCsv(text, text.includes(';') ? { sign: ';' } : {});
    expect([short, wrong, found.questions]).toEqual([[event], [], []]);
  });

  it.each([
    [
      'Portuguese',
      'Número do pedido;Data do pedido;Cliente;E-mail;Total;Status do pagamento\n1;25/03/2026;Ana;a@shop.example;R$ 1.234,50;Pago',
    ],
    ['Polish', 'Numer zamówienia;Data zamówienia;Klient;E-mail;Kwota;Status\n1;2026-03-25;Jan;a@shop.example;1 234,50 zł;Zrealizowane'],
    ['Swedish', 'Ordernummer;Orderdatum;Kund;E-post;Summa;Status\n1;2026-03-25;Jan;a@shop.example;1 234,50 kr;Betald'],
    ['Turkish', 'Sipariş No;Sipariş Tarihi;Müşteri;E-posta;Tutar;Durum\n1;25.03.2026;Ali;a@shop.example;1.234,50 TL;Teslim Edildi'],
    ['Russian', 'Номер заказа;Дата заказа;Клиент;E-mail;Сумма;Статус\n1;25.03.2026;Иван;a@shop.example;1 234,50 ₽;Выполнен'],
    ['Japanese', '注文番号;注文日時;購入者メールアドレス;合計金額;ステータス\n1;2026/03/25 10:00;a@shop.example;1234.50;入金済み'],
    ['Dutch', 'Bestelnummer;Datum;Klant;E-mailadres;Totaal incl. btw;Betaald\n1;25-03-2026;Anna;a@shop.example;€ 1.234,50;Ja'],
  ])('has columns in %s', async (_, text) => {
    const { short, wrong, found } = await readCsv(text, { sign: ';' });
    expect([short, wrong, found.questions]).toEqual([['completed email:a@shop.example 2026-03-25 1234.5 #1'], [], []]);
  });

  it.each([
    ['return_date', '2026-03-14', 'completed c1 2026-03-10 5 #1 -5'],
    ['Remboursé', '2.00', 'completed c1 2026-03-10 5 #1 -2'],
    ['payment_state', 'balance_due', ''],
  ])('has a column %s', async (name, cell, event) => {
    const { short, found } = await readCsv(`order_id,customer_id,date,amount,${name}\n1,c1,2026-03-10,5,${cell}`);
    expect([short.join(), found.unread]).toEqual([event, []]);
  });

  it('has its total below total, where amount counts pieces', async () => {
    const { short } = await readCsv('order_id,customer_id,date,product,price,amount,total\n1,c1,2026-03-10,A,10,2,20');
    expect(short).toEqual(['completed c1 2026-03-10 20 #1']);
  });

  it('continues an order whose first row has the status', async () => {
    const { short } = await readCsv(
      'order_id,customer_id,date,product,amount,status,deleted\n1,c1,2026-03-10,A,5,cancelled,0\n1,,,B,6,,0\n2,c2,2026-03-10,A,5,paid,0',
    );
    expect(short).toEqual(['cancelled c1 2026-03-10 11 #1', 'completed c2 2026-03-10 5 #2']);
  });

  it('has the currency that stands in the name of its amounts', async () => {
    const { events } = await readCsv('order_id,customer_id,date,total_usd\n1,c1,2026-03-10,5');
    expect(events[0]).toMatchObject({ value: 5, data: { currency: 'USD' } });
  });

  it('is asked about an order number that stands for orders of several days', async () => {
    const { found } = await readCsv(
      'id,email,date,total\n7,a@shop.example,2026-03-10,5\n7,a@shop.example,2026-04-10,6\n8,b@shop.example,2026-04-10,6',
    );
    expect(found.questions).toEqual([{ kind: 'order_numbers', order: '7', orders: 1, of: 'days' }]);
  });

  it('counts closed orders where most are closed, and shows it', async () => {
    const rows = ['closed', 'closed', 'open', 'voided'].map((status, i) => `${i},c${i},2026-03-10,5,${status}`);
    const { short, found } = await readCsv(`order_id,customer_id,date,amount,status\n${rows.slice(0, 3).join('\n')}`);
    expect(short.every((event) => event.startsWith('completed') && !event.includes(' -'))).toBe(true);
    expect(found.statuses[0]).toEqual({ status: 'closed', rows: 2, kind: 'bought', isKnown: false });
  });

  it('reads a column of types with one that is not known, and shows it', async () => {
    const rows = ['Rechnung', 'Gutschrift', 'Angebot', 'Lieferschein', 'Umbuchung'].map(
      (type, i) => `${i + 1},K1,0${i + 1}.03.2026,${type},10`,
    );
    const { short, leftOut, found } = await readCsv(`Belegnummer,Kundennummer,Datum,Belegart,Betrag\n${rows.join('\n')}`);
    expect(short).toEqual(['completed K1 2026-03-01 10 #1', 'refunded K1 2026-03-02 10 #2', 'completed K1 2026-03-05 10 #5']);
    expect(leftOut).toEqual(['orders with the status "Belegart: Angebot"', 'orders with the status "Belegart: Lieferschein"']);
    expect(found.statuses.filter(({ isKnown }) => !isKnown)).toEqual([
      { status: 'Belegart: Umbuchung', rows: 1, kind: 'bought', isKnown: false },
    ]);
  });

  it('takes no kind of payment for a refund', async () => {
    const rows = ['credit', 'paypal', 'transfer'].map((type, i) => `${i + 1},c1,2026-03-1${i},${type},10`);
    const { short } = await readCsv(`order_id,customer_id,date,payment type,amount\n${rows.join('\n')}`);
    expect(short.map((event) => event.split(' ')[0])).toEqual(['completed', 'completed', 'completed']);
  });

  it('takes nothing off for a refund that was cancelled', async () => {
    const { short, leftOut } = await readCsv(
      'order_id,customer_id,date,type,amount,status\n1,c1,2026-03-10,sale,10,paid\n1,c1,2026-03-11,refund,4,cancelled\n2,c1,2026-03-12,sale,10,paid\n2,c1,2026-03-13,refund,4,done',
    );
    expect([short, leftOut]).toEqual([
      ['completed c1 2026-03-10 10 #1', 'completed c1 2026-03-12 10 #2', 'refunded c1 2026-03-13 4 #2'],
      ['further line items of an order', 'further line items of an order'],
    ]);
  });

  it('takes purchases of a log of visits, and leaves the visits out', async () => {
    const { short, leftOut } = await readCsv(
      'event_time,event_type,product_id,price,user_id\n2019-10-01 00:00:00 UTC,view,1,35.79,7\n2019-10-01 00:00:05 UTC,purchase,2,33.20,8\n2019-10-01 00:00:05 UTC,cart,2,33.20,8',
    );
    expect([short, leftOut]).toEqual([['completed 8 2019-10-01 33.2 #'], ['visits and carts', 'visits and carts']]);
  });

  it('of OpenCart names states by numbers', async () => {
    const { short, found, leftOut } = await readCsv(
      'order_id,customer_id,email,total,order_status_id,currency_code,date_added\n1,5,a@shop.example,59.9,5,EUR,2026-03-10\n2,0,c@shop.example,9,0,EUR,2026-03-11\n3,0,c@shop.example,9,7,EUR,2026-03-12',
    );
    expect(found.title).toBe('order table of OpenCart');
    expect([short, leftOut]).toEqual([
      ['completed 5 2026-03-10 59.9 #1', 'cancelled email:c@shop.example 2026-03-12 9 #3'],
      ['orders with the status "0"'],
    ]);
  });
});

describe('A known layout', () => {
  it.each([
    [
      'Shopware, by the state of the payment',
      'orderNumber,orderDateTime,amountTotal,stateMachineState.technicalName,transactions.stateMachineState.technicalName,orderCustomer.customerNumber\n1,2026-03-10,5,open,open,c1\n2,2026-03-11,5,completed,refunded,c2\n3,2026-03-12,5,open,cancelled,c3',
      ['completed c1 2026-03-10 5 #1', 'completed c2 2026-03-11 5 #2 -5', 'cancelled c3 2026-03-12 5 #3'],
    ],
    [
      'Squarespace and its state of the delivery',
      'Order ID,Email,Financial Status,Fulfillment Status,Total,Created at,Lineitem name,Cancelled at\n1,a@shop.example,PAID,PENDING,5,2026-03-10,Cup,\n2,b@shop.example,PAID,CANCELED,5,2026-03-11,Cup,',
      ['completed email:a@shop.example 2026-03-10 5 #1', 'cancelled email:b@shop.example 2026-03-11 5 #2'],
    ],
    [
      'eBay and its date of payment',
      'Order Number,Buyer Username,Total Price,Sale Date,Paid On Date\n12-1,b1,$5.00,Mar-10-26,Mar-11-26\n12-2,b2,$5.00,Mar-10-26,',
      ['completed name:b1 2026-03-10 5 #12-1'],
    ],
    [
      'WooCommerce, which leaves nothing of a refunded order',
      'Date,Order #,Status,Customer,N. Revenue\n2026-03-10,1,Completed,Ann Bee,5\n2026-03-11,2,Refunded,Ann Bee,0',
      ['completed name:ann bee 2026-03-10 5 #1', 'cancelled name:ann bee 2026-03-11 0 #2'],
    ],
  ])('%s', async (_, text, expected) => {
    const { short, wrong } = await readCsv(text);
    expect([short, wrong]).toEqual([expected, []]);
  });
});
