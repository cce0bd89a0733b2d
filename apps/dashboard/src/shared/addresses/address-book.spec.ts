import { createHash } from 'node:crypto';
import { pseudonymsWith } from '#libs/order-import';
import { adAudience, addAddresses } from './add-addresses';
import { type AddressBook, EMPTY_BOOK, customerOfOrder, findContacts, joinBooks, nameOf, withoutCustomer } from './address-book';
import { readContacts } from './read-contacts';

const pseudonym = pseudonymsWith(new Uint8Array(32).fill(3));
const ann = pseudonym('email', 'ann@example.com');
const bob = pseudonym('email', 'bob@example.com');
const cleo = pseudonym('name', 'Cleo Example');

const list = new Blob([
  `\uFEFFexternal_id,score,reason\r\n${bob},0.90,"No order, so far"\r\nc-7,0.50,\r\n${ann},0.40,=1\r\n${cleo},0.30,\r\n`,
]);
const textOf = async (file: Blob): Promise<string> => new TextDecoder('utf-8', { ignoreBOM: true }).decode(await file.arrayBuffer());
const read = (text: string): Promise<AddressBook> => readContacts(new Blob([text]), pseudonym);
const SHOPIFY = [
  'Name,Email,Financial Status,Paid at,Total,Created at,Billing Name,Phone,Id',
  '#39477,Ann@example.com,paid,2026-01-05 10:00:00 +0100,12.00,2026-01-05 10:00:00 +0100,Ann Archer,,5001',
  '#39478,bob@example.com,paid,2026-01-06 10:00:00 +0100,9.00,2026-01-06 10:00:00 +0100,"Baker, Bob",,5002',
  '',
].join('\n');

describe('An audience for ads', () => {
  it('has the hash of each known e-mail address as ad platforms make it, and the expected revenue', async () => {
    const valued = new Blob([`\uFEFFexternal_id,score,expected_revenue\r\n${bob},0.90,12.50\r\nc-7,0.50,3\r\n${ann},0.40,\r\n`]);
    const { file, ...counts } = await adAudience(valued, await read(SHOPIFY));
    expect(counts).toEqual({ customers: 3, found: 2 });
    const hash = (address: string): string => createHash('sha256').update(address).digest('hex');
    expect(await textOf(file)).toBe(`Email,Value\r\n${hash('bob@example.com')},12.50\r\n${hash('ann@example.com')},\r\n`);
  });
});

describe('A list with addresses', () => {
  it('has the columns that mail tools read, in the order of the list', async () => {
    const { file, ...counts } = await addAddresses(list, await read(SHOPIFY));
    expect(counts).toEqual({ customers: 4, found: 2 });
    expect(await textOf(file)).toBe(
      `\uFEFFEmail,First Name,Last Name,Phone,external_id,score,reason\r\nbob@example.com,Bob,Baker,,${bob},0.90,"No order, so far"\r\n,,,,c-7,0.50,\r\nAnn@example.com,Ann,Archer,,${ann},0.40,"'=1"\r\n,,,,${cleo},0.30,\r\n`,
    );
  });
});

