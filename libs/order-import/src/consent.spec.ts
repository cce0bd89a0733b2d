import { readCsv } from '../../../test/support/shop/read-csv.js';
import { pseudonymsWith } from './identities/pseudonyms.js';
import { sketchPlan } from './reading/inspect-file.js';
import { OrderReader } from './orders/order-reader.js';

const CONTEXT = { currency: null, timeZone: 'UTC', eventTypes: null, pseudonym: pseudonymsWith(new Uint8Array(32)) } as const;

/** Reads rows of a file, and returns what each says of marketing consent. */
function consentsIn(header: string, ...rows: readonly string[]): (boolean | undefined)[] {
  const plan = sketchPlan(header.split(','));
  if (plan === null) throw new Error('no layout');
  const reader = new OrderReader(plan, CONTEXT);
  return rows.map((row, at) => {
    const outcome = reader.read({ line: at + 2, fields: row.split(',') });
    if (outcome.kind !== 'events') throw new Error(JSON.stringify(outcome));
    return outcome.events[0]?.data?.accepts_marketing;
  });
}

const CUSTOMERS =
  'Customer ID,First Name,Last Name,Email,Accepts Email Marketing,Default Address City,Phone,Accepts SMS Marketing,Total Spent,Total Orders,Note,Tags';
const customer = (id: string, email: string, accepts: string): string => `${id},Anna,Example,${email},${accepts},Bonn,,yes,10.00,2,,`;

/** It is older than any no: the file may be older than an unsubscription. */
const UNDATED_YES = { accepts_marketing: true, accepts_marketing_updated_at: '2000-01-01T00:00:00.000Z' };

describe('A list of customers of Shopify', () => {
  const LIST = [CUSTOMERS, customer("'601", 'anna@shop.example', 'yes'), customer('', 'ben@shop.example', 'no'), customer("'603", '', '')];

  const ONLY_CONSENT = { mapping: { layout: 'customers' } } as const;

  it('gives the consent of each customer by all that identifies them, and no order', async () => {
    const { found, events, leftOut, wrong } = await readCsv(LIST.join('\n'), ONLY_CONSENT);
    expect([found.layout, found.questions, wrong]).toEqual(['customers', [], []]);
    expect(found.summary).toMatchObject({ orders: 0, customers: 2, consents: { yes: 1, no: 1 } });
    expect(events.map((event) => [event.event_type, event.customer_id, event.data])).toEqual([
      ['customer_updated', '601', UNDATED_YES],
      ['customer_updated', 'email:anna@shop.example', UNDATED_YES],
      ['customer_updated', 'email:ben@shop.example', { accepts_marketing: false }],
    ]);
    expect(leftOut).toEqual(['customers of whom the file does not say whether they accept marketing']);
    const again = await readCsv(LIST.join('\n').replace(',yes,Bonn', ',no,Bonn'), ONLY_CONSENT);
    expect(again.events.map(({ event_id: id }) => id)).toEqual(events.map(({ event_id: id }) => id));
  });

  it('counts from the time that the file names', async () => {
    const { events } = await readCsv(
      'Email,Email Marketing: Status,Email Marketing: Updated At,Total Spent,Total Orders\na@shop.example,UNSUBSCRIBED,2026-02-03T04:05:06Z,0,0',
      { until: '2026-11-20' },
    );
    expect(events).toMatchObject([{ occurred_at: '2026-02-03T04:05:06.000Z', data: { accepts_marketing: false } }]);
  });

  it('without such a column is refused, until the owner names one', async () => {
    const text = 'email,frequency,monetary,Postwurf\na@shop.example,10,2,ja';
    expect((await readCsv(text)).found.questions).toMatchObject([{ kind: 'refused' }]);
    const { found, events } = await readCsv(text, { mapping: { columns: { consent: 'Postwurf' } } });
    expect([found.questions, events.length, events[0]?.data]).toEqual([[], 1, UNDATED_YES]);
  });

  it('is a list of orders when it has orders', async () => {
    const { found } = await readCsv(
      'order_id,customer_id,date,amount,Accepts Marketing,Total Spent,Total Orders\n1,c1,2026-03-10,7,yes,10,2\n2,c2,2026-03-10,8,no,10,2',
    );
    expect([found.layout, found.summary?.orders, found.summary?.consents]).toEqual(['generic', 2, null]);
  });
});

describe('Marketing consent in a file of orders', () => {
  it('is read from an export of Shopify', () => {
    const header = 'Name,Email,Financial Status,Accepts Marketing,Total,Created at,Id';
    const row = (id: number, consent: string): string => `#${id},a${id}@example.com,paid,${consent},9.00,2026-01-05 10:00:00 +0000,${id}`;
    expect(consentsIn(header, row(1, 'yes'), row(2, 'no'), row(3, ''), row(4, 'maybe'))).toEqual([true, false, undefined, undefined]);
  });

  it('is read from the field of a plugin in an export of WooCommerce', () => {
    const header = 'order_id,status,order_date,order_total,billing_email,mailchimp_optin';
    const row = (id: number, consent: string): string => `${id},completed,2026-01-05 10:00:00,9.00,a${id}@example.com,${consent}`;
    expect(consentsIn(header, row(1, '1'), row(2, '0'), row(3, 'Subscribed'))).toEqual([true, false, true]);
  });

  it('is read from a table with German columns, and from rows without an order number', () => {
    const header = 'Kundennummer,Datum,Betrag,Werbeeinwilligung';
    expect(consentsIn(header, 'k-1,2026-01-05,9.00,ja', 'k-2,2026-01-05,9.00,nein')).toEqual([true, false]);
  });
});
