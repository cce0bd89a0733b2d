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
