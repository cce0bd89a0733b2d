import { readCsv } from '../../../../test/support/shop/read-csv.js';
import { MappingFault, mappingText, parseMapping, withAnswers } from '../rows/mapping.js';
import { questionText } from './questions.js';

const rows = (count: number, row: (i: number) => string): string => Array.from({ length: count }, (_, i) => row(i)).join('\n');

describe('A file that does not say everything', () => {
  it.each([
    ['has another name', 'order_id,customer_id,date,Worth\n1,c1,2026-03-10,10'],
    ['is the price of one piece', 'order_id,customer_id,date,Unit Price\n1,c1,2026-03-10,10'],
    ['is empty', 'order_id,customer_id,date,amount\n1,c1,2026-03-10,\n2,c2,2026-03-10,'],
  ])('is asked about when its amount %s', async (_, text) => {
    expect((await readCsv(text)).found.questions).toEqual([{ kind: 'amount' }]);
    expect((await readCsv(text, { mapping: { columns: { amount: null } } })).found.questions).toEqual([]);
  });

  it('is read with the columns of its owner, by name or number', async () => {
    const text = 'ID,Who,When,Worth,Worth\n1,c1,2026-03-10,10,11';
    const columns = { order: 'ID', customer: 'who', date: 'When', amount: '#5' };
    const { short, found } = await readCsv(text, { mapping: { columns } });
    expect(found.questions).toEqual([]);
    expect(short).toEqual(['completed c1 2026-03-10 11 #1']);
    await expect(readCsv(text, { mapping: { columns: { amount: 'Sum' } } })).rejects.toThrow(
      new MappingFault('amount: the file has no column "Sum"; its columns are ID, Who, When, Worth, Worth'),
    );
  });

  it('needs the customer and the date', async () => {
    const { found } = await readCsv('a,b,c\n1,2,3');
    expect(found.questions).toEqual([{ kind: 'columns', missing: ['customer', 'date'] }]);
    expect(questionText(found.questions[0]!)).toBe('The file has no column for: the customer, the date of the order.');
  });

  it('is asked about a customer with an implausible share of its orders, who can be left out', async () => {
    const text = `order_id,customer_id,date,amount\n${rows(60, (i) => `a${i},till,2026-03-10,5`)}\n${rows(60, (i) => `b${i},c${i},2026-03-10,5`)}`;
    const { found } = await readCsv(text);
    expect(found.questions).toEqual([{ kind: 'largest_customer', customer: 'till', orders: 60, share: 0.5, next: 1 }]);
    const without = await readCsv(text, { mapping: { largest_customer: 'leave_out' } });
    expect([without.found.questions, without.events.length, without.leftOut.length]).toEqual([[], 60, 60]);
    expect((await readCsv(text, { mapping: { largest_customer: 'keep' } })).events).toHaveLength(120);
  });

  it('is not asked about a faithful customer', async () => {
    const text = `order_id,customer_id,date,amount\n${rows(40, (i) => `a${i},c0,2026-03-10,5`)}\n${rows(60, (i) => `b${i},c${i},2026-03-10,5`)}`;
    expect((await readCsv(text)).found.questions).toEqual([]);
  });

  it.each([
    [
      'French',
      'Numéro de commande;Client;Date de commande;Montant TTC;Statut',
      '1;Anne Martin;25/04/2026;45,90 €;payée',
      'completed name:anne martin 2026-04-25 45.9 #1',
    ],
    ['Spanish', 'Número de pedido;ID cliente;Fecha;Importe;Estado', '1;c1;25/04/2026;45,90;cancelado', 'cancelled c1 2026-04-25 45.9 #1'],
    [
      'Italian',
      'Numero ordine;Email cliente;Data ordine;Totale;Stato',
      '1;a@shop.example;25/04/2026;45,90;pagato',
      'completed email:a@shop.example 2026-04-25 45.9 #1',
    ],
    [
      'Dutch',
      'Bestelnummer;Klantnummer;Besteldatum;Totaalbedrag;Status',
      '1;k1;25-04-2026;45,90;betaald',
      'completed k1 2026-04-25 45.9 #1',
    ],
    [
      'German',
      'Auftragsnummer;Kundennummer;Erstelldatum;Bruttobetrag;Auftragsstatus',
      '1;k1;25.04.2026;45,90;Versendet',
      'completed k1 2026-04-25 45.9 #1',
    ],
    [
      'PrestaShop in French',
      'ID;Référence;Nouveau client;Livraison;Client;Total;Paiement;État;Date',
      '1;KHW;1;France;A. ROE;19,90 €;Chèque;En attente de paiement par chèque;2026-03-11 10:00:00',
      '',
    ],
  ])('is read with columns in the language of its shop: %s', async (_, header, row, event) => {
    const { found, short, wrong } = await readCsv(`${header}\n${row}`, { sign: ';' });
    expect([found.questions, wrong, short.join()]).toEqual([[], [], event]);
  });

  it.each([
    ['cancelled_at', '2026-03-12', ''],
    ['Cancelled', 'yes', 'no'],
    ['is_canceled', '1', '0'],
    ['Storniert', 'ja', 'nein'],
  ])('says in a column %s that orders were cancelled', async (name, yes, no) => {
    const { short } = await readCsv(`order_id,customer_id,date,amount,${name}\n1,c1,2026-03-10,5,${yes}\n2,c1,2026-03-11,6,${no}`);
    expect(short.map((event) => event.split(' ')[0])).toEqual(['cancelled', 'completed']);
  });

  it('keeps apart the currencies that stand next to its amounts', async () => {
    const { found } = await readCsv(
      'order_id;customer_id;date;amount\n1;c1;2026-03-10;€ 1,234.50\n2;c1;2026-03-11;12 EUR\n3;c1;2026-03-12;USD 15.00\n4;c1;2026-03-12;$ 2',
      { sign: ';' },
    );
    expect([...found.summary!.amounts]).toEqual([
      ['EUR', 1246.5],
      ['USD', 15],
      ['', 2],
    ]);
  });

  it.each([
    ['customer', 'Anna', 'name:anna'],
    ['Kunde', 'Müller', 'name:müller'],
    ['customer', 'anna.mueller', 'name:anna.mueller'],
    ['customer', 'kunde42', 'kunde42'],
    ['customer', '4711', '4711'],
    ['customer_id', 'ALFKI', 'ALFKI'],
    ['Kunden-Nr', 'abc', 'abc'],
    ['ID cliente', 'abc', 'abc'],
  ])('keeps identifiers of customers, and replaces names: %s %s', async (name, text, id) => {
    const { events } = await readCsv(`order_id,${name},date,amount\n1,${text},2026-03-10,5`);
    expect(events.map(({ customer_id: customer }) => customer)).toEqual([id]);
  });

  it('is asked about order numbers that several customers have', async () => {
    const text = 'order_id,customer_id,date,amount\n1,c1,2026-03-10,5\n1,c2,2026-03-11,6\n2,c3,2026-03-11,6';
    const { found } = await readCsv(text);
    expect(found.questions).toEqual([{ kind: 'order_numbers', order: '1', orders: 1, of: 'customers' }]);
    expect(questionText(found.questions[0]!)).toBe('The order number 1 stands for different customers. Is this column the order number?');
    const { short } = await readCsv(text, { mapping: { columns: { order: null } } });
    expect(short).toHaveLength(3);
  });

  it('lists the statuses that are not known, with their rows and how they are taken', async () => {
    const text =
      'order_id,customer_id,date,amount,status\n1,c1,2026-03-10,5,Zorgvuldig\n2,c1,2026-03-11,5,Zorgvuldig\n3,c1,2026-03-12,5,cancel_requested\n4,c1,2026-03-13,5,paid';
    const { found } = await readCsv(text);
    expect(found.statuses).toEqual([
      { status: 'Zorgvuldig', rows: 2, kind: 'bought', isKnown: false },
      { status: 'cancel_requested', rows: 1, kind: 'cancelled', isKnown: false },
      { status: 'paid', rows: 1, kind: 'bought', isKnown: true },
    ]);
    const decided = await readCsv(text, { mapping: { statuses: { zorgvuldig: 'not_bought' } } });
    expect(decided.found.statuses[0]).toEqual({ status: 'Zorgvuldig', rows: 2, kind: 'not_bought', isKnown: true });
    expect(decided.short.map((event) => event.split(' ')[0])).toEqual(['cancelled', 'completed']);
  });
});

