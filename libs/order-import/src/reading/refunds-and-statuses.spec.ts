import type { CsvRow } from '../csv/csv-rows.js';
import { pseudonymsWith } from '../identities/pseudonyms.js';
import { recogniseLayout } from '../layouts/layouts.js';
import type { OutgoingEvent } from '../outgoing-event.js';
import { inspectFile, readOrders } from './inspect-file.js';
import type { FileRole } from '../rows/plan.js';
import type { ReadRow } from '../rows/row-reader.js';
import type { Understanding } from './understanding.js';

const CONTEXT = { currency: null, timeZone: 'UTC', eventTypes: null, pseudonym: pseudonymsWith(new Uint8Array(32)) } as const;

/** Inspects rows without quotes: a header and lines of cells between commas. */
async function inspect(lines: readonly string[], role: FileRole = 'orders'): Promise<{ found: Understanding; rows: CsvRow[] }> {
  const [header = [], ...cells] = lines.map((line) => line.split(','));
  const rows = cells.map((fields, i) => ({ line: i + 2, fields }));
  return { found: await inspectFile(() => Promise.resolve({ header, rows }), { role }), rows };
}

async function read(
  lines: readonly string[],
  role: FileRole = 'orders',
): Promise<{
  readonly events: readonly OutgoingEvent[];
  readonly leftOut: readonly string[];
  readonly wrong: readonly string[];
}> {
  const { found, rows } = await inspect(lines, role);
  const all: ReadRow[] = [];
  for await (const row of readOrders({ rows }, found.plan, CONTEXT)) all.push(row);
  return {
    events: all.flatMap(({ outcome }) => (outcome.kind === 'events' ? outcome.events : [])),
    leftOut: all.flatMap(({ outcome }) => (outcome.kind === 'left_out' ? [outcome.why] : [])),
    wrong: all.flatMap(({ line, outcome }) => (outcome.kind === 'wrong' ? [`${line}: ${outcome.reason}`] : [])),
  };
}

/** Type, day, amount, order, and what was refunded of it. */
const short = (events: readonly OutgoingEvent[]): unknown[] =>
  events.map(({ event_type: type, occurred_at: at, value, data }) =>
    [type, at.slice(5, 10), value, data?.order_id, data?.refunded_total].slice(0, data?.refunded_total === undefined ? 4 : 5),
  );

