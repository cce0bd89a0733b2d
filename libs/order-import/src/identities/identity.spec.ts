import { readCsv } from '../../../../test/support/shop/read-csv.js';
import { customerIdentity, mailIdentity, nameIdentity, phoneIdentity } from './identity.js';

const file = (customers: readonly string[]): string =>
  [
    'order_id;customer_id;email;date;amount',
    ...customers.map((customer, i) => `o${i};${customer};buyer${i}@shop.example;2026-03-10;1`),
  ].join('\n');

describe('A customer number that stands for no person', () => {
  const NONE = (
    '4.42109E+12|9,23E+11|9.23158E+11|0|00|0.0|-1|NULL|\\N|nan|None|#N/A|#REF!|N/A|undefined|' +
    'Guest|GUEST|anonymous|Gast|invité|new|returning|Returning Customer|walk-in|unknown|(not set)|-|***|' +
    '00000000-0000-0000-0000-000000000000|noemail@shop.example|no-reply@shop.example|pos@shop.example|a***@shop.example|-99|999999|Cash|TBA|Test|a@a.com'
  ).split('|');
  it.each(NONE)('gives way to the e-mail address: %s', async (customer) => {
    expect((await readCsv(file([customer]), { sign: ';' })).events[0]?.customer_id).toBe('email:buyer0@shop.example');
  });

  it.each(NONE)('makes a wrong row where there is no other: %s', async (customer) => {
    const { events, wrong } = await readCsv(`order_id;customer_id;date;amount\n1;${customer};2026-03-10;1\n2;c2;2026-03-10;1`, {
      sign: ';',
    });
    expect(events.map((event) => event.customer_id)).toEqual(['c2']);
    expect(wrong).toEqual([
      expect.stringMatching(/^2: the customer ".*" is (?:not one person|not a number: a spreadsheet|an address that many share)/),
    ]);
  });

  it('is a long number whose end a spreadsheet has replaced by zeros, in every row of the column', async () => {
    const rounded = await readCsv(file(['12345678901234000', '55', '98765432109876000']), { sign: ';' });
    expect(rounded.events.map((event) => event.customer_id)).toEqual(['email:buyer0@shop.example', '55', 'email:buyer2@shop.example']);
    const exact = await readCsv(file(['12345678901234000', '98765432109876543']), { sign: ';' });
    expect(exact.events.map((event) => event.customer_id)).toEqual(['12345678901234000', '98765432109876543']);
  });

  it('is not a number of a shop', () => {
    for (const text of ['17', '00017', 'C-0', 'newton', 'guest-17', '1E5-7', 'customer 9'])
      expect(customerIdentity(text)).toEqual({ kind: 'id', text });
  });
});

describe('An address', () => {
  it('ends at a bar between two addresses', () => {
    expect(mailIdentity('anna@shop.example|b@shop.example')).toEqual({ kind: 'email', text: 'anna@shop.example' });
  });
});

describe('Personal data in the column of the customer number', () => {
  it.each([
    ['anna(at)shop.example', { kind: 'email', text: 'anna@shop.example' }],
    ['anna [at] shop [dot] example', { kind: 'email', text: 'anna@shop.example' }],
    ['anna%40shop.example', { kind: 'email', text: 'anna@shop.example' }],
    ['1 Main Street, Town', { kind: 'name', text: '1 Main Street, Town' }],
    ['Dr. Anna Weber 2', { kind: 'name', text: 'Dr. Anna Weber 2' }],
    ['山田太郎', { kind: 'name', text: '山田太郎' }],
    ['김철수', { kind: 'name', text: '김철수' }],
    ['KD NO 17', { kind: 'id', text: 'KD NO 17' }],
    ['Kunde 17', { kind: 'id', text: 'Kunde 17' }],
  ])('becomes a pseudonym: %s', (text, identity) => expect(customerIdentity(text)).toEqual(identity));
});

describe('A user name in a column without identifiers', () => {
  it('is a name', () => expect(customerIdentity('anna_mueller', undefined, false)).toEqual({ kind: 'name', text: 'anna_mueller' }));
});