describe('A mapping file', () => {
  const mapping = {
    layout: 'generic',
    columns: { amount: 'Sales', order: null },
    rows: 'items',
    statuses: { closed: 'cancelled' },
    largest_customer: 'keep',
    dates: 'day_first',
    decimals: 'comma',
  } as const;

  it('keeps all answers', () => expect(parseMapping(mappingText(mapping))).toEqual(mapping));

  it('takes further answers, and the last one holds', () => {
    expect(withAnswers(mapping, { columns: { amount: 'Total' }, rows: 'orders' })).toEqual({
      ...mapping,
      columns: { amount: 'Total', order: null },
      rows: 'orders',
    });
  });

  it.each([
    ['not JSON', '{', 'the mapping is not JSON'],
    ['a list', '[]', 'the mapping must be an object'],
    ['another version', '{"mapping_version":2}', 'mapping_version must be 1'],
    ['an unknown key', '{"mapping_version":1,"sheet":"a"}', /"sheet" is not part of a mapping; known are mapping_version, columns/],
    ['an unknown layout', '{"mapping_version":1,"layout":"x"}', /layout: "x" is not known; write one of .*shopify/],
    ['an unknown field', '{"mapping_version":1,"columns":{"x":"y"}}', /columns: "x" is not known; write one of order/],
    [
      'a column that is a number',
      '{"mapping_version":1,"columns":{"amount":3}}',
      'columns.amount must be the name of a column, or null for none',
    ],
    ['an unknown meaning', '{"mapping_version":1,"statuses":{"a":"lost"}}', /statuses.a: "lost" is not known; write one of bought/],
  ])('is refused with the reason: %s', (_, text, reason) => expect(() => parseMapping(text)).toThrow(reason));
});
