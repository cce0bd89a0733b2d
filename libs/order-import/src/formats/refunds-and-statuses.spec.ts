import type { OutgoingEvent } from '../outgoing-event.js';
import { pseudonymsWith } from './pseudonyms.js';
import type { FileRole } from './row-reader.js';
import { readerFor, recogniseFormat, unreadColumns, writingOf } from './recognise-format.js';

const CONTEXT = {
  role: 'orders',
  currency: null,
  timeZone: 'UTC',
  slashes: null,
  decimals: null,
  eventTypes: null,
  pseudonym: pseudonymsWith(new Uint8Array(32)),
} as const;

/** Reads rows without quotes: a header and lines of cells between commas. */
function read(
  lines: readonly string[],
  role: FileRole = 'orders',
): {
  readonly events: readonly OutgoingEvent[];
  readonly leftOut: readonly string[];
  readonly wrong: readonly string[];
} {
  const [header = [], ...rows] = lines.map((line) => line.split(','));
  const reader = readerFor(recogniseFormat(header)!, header, { ...CONTEXT, role });
  const outcomes = rows.map((fields, i) => ({ line: i + 2, outcome: reader.read({ line: i + 2, fields }) }));
  return {
    events: outcomes.flatMap(({ outcome }) => (outcome.kind === 'events' ? outcome.events : [])),
    leftOut: outcomes.flatMap(({ outcome }) => (outcome.kind === 'left_out' ? [outcome.why] : [])),
    wrong: outcomes.flatMap(({ line, outcome }) => (outcome.kind === 'wrong' ? [`${line}: ${outcome.reason}`] : [])),
  };
}

const short = (events: readonly OutgoingEvent[]): unknown[] =>
  events.map(({ event_type: type, occurred_at: at, value, data }) => [
    type,
    at.slice(5, 10),
    value ?? data?.refunded_total,
    data?.order_id,
  ]);

describe('a negative amount', () => {
  it('of a plain log is a refund of its order', () => {
    const { events, wrong } = read([
      'customer_id,occurred_at,value,order_id',
      'c-1,2024-01-15,20,o-1',
      'c-1,2024-01-18,-20,o-1',
      'c-2,2024-01-19,-4.50,',
      'c-3,2024-01-19,-0.00,o-3',
    ]);
    expect(wrong).toEqual([]);
    expect(short(events)).toEqual([
      ['order_completed', '01-15', 20, 'o-1'],
      ['order_refunded', '01-18', 20, 'o-1'],
      ['order_refunded', '01-19', 4.5, undefined],
      ['order_completed', '01-19', 0, 'o-3'],
    ]);
    expect(new Set(events.map((event) => event.event_id)).size).toBe(4);
  });

  it('of a row that names another event type is wrong, and the reason says what is allowed', () => {
    const { events, wrong } = read([
      'customer_id,occurred_at,value,event_type',
      'c-1,2024-01-15,-5,order_completed',
      'c-1,2024-01-15,-5,order_refunded',
      'c-1,2024-01-15,-6,',
    ]);
    expect(wrong).toEqual([
      '2: the value is -5: with the event type order_completed it must be 0 or more. Without an event type, the row is a refund',
    ]);
    expect(events.map(({ event_type: type, value }) => [type, value])).toEqual([
      ['order_refunded', 5],
      ['order_refunded', 6],
    ]);
  });

  it('of the Analytics report of WooCommerce is a refund, beside its order or apart from it', () => {
    const { events, wrong } = read([
      'Date,Order #,Status,Customer,Net sales',
      '2026-01-20 09:00:00,77,refunded,Ann Example,-12.00',
      '2026-01-15 12:00:00,77,refunded,Ann Example,12.00',
      '2026-01-14 12:00:00,76,completed,Bob Example,40.00',
      '2026-01-13 12:00:00,75,completed,Ann Example,30.00',
      '2026-01-16 12:00:00,76,completed,Bob Example,-5.00',
      '2026-01-17 12:00:00,76,completed,Bob Example,-6.00',
    ]);
    expect(wrong).toEqual([]);
    expect(short(events)).toEqual([
      ['order_refunded', '01-20', 12, '77'],
      ['order_completed', '01-15', 12, '77'],
      // The status says it once more, as the total: the greater of both holds.
      ['order_updated', '01-15', 12, '77'],
      ['order_completed', '01-14', 40, '76'],
      ['order_completed', '01-13', 30, '75'],
      ['order_refunded', '01-16', 5, '76'],
      ['order_refunded', '01-17', 6, '76'],
    ]);
  });
});

