import { readCsv } from '../../../../test/support/shop/read-csv.js';

describe('A file of a known layout', () => {
  it.each([
    [
      'magento',
      `ID,Purchase Point,Purchase Date,Grand Total (Base),Grand Total (Purchased),Status,Customer Email,Total Refunded
       000000101,Main,2026-01-31 15:45:12,59.9000,59.9000,complete,m1@shop.example,
       000000102,Main,2026-02-01 00:05:00,120.0000,120.0000,processing,m2@shop.example,20.0000
       000000103,Main,2026-02-02 09:00:00,80.0000,80.0000,canceled,m1@shop.example,
       000000104,Main,2026-02-03 09:00:00,70.0000,70.0000,closed,m2@shop.example,70.0000
       000000105,Main,2026-02-04 09:00:00,33.0000,33.0000,pending_payment,m2@shop.example,`,
      [
        'completed email:m1@shop.example 2026-01-31 59.9 #000000101',
        'completed email:m2@shop.example 2026-02-01 120 #000000102 -20',
        'cancelled email:m1@shop.example 2026-02-02 80 #000000103',
        'completed email:m2@shop.example 2026-02-03 70 #000000104 -70',
      ],
    ],
    [
      'bigcommerce',
      `Order ID,Order Status,Order Date,Order Time,Subtotal (inc tax),Tax Total,Shipping Cost (inc tax),Coupon Details,Order Total (inc tax),Order Total (ex tax),Refund Amount,Customer ID,Customer Name,Customer Email,Customer Phone,Ship Method,Payment Method,Total Quantity,Total Shipped,Date Shipped,Order Currency Code,Exchange Rate,Billing Name,Billing Email
       101,Completed,03/31/2026,14:05:00,10.00,1.00,2.50,,12.50,11.50,0.00,0,Ann T,a@shop.example,,Flat,Card,2,2,04/01/2026,EUR,1.0,Ann T,a@shop.example
       102,Incomplete,04/01/2026,09:00:00,10.00,1.00,2.50,,12.50,11.50,0.00,7,Bob T,b@shop.example,,Flat,Card,2,0,,EUR,1.0,Bob T,b@shop.example
       103,Refunded,04/02/2026,09:00:00,10.00,1.00,2.50,,12.50,11.50,12.50,7,Bob T,b@shop.example,,Flat,Card,2,0,,EUR,1.0,Bob T,b@shop.example`,
      ['completed email:a@shop.example 2026-03-31 12.5 #101', 'completed 7 2026-04-02 12.5 #103 -12.5'],
    ],
    [
      'prestashop',
      `ID,Reference,New client,Delivery,Customer,Total,Payment,Status,Date
       5,KHWLILZLL,1,France,J. DOE,€29.90,Bank,Payment accepted,2026-03-10 10:00:00
       6,OHSATSERP,0,Spain,A. ROE,€19.90,Check,Awaiting check payment,2026-03-11 10:00:00`,
      ['completed name:j. doe 2026-03-10 29.9 #5'],
    ],
    [
      'squarespace',
      `Order ID,Email,Financial Status,Paid at,Currency,Amount Refunded,Total,Created at,Lineitem quantity,Lineitem name,Cancelled at
       1,a@shop.example,PAID,7/25/2018 21:06,USD,0,30,7/25/2018 21:06,1,Coffee,
       1,,,,,,,,1,Tea,
       2,c@shop.example,refunded,7/25/2018 22:12,USD,20,20,7/25/2018 22:12,1,Coffee,7/26/2018 12:32`,
      ['completed email:a@shop.example 2018-07-25 30 #1', 'cancelled email:c@shop.example 2018-07-26 20 #2 -20'],
    ],
    [
      'wix',
      `Order number,Date created,Time,Total order quantity,Contact email,Item,Qty,Price,Payment status,Total,Currency
       10001,2025-12-08,9:15:51 AM,2,t@shop.example,Cup,1,10,Paid,25,EUR
       10001,2025-12-08,9:15:51 AM,2,t@shop.example,Mug,1,15,Paid,25,EUR
       10002,2025-12-09,9:15:51 AM,1,u@shop.example,Cup,1,10,Unpaid,10,EUR`,
      ['completed email:t@shop.example 2025-12-08 25 #10001'],
    ],
    [
      'etsy',
      `Sale Date,Order ID,Buyer User ID,Full Name,Number of Items,Currency,Order Value,Order Total,Status
       03/14/26,6001,u1,Alice M,3,EUR,9.00,11.90,Paid
       03/20/26,6002,u2,Bob D,1,EUR,12.00,16.50,Canceled`,
      ['completed name:u1 2026-03-14 11.9 #6001', 'cancelled name:u2 2026-03-20 16.5 #6002'],
    ],
    [
      'etsy-items',
      `Sale Date,Item Name,Buyer,Quantity,Price,Discount Amount,Item Total,Currency,Order ID
       03/14/26,Fox,u1,2,3.50,0,7.00,EUR,5001
       03/14/26,Cat,u1,1,3.00,1.00,3.00,EUR,5001
       03/15/26,Fox,u2,1,3.50,0,3.50,EUR,5002`,
      ['completed name:u1 2026-03-14 9 #5001', 'completed name:u2 2026-03-15 3.5 #5002'],
    ],
    [
      'amazon',
      `order-id,order-item-id,purchase-date,buyer-email,buyer-name,sku,quantity-purchased,currency,item-price,shipping-price,item-promotion-discount
       1-1,1,2026-01-01T00:00:00+00:00,x@market.example,A B,s,2,EUR,10.00,2.00,1.00
       1-1,2,2026-01-01T00:00:00+00:00,x@market.example,A B,t,1,EUR,5.00,0,0`,
      ['completed email:x@market.example 2026-01-01 16 #1-1'],
    ],
    [
      'ebay',
      `Sales Record Number,Order Number,Buyer Username,Item Title,Quantity,Sold For,Total Price,Sale Date
       101,12-1,b1,,3,$30.00,$35.00,Mar-10-26
       101,12-1,b1,Lamp,1,$10.00,,Mar-10-26
       102,12-2,b2,Cup,1,$7.00,$8.00,Mar-13-26
       2,record(s) downloaded,,,,,,
       Seller ID : shop,,,,,,,`,
      ['completed name:b1 2026-03-10 35 #12-1', 'completed name:b2 2026-03-13 8 #12-2'],
    ],
    [
      'square',
      `Date,Time,Time Zone,Gross Sales,Net Sales,Total Collected,Transaction ID,Event Type,Customer ID,Customer Name
       2026-03-10,10:15:00,Eastern Time,$12.00,$12.00,$12.00,T1,Payment,CU1,Ann
       2026-03-11,10:15:00,Eastern Time,$5.00,$5.00,$5.00,T2,Payment,,
       2026-03-12,10:15:00,Eastern Time,-$4.00,-$4.00,-$4.00,T3,Refund,CU1,Ann`,
      ['completed CU1 2026-03-10 12 #T1', 'refunded CU1 2026-03-12 4 #T3'],
    ],
    [
      'square-items',
      `Date,Time,Time Zone,Category,Item,Qty,Price Point Name,SKU,Modifiers Applied,Gross Sales,Discounts,Net Sales,Tax,Transaction ID,Payment ID,Device Name,Notes,Details,Event Type,Location,Dining Option,Customer ID,Customer Name,Customer Reference ID,Unit,Count,GTIN,Itemization Type,Commission,Employee,Fulfillment Note,Channel,Token,Card Brand,PAN Suffix
       2026-03-10,10:15:00,Eastern Time (US & Canada),Tea,Pot,1.0,Regular,,,$12.00,-$2.00,$10.00,$0.80,T1,P1,Till,,,Payment,Main,,CU1,Ann,,,1,,Physical Good,$0.00,,,Till,K1,Visa,1234
       2026-03-10,10:15:00,Eastern Time (US & Canada),Tea,Cup,2.0,Regular,,,$5.00,$0.00,$5.00,$0.40,T1,P1,Till,,,Payment,Main,,CU1,Ann,,,2,,Physical Good,$0.00,,,Till,K2,Visa,1234
       2026-03-11,10:15:00,Eastern Time (US & Canada),Tea,Cup,1.0,Regular,,,$2.50,$0.00,$2.50,$0.20,T2,P2,Till,,,Payment,Main,,,,,,1,,Physical Good,$0.00,,,Till,K3,Visa,1234
       2026-03-12,10:15:00,Eastern Time (US & Canada),Tea,Cup,-1.0,Regular,,,-$2.50,$0.00,-$2.50,-$0.20,T3,P3,Till,,,Refund,Main,,CU1,Ann,,,-1,,Physical Good,$0.00,,,Till,K4,Visa,1234`,
      ['completed CU1 2026-03-10 16.2 #T1', 'refunded CU1 2026-03-12 2.7 #T3'],
    ],
    [
      'stripe',
      `id,Created date (UTC),Amount,Amount Refunded,Currency,Captured,Status,Customer ID,Customer Email
       ch_1,2026-03-10 10:00:00,20.00,0.00,eur,true,Paid,cus_1,a@shop.example
       ch_2,2026-03-11 10:00:00,30.00,0.00,eur,false,Failed,cus_1,a@shop.example
       ch_3,2026-03-12 10:00:00,40.00,10.00,eur,true,Paid,,b@shop.example`,
      ['completed cus_1 2026-03-10 20 #ch_1', 'completed email:b@shop.example 2026-03-12 40 #ch_3 -10'],
    ],
    [
      'shopware',
      `id,order_number,order_date_time,amount_total,order_customer_email,order_customer_customer_number,state_machine_state_name
       a1,10001,2026-03-10 10:00:00.000,59.9,a@shop.example,20001,Open
       a2,10002,2026-03-11 10:00:00.000,39.9,b@shop.example,20002,Cancelled`,
      ['completed 20001 2026-03-10 59.9 #10001', 'cancelled 20002 2026-03-11 39.9 #10002'],
    ],
    [
      'woocommerce',
      `Order Number,Order Status,Order Date,Email (Billing),Order Total Amount
       #501,Completed,2026-01-15 12:00,a@shop.example,108.00
       #501,Completed,2026-01-15 12:00,a@shop.example,108.00
       #502,wc-failed,2026-01-16 12:00,a@shop.example,20.00`,
      ['completed email:a@shop.example 2026-01-15 108 #501'],
    ],
  ])('is read by name: %s', async (layout, text, events) => {
    const { found, short, wrong } = await readCsv(text);
    expect(found.recognised).toBe(layout);
    expect([wrong, found.questions]).toEqual([[], []]);
    expect(short).toEqual(events);
  });

  it('is read by name when it is the profile "Default orders" of Shopware, and the ids of its states are listed to be decided', async () => {
    const cells = (order: string, state: string) =>
      `a${order};${order};s;Ann;T;a@shop.example;St 1;1;Town;;;c;;59.9;${state};[];2026-03-10 10:00:00`;
    const header =
      'id;order_number;sales_channel_id;customer_firstname;customer_lastname;customer_email;billing_address_street;billing_address_zipcode;billing_address_city;billing_address_company;billing_address_department;billing_address_country_id;billing_address_country_state_id;amount_total;order_state_id;line_items;order_date_time';
    const [open, cancelled] = ['0190a6c21d3e7c4f8a5b6c7d8e9f0a1b', '0190a6c21d3e7c4f8a5b6c7d8e9f0a1c'];
    const text = [header, cells('10001', open), cells('10002', open), cells('10003', cancelled)].join('\n');
    const { found, short } = await readCsv(text, { sign: ';' });
    expect([found.recognised, short.length]).toEqual(['shopware', 3]);
    expect(found.statuses).toEqual([
      { status: open, rows: 2, kind: 'bought', isKnown: false },
      { status: cancelled, rows: 1, kind: 'bought', isKnown: false },
    ]);
    const decided = await readCsv(text, { sign: ';', mapping: { statuses: { [cancelled]: 'cancelled' } } });
    expect(decided.short[2]).toBe('cancelled email:a@shop.example 2026-03-10 59.9 #10003');
  });

  it.each([
    ['days since the last order', 'CustomerID,frequency,recency,monetary\n1,2,30,22.3'],
    ['scores', 'customer_id,frequency,monetary,rfm_score\n1,2,30,555'],
  ])('is refused with the reason when it sums up customers in a way that nobody can be sure of: %s', async (_, text) => {
    const { found } = await readCsv(text);
    expect(found.questions).toEqual([{ kind: 'refused', reason: expect.stringMatching(/^This file sums up customers/) }]);
  });

  it('is refused with the report to choose when Amazon names no buyers', async () => {
    const { found } = await readCsv(
      'amazon-order-id,purchase-date,order-status,sku,currency,item-price\n1-1,2026-01-01,Shipped,s,EUR,5.00',
    );
    expect(found.questions).toEqual([{ kind: 'refused', reason: expect.stringContaining('buyer-email') }]);
  });

  it.each([
    [
      'OpenCart',
      'order_id,customer_id,email,date_added,total,order_status\n1,0,a@shop.example,2026-03-10,10.0,Complete',
      'completed email:a@shop.example 2026-03-10 10 #1',
    ],
    [
      'Odoo',
      'Order Reference,Creation Date,Customer,Total,Status\nS1,2026-03-10 10:00:00,Azure Interior,100.0,Sales Order',
      'completed name:azure interior 2026-03-10 100 #S1',
    ],
    ['a till', 'invoice_id,buyer,created,amount_paid\n1,b-7,2026-03-10,5', 'completed b-7 2026-03-10 5 #1'],
  ])('is read as a table of orders by the names of its columns: %s', async (_, text, event) => {
    const { short, found } = await readCsv(text);
    expect([found.recognised, found.questions, short]).toEqual(['generic', [], [event]]);
  });

  it('keeps the number by which the shop knows an order beside its id', async () => {
    const header = 'Name,Email,Financial Status,Total,Created at,Id';
    const { events } = await readCsv(
      `${header}\n#3444,a@shop.example,paid,9.00,2026-01-05 10:00:00 +0000,5000002443\n#3445,b@shop.example,paid,9.00,2026-01-06 10:00:00 +0000,`,
    );
    expect(events.map(({ data }) => [data?.order_id, data?.order_number])).toEqual([
      ['5000002443', '#3444'],
      ['#3445', undefined],
    ]);
  });

  it('is found below a title, and its totals row is no order', async () => {
    const { short, leftOut } = await readCsv(
      'Sales report for 2026\nfrom January to June\nOrder ID,Customer ID,Order Date,Total\n1,c1,20260310,10.00\n2,c1,10-Dec-25,20.00\nTotal,,,30.00',
    );
    expect(short).toEqual(['completed c1 2026-03-10 10 #1', 'completed c1 2025-12-10 20 #2']);
    expect(leftOut).toEqual(['rows that add up others']);
  });
});