describe('The addresses of a file', () => {
  it('have the names of an export that writes the kind of address behind the column', async () => {
    const { contacts } = await read(
      'Order Number,Order Date,Order Status,Order Total,Email (Billing),First Name (Billing),Last Name (Billing)\n7,2026-01-05,completed,12.00,ann@example.com,Ann,Archer\n',
    );
    expect(contacts.get(ann)).toMatchObject({ firstName: 'Ann', lastName: 'Archer' });
  });

  it('are found in any table of customers, by address and by customer number', async () => {
    const { contacts } = await read('Kundennr;Vorname;Nachname;E-Mail\nc-7;Carl;Müller;carl@example.com\n;Ann;;ann@example.com\n');
    const carl = { email: 'carl@example.com', firstName: 'Carl', lastName: 'Müller', phone: '' };
    expect(contacts.get('c-7')).toEqual(carl);
    expect(contacts.get(pseudonym('email', 'carl@example.com'))).toEqual(carl);
    expect(contacts.get(ann)).toMatchObject({ firstName: 'Ann' });
  });

  it('are found in the customer export of a shop, by number and address, whatever it says about consent', async () => {
    const { contacts } = await read(
      "Customer ID,First Name,Last Name,Email,Accepts Email Marketing,Total Spent,Total Orders\n'601,Carl,Müller,carl@example.com,,10.00,2\n",
    );
    expect(contacts.get(pseudonym('email', 'carl@example.com'))).toMatchObject({ firstName: 'Carl', lastName: 'Müller' });
    expect(contacts.get('601')).toMatchObject({ email: 'carl@example.com' });
  });

  it('are the names and phone numbers by which the upload knows a customer', async () => {
    const { contacts } = await read('Date,Order #,Status,Customer,Net sales\n2026-01-15 12:00:00,77,completed,Cleo Example,12.00\n');
    expect(contacts.get(cleo)).toEqual({ email: '', firstName: 'Cleo', lastName: 'Example', phone: '' });
  });

  it('are those of the customer number where orders have one', async () => {
    const { contacts, orders } = await read(
      'order_id,customer_id,date,amount,email,name\nR-1,c-9,2026-01-05,5.00,dora@example.com,Dora Day\nR-2,c-9,2026-02-05,5.00,,\n',
    );
    expect(contacts.get('c-9')).toEqual({ email: 'dora@example.com', firstName: 'Dora', lastName: 'Day', phone: '' });
    expect(orders.get('r-1')).toBe('c-9');
  });

  it('are empty when the file has none, and a file that is not a table is refused', async () => {
    expect((await read('product,price\nTea,3\n')).contacts.size).toBe(0);
    await expect(read('%PDF-1.7')).rejects.toThrow('This is a PDF');
  });
});

describe('The search in this browser', () => {
  it('finds a customer by the order number as the shop writes it, by address and by name', async () => {
    const book = await read(SHOPIFY);
    for (const typed of ['#39477', '39477', '5001', 'ann@ex', 'Arch', 'ann archer'])
      expect([typed, findContacts(book, typed).map(({ id }) => id)]).toEqual([typed, [ann]]);
    expect(findContacts(book, '#39477')[0]).toMatchObject({ order: '#39477' });
    expect([findContacts(book, 'a'), findContacts(book, 'zoe'), findContacts(EMPTY_BOOK, '#39477')]).toEqual([[], [], []]);
  });

  it('finds the customer of an order for the list too, unless bare digits may begin an identifier of the shop', async () => {
    const book = await read(SHOPIFY);
    const searched = (typed: string) => customerOfOrder(findContacts(book, typed), typed);
    expect(['#39477', '39477', '5001', 'ann@ex', '#1'].map(searched)).toEqual([ann, ann, ann, undefined, undefined]);
    const own = { ...book, contacts: new Map([['c-1', book.contacts.get(ann)!]]), orders: new Map([['39477', 'c-1']]) };
    expect(['#39477', '39477'].map((typed) => customerOfOrder(findContacts(own, typed), typed))).toEqual(['c-1', undefined]);
  });

  it('keeps what one file says when another says less, and forgets an erased customer with the orders', async () => {
    const book = joinBooks(await read(SHOPIFY), await read('Email\nann@example.com\n'));
    const contact = book.contacts.get(ann);
    expect(contact).toEqual({ email: 'ann@example.com', firstName: 'Ann', lastName: 'Archer', phone: '' });
    expect(contact === undefined ? '' : nameOf(contact)).toBe('ann@example.com');
    const rest = withoutCustomer(book, ann);
    expect([[...rest.contacts.keys()], findContacts(rest, '#39477')]).toEqual([[bob], []]);
  });
});