describe('the refunded amount of a plain log', () => {
  it('is the total of an order with a number, and a refund of one without', () => {
    const { events, wrong } = read([
      'customer_id,date,amount,order_id,refunded,status',
      'c-1,2024-01-15,20,o-1,5,paid',
      'c-1,2024-01-16,20,o-2,-20.00,refunded',
      'c-2,2024-01-17,20,,20,',
      'c-2,2024-01-18,20,o-3,0.00,',
      'c-2,2024-01-19,20,o-4,no,',
      'c-2,2024-01-20,20,o-5,yes,paid',
      'c-3,2024-01-21,20,o-6,5,cancelled',
      'c-3,2024-01-22,20,o-7,half,',
    ]);
    expect(wrong).toEqual(['9: the refund: "half" is not an amount']);
    expect(short(events)).toEqual([
      ['order_completed', '01-15', 20, 'o-1'],
      ['order_updated', '01-15', 5, 'o-1'],
      ['order_completed', '01-16', 20, 'o-2'],
      ['order_updated', '01-16', 20, 'o-2'],
      ['order_completed', '01-17', 20, undefined],
      ['order_refunded', '01-17', 20, undefined],
      ['order_completed', '01-18', 20, 'o-3'],
      ['order_completed', '01-19', 20, 'o-4'],
      ['order_completed', '01-20', 20, 'o-5'],
      ['order_refunded', '01-20', 20, 'o-5'],
      ['order_completed', '01-21', 20, 'o-6'],
      ['order_cancelled', '01-21', undefined, 'o-6'],
    ]);
    expect(new Set(events.map((event) => event.event_id)).size).toBe(events.length);
  });

  it('comes before the amount of the order in a file of refunds', () => {
    const { events } = read(['customer,date,amount,refund amount', 'c-1,2024-01-15,20,5', 'c-1,2024-01-16,7,'], 'refunds');
    expect(short(events)).toEqual([
      ['order_refunded', '01-15', 5, undefined],
      ['order_refunded', '01-16', 7, undefined],
    ]);
  });

  it('gives way to the amount of the order in a file of refunds, where a word stands in its place', () => {
    const { events, wrong } = read(['customer,date,amount,refunded', 'c-1,2024-01-15,20,yes', 'c-1,2024-01-16,-7,no'], 'refunds');
    expect(wrong).toEqual([]);
    expect(short(events)).toEqual([
      ['order_refunded', '01-15', 20, undefined],
      ['order_refunded', '01-16', 7, undefined],
    ]);
  });

  it('may be words of databases', () => {
    const { events, wrong } = read([
      'customer_id,date,amount,order_id,refunded',
      ...['t', 'f', 'TRUE', 'NULL', 'NaN', 'n/a'].map((word, i) => `c-1,2024-01-15,20,o-${i},${word}`),
    ]);
    expect(wrong).toEqual([]);
    expect(events.filter(({ event_type: type }) => type === 'order_refunded').map(({ data }) => data?.order_id)).toEqual(['o-0', 'o-2']);
    expect(events).toHaveLength(8);
  });

  it.each(['refunded', 'refund', 'erstattet'])('is not guessed from a 1 below "%s", which may be a yes', (name) => {
    const { events, wrong } = read([`customer_id,date,amount,order_id,${name}`, 'c-1,2024-01-15,20,o-1,1', 'c-1,2024-01-16,20,o-2,0']);
    expect(wrong).toEqual(['2: the refund: "1" can be read in two ways; write it as 1.00 or as yes']);
    expect(short(events)).toEqual([['order_completed', '01-16', 20, 'o-2']]);
  });

  it.each(['Refund amount', 'Total refunded', 'Erstattungsbetrag'])('is 1 below "%s"', (name) => {
    const { events } = read([`customer_id,date,amount,order_id,${name}`, 'c-1,2024-01-15,20,o-1,1']);
    expect(short(events)[1]).toEqual(['order_updated', '01-15', 1, 'o-1']);
  });
});

describe('the decimal sign of a plain log', () => {
  const decimalsOf = (...rows: readonly (readonly string[])[]) =>
    writingOf('generic', ['customer', 'date', 'amount', 'refunded'], rows.map((cells, i) => ({ line: i + 2, fields: ['c-1', '2024-01-15', ...cells] }))).decimals; // prettier-ignore

  it('is that of the amounts, also where refunds are written in another way', () => {
    expect(decimalsOf(['12,50', '0.00'], ['1.234', ''])).toBe('comma');
    expect(decimalsOf(['12.50', '0,00'])).toBe('point');
  });

  it('is that of the refunds, where the amounts do not say it', () => {
    expect(decimalsOf(['1.234', '5,50'])).toBe('comma');
    expect(decimalsOf(['12', '5.50'])).toBe('point');
    expect(decimalsOf(['1.234', ''])).toBe('unknown');
  });
});