describe('A shortened order number', () => {
  it('makes a wrong row, because many orders share it', async () => {
    const { wrong, events } = await readCsv('order_id,customer_id,date,amount\n4.42109E+12,c1,2026-03-10,1\n5,c1,2026-03-11,2');
    expect(wrong).toEqual([expect.stringMatching(/^2: "4.42109E\+12" is not an order number: a spreadsheet has shortened it/)]);
    expect(events).toHaveLength(1);
  });
});

describe('One person written in several ways', () => {
  it.each([
    ['="00017"', "'00017", '00017'],
    ['anna@shop.example', 'Anna <anna@shop.example>', 'anna@shop.example (Anna)'],
    ['anna@shop.example', 'anna@shop.example; b@shop.example', 'mailto:anna@shop.example'],
    ['ANNA@shop.example ', '"Anna M." <Anna@Shop.example>', 'pos@shop.example, anna@shop.example'],
    ['151 2345678', '151-2345678', 'tel:151/2345678'],
    ['+49 151 2345678', '0049 (0)151/2345678', '+49-151-2345678'],
  ])('is one customer: %s', async (...customers) => {
    const text = ['order_id|customer|date|amount', ...customers.map((customer, i) => `o${i}|${customer}|2026-03-10|1`)].join('\n');
    const ids = (await readCsv(text, { sign: '|' })).events.map((event) => event.customer_id);
    expect(ids).toHaveLength(3);
    expect(new Set(ids).size).toBe(1);
  });

  it('is one number where all of the column have read as decimals', async () => {
    const ids = async (...customers: readonly string[]) =>
      (await readCsv(file(customers), { sign: ';' })).events.map((event) => event.customer_id);
    expect(await ids('17850.0', '12583.0', '17850')).toEqual(['17850', '12583', '17850']);
    expect(await ids('17850.0', 'A-1')).toEqual(['17850.0', 'A-1']);
  });

  it('is never sent as it is written', () => {
    expect(mailIdentity('Anna <anna@shop.example>')).toEqual({ kind: 'email', text: 'anna@shop.example' });
    expect(phoneIdentity('(505) 555-0290')).toEqual({ kind: 'phone', text: '5055550290' });
    expect(customerIdentity('Muster, Anna')).toEqual({ kind: 'name', text: 'Muster, Anna' });
    expect(customerIdentity('505-555-0290')).toEqual({ kind: 'phone', text: '5055550290' });
  });

  it.each(['a', ' ', "'", 'a ', '(at'])('is refused at once when a cell has a hundred thousand characters: %j', (part) => {
    const cell = part.repeat(100_000);
    for (const read of [customerIdentity, mailIdentity, phoneIdentity, nameIdentity])
      expect(read(`x${cell}1`)).toMatchObject({ kind: 'none', reason: expect.stringContaining('at most 255 are allowed') });
  });

  it('is the address mail@ of a firm, and not an address without a name', () => {
    expect(mailIdentity('mail@mueller.example')).toEqual({ kind: 'email', text: 'mail@mueller.example' });
    for (const shared of ['mail@mail.com', 'Email@email.de']) expect(mailIdentity(shared)).toMatchObject({ kind: 'none' });
  });

  it.each(['0000000000', '1111111', '555-555-5555', '+49 0000000', '0049 111 1111111', '1234567890', '0123456789', '123456', '987654321'])(
    'has no phone number that stands for many: %s',
    (text) => {
      expect(phoneIdentity(text)).toMatchObject({ kind: 'none', reason: 'the phone number is not one' });
    },
  );

  it.each(['0151 2345678', '+4915111111', '+1 202 555 0123', '0800 111 2222'])('has a phone number: %s', (text) => {
    expect(phoneIdentity(text)).toMatchObject({ kind: 'phone' });
  });

  it('has no phone number in the form of a shortened one', () => {
    expect(phoneIdentity('9.23158E+11')).toMatchObject({ kind: 'none', reason: expect.stringContaining('is not complete') });
    expect(phoneIdentity('0000000')).toMatchObject({ kind: 'none' });
  });
});