describe('a negative amount', () => {
  it('of a plain log is a refund of its order', async () => {
    const { events, wrong } = await read([
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

  it('of a row that names another event type is wrong, and the reason says what is allowed', async () => {
    const { events, wrong } = await read([
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

  it('of the Analytics report of WooCommerce is a refund, beside its order or apart from it', async () => {
    const { events, wrong } = await read([
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
      // The status says it once more, as the total: the greater of both holds.
      ['order_completed', '01-15', 12, '77', 12],
      ['order_completed', '01-14', 40, '76'],
      ['order_completed', '01-13', 30, '75'],
      ['order_refunded', '01-16', 5, '76'],
      ['order_refunded', '01-17', 6, '76'],
    ]);
  });
});

describe('the refunded amount of a plain log', () => {
  it('is the total of an order with a number, and a refund of one without', async () => {
    const { events, wrong } = await read([
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
      ['order_completed', '01-15', 20, 'o-1', 5],
      ['order_completed', '01-16', 20, 'o-2', 20],
      ['order_completed', '01-17', 20, undefined],
      ['order_refunded', '01-17', 20, undefined],
      ['order_completed', '01-18', 20, 'o-3', 0],
      ['order_completed', '01-19', 20, 'o-4', 0],
      ['order_completed', '01-20', 20, 'o-5', 20],
      ['order_cancelled', '01-21', 20, 'o-6', 5],
    ]);
    expect(new Set(events.map((event) => event.event_id)).size).toBe(events.length);
  });

  it('comes before the amount of the order in a file of refunds', async () => {
    const { events } = await read(['customer,date,amount,refund amount', 'c-1,2024-01-15,20,5', 'c-1,2024-01-16,7,'], 'refunds');
    expect(short(events)).toEqual([
      ['order_refunded', '01-15', 5, undefined],
      ['order_refunded', '01-16', 7, undefined],
    ]);
  });

  it('gives way to the amount of the order in a file of refunds, where a word stands in its place', async () => {
    const { events, wrong } = await read(['customer,date,amount,refunded', 'c-1,2024-01-15,20,yes', 'c-1,2024-01-16,-7,no'], 'refunds');
    expect(wrong).toEqual([]);
    expect(short(events)).toEqual([
      ['order_refunded', '01-15', 20, undefined],
      ['order_refunded', '01-16', 7, undefined],
    ]);
  });

  it('may be words of databases', async () => {
    const { events, wrong } = await read([
      'customer_id,date,amount,order_id,refunded',
      ...['t', 'f', 'TRUE', 'NULL', 'NaN', 'n/a'].map((word, i) => `c-1,2024-01-15,20,o-${i},${word}`),
    ]);
    expect(wrong).toEqual([]);
    expect(events.filter(({ data }) => data?.refunded_total === 20).map(({ data }) => data?.order_id)).toEqual(['o-0', 'o-2']);
    expect(events).toHaveLength(6);
  });

  it.each(['refunded', 'refund', 'erstattet'])('is not guessed from a 1 below "%s", which may be a yes', async (name) => {
    const { events, wrong } = await read([
      `customer_id,date,amount,order_id,${name}`,
      'c-1,2024-01-15,20,o-1,1',
      'c-1,2024-01-16,20,o-2,0',
    ]);
    expect(wrong).toEqual(['2: the refund: "1" can be read in two ways; write it as 1.00 or as yes']);
    expect(short(events)).toEqual([['order_completed', '01-16', 20, 'o-2', 0]]);
  });

  it.each(['Refund amount', 'Total refunded', 'Erstattungsbetrag'])('is 1 below "%s"', async (name) => {
    const { events } = await read([`customer_id,date,amount,order_id,${name}`, 'c-1,2024-01-15,20,o-1,1']);
    expect(short(events)).toEqual([['order_completed', '01-15', 20, 'o-1', 1]]);
  });
});

describe('the decimal sign of a plain log', () => {
  const decimalsOf = async (...rows: readonly (readonly string[])[]) =>
    (
      await inspectFile(() =>
        Promise.resolve({
          header: ['customer', 'date', 'amount', 'refunded'],
          rows: rows.map((cells, i) => ({ line: i + 2, fields: ['c-1', '2024-01-15', ...cells] })),
        }),
      )
    ).writing.decimals;

  it('is that of the amounts, also where refunds are written in another way', async () => {
    expect(await decimalsOf(['12,50', '0.00'], ['1.234', ''])).toBe('comma');
    expect(await decimalsOf(['12.50', '0,00'])).toBe('point');
  });

  it('is that of the refunds, where the amounts do not say it', async () => {
    expect(await decimalsOf(['1.234', '5,50'])).toBe('comma');
    expect(await decimalsOf(['12', '5.50'])).toBe('point');
    expect(await decimalsOf(['1.234', ''])).toBe('unknown');
  });
});

describe('the columns of a plain log', () => {
  it.each(['Kundennummer', 'Kunden-Nr.', 'Kunden-ID'])('%s says who the customer is, also beside an e-mail address', async (name) => {
    const { events } = await read([`E-Mail,${name},Datum,Betrag`, 'a@example.com,k-1,15.01.2024,20', ',k-1,16.01.2024,20']);
    expect(events.map(({ customer_id: id }) => id)).toEqual(['k-1', 'k-1']);
  });

  it.each(['E-Mail', 'E-Mail-Adresse', 'Kunden-E-Mail'])('%s says who the customer is beside "Kunde", which is a name', async (name) => {
    const { events } = await read([`Kunde,${name},Datum,Betrag`, 'Erika Muster,a@example.com,15.01.2024,20']);
    expect(events[0]?.customer_id).not.toContain('Erika');
  });

  it('may have German names', async () => {
    const { events, wrong } = await read([
      'Bestell-Nr.,Kundennummer,Bestelldatum,Gesamtbetrag,Währung,Erstattet,Bestellstatus',
      'b-1,k-1,15.01.2024,20.50,EUR,5,bezahlt',
      'b-2,k-2,16.01.2024,7,EUR,,storniert',
    ]);
    expect(wrong).toEqual([]);
    expect(short(events)).toEqual([
      ['order_completed', '01-15', 20.5, 'b-1', 5],
      ['order_cancelled', '01-16', 7, 'b-2', 0],
    ]);
    expect(events[0]).toMatchObject({ customer_id: 'k-1', data: { currency: 'EUR' } });
  });

  it.each(['Kunde;Datum;Summe', 'E-Mail;Bestellt am;Betrag', 'Kunden-Nr;Rechnungsdatum;Umsatz'])('are recognised: %s', (header) =>
    expect(recogniseLayout(header.split(';'))).toBe('generic'),
  );

  it('that nothing is read from are named, when they have contents', async () => {
    const header = ['customer_id', 'E-Mail', 'date', 'time', 'value', 'Warehouse', 'Note', '', 'value'];
    const rows = [
      { line: 2, fields: ['c-1', 'a@example.com', '2024-01-15', '10:00', '5', 'North', '', 'x', '6'] },
      { line: 3, fields: ['', 'a@example.com', '2024-01-15', '10:00', '5', 'North', ' ', 'x', '6'] },
    ];
    expect((await inspectFile(() => Promise.resolve({ header, rows }))).unread).toEqual(['Warehouse']);
  });
});

describe('returns without an order', () => {
  it('are counted by customer, because they take off what was never added', async () => {
    const lines = ['customer_id,occurred_at,value,order_id', 'c-1,2024-01-15,20,o-1', 'c-1,2024-01-16,-5,o-1', 'c-2,2024-01-17,-27.50,o-2'];
    expect((await inspect(lines)).found.summary).toMatchObject({ customers: 2, orders: 1, returnsOnly: 1 });
  });
});

describe('the marketing consent of orders', () => {
  it('is counted by customer, as the latest order has it', async () => {
    const lines = [
      'customer_id,occurred_at,value,accepts_marketing',
      'c-1,2024-01-16,20,no',
      'c-1,2024-01-15,20,yes',
      'c-2,2024-01-15,5,yes',
      'c-3,2024-01-15,5,',
    ];
    expect((await inspect(lines)).found.summary).toMatchObject({ customers: 3, accepting: { yes: 1, no: 1 } });
    expect((await inspect(['customer_id,occurred_at,value', 'c-1,2024-01-16,20'])).found.summary).toMatchObject({ accepting: null });
  });
});

describe('the status of a plain log', () => {
  it('leaves unpaid orders out, and stores cancelled and refunded ones as such', async () => {
    const { events, leftOut, wrong } = await read([
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
      ['order_cancelled', '01-17', 22, 'o-3'],
      ['order_completed', '01-18', 23, 'o-4', 23],
    ]);
    expect(leftOut).toEqual(['orders with the status "Failed"', 'orders with the status "cancelled"']);
    expect(new Set(events.map((event) => event.event_id)).size).toBe(3);
  });

  it('does not matter for a row that names its event type', async () => {
    const { events } = await read(['customer_id,occurred_at,value,event_type,status', 'c-1,2024-01-15,20,order_completed,failed']);
    expect(short(events)).toEqual([['order_completed', '01-15', 20, undefined]]);
  });
});