describe('the columns of a plain log', () => {
  it.each(['Kundennummer', 'Kunden-Nr.', 'Kunden-ID'])('%s says who the customer is, also beside an e-mail address', (name) => {
    const { events } = read([`E-Mail,${name},Datum,Betrag`, 'a@example.com,k-1,15.01.2024,20', ',k-1,16.01.2024,20']);
    expect(events.map(({ customer_id: id }) => id)).toEqual(['k-1', 'k-1']);
  });

  it.each(['E-Mail', 'E-Mail-Adresse', 'Kunden-E-Mail'])('%s says who the customer is beside "Kunde", which is a name', (name) => {
    const { events } = read([`Kunde,${name},Datum,Betrag`, 'Erika Muster,a@example.com,15.01.2024,20']);
    expect(events[0]?.customer_id).not.toContain('Erika');
  });

  it('may have German names', () => {
    const { events, wrong } = read([
      'Bestell-Nr.,Kundennummer,Bestelldatum,Gesamtbetrag,Währung,Erstattet,Bestellstatus',
      'b-1,k-1,15.01.2024,20.50,EUR,5,bezahlt',
      'b-2,k-2,16.01.2024,7,EUR,,storniert',
    ]);
    expect(wrong).toEqual([]);
    expect(short(events)).toEqual([
      ['order_completed', '01-15', 20.5, 'b-1'],
      ['order_updated', '01-15', 5, 'b-1'],
      ['order_completed', '01-16', 7, 'b-2'],
      ['order_cancelled', '01-16', undefined, 'b-2'],
    ]);
    expect(events[0]).toMatchObject({ customer_id: 'k-1', data: { currency: 'EUR' } });
  });

  it.each(['Kunde;Datum;Summe', 'E-Mail;Bestellt am;Betrag', 'Kunden-Nr;Rechnungsdatum;Umsatz'])('are recognised: %s', (header) =>
    expect(recogniseFormat(header.split(';'))).toBe('generic'),
  );

  it('that nothing is read from are named, when they have contents', () => {
    const header = ['customer_id', 'E-Mail', 'date', 'time', 'value', 'Warehouse', 'Note', '', 'value'];
    const rows = [
      { line: 2, fields: ['c-1', 'a@example.com', '2024-01-15', '10:00', '5', 'North', '', 'x', '6'] },
      { line: 3, fields: ['', 'a@example.com', '2024-01-15', '10:00', '5', 'North', ' ', 'x', '6'] },
    ];
    expect(unreadColumns('generic', header, rows)).toEqual(['time', 'Warehouse']);
    expect(unreadColumns('generic', header, rows.slice(0, 1))).toEqual(['E-Mail', 'time', 'Warehouse']);
    expect(unreadColumns('shopify', header, rows)).toEqual([]);
  });
});

describe('the status of a plain log', () => {
  it('leaves unpaid orders out, and stores cancelled and refunded ones as such', () => {
    const { events, leftOut, wrong } = read([
      'customer_id,occurred_at,value,order_id,status',
      'c-1,2024-01-15,20,o-1,paid',
      'c-1,2024-01-16,21,o-2,Failed',
      'c-2,2024-01-17,22,o-3,canceled',
      'c-2,2024-01-18,23,o-4,refunded',
      'c-3,2024-01-19,24,,cancelled',
    ]);
    expect(wrong).toEqual([]);
    expect(short(events)).toEqual([
      ['order_completed', '01-15', 20, 'o-1'],
      ['order_completed', '01-17', 22, 'o-3'],
      ['order_cancelled', '01-17', undefined, 'o-3'],
      ['order_completed', '01-18', 23, 'o-4'],
      ['order_refunded', '01-18', 23, 'o-4'],
    ]);
    expect(leftOut).toEqual(['orders with the status "Failed"', 'orders with the status "cancelled"']);
    expect(new Set(events.map((event) => event.event_id)).size).toBe(5);
  });

  it('does not matter for a row that names its event type', () => {
    const { events } = read(['customer_id,occurred_at,value,event_type,status', 'c-1,2024-01-15,20,order_completed,failed']);
    expect(short(events)).toEqual([['order_completed', '01-15', 20, undefined]]);
  });
});
