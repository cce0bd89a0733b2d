import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { type FileRole, type OutgoingEvent, pseudonymsWith, type ReadRow, type SlashOrder } from '#libs/order-import';
import { EVENT_TYPES } from '#libs/core';
import { stopForQuestions } from './open-questions.js';
import { inspectPath, readFile, shiftToNow } from './read-file.js';

const NOW = new Date('2026-11-21T05:00:00.000Z');
const SHARED = {
  currency: null,
  timeZone: 'UTC',
  eventTypes: EVENT_TYPES,
  pseudonym: pseudonymsWith(Buffer.from('a key for tests only')),
} as const;
let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'import-'));
});
afterEach(() => rm(folder, { recursive: true }));

async function write(content: string | Buffer, name = 'orders.csv'): Promise<string> {
  const path = join(folder, name);
  await writeFile(path, content);
  return path;
}

interface Read {
  readonly format: string;
  readonly rows: readonly ReadRow[];
  readonly events: readonly OutgoingEvent[];
  readonly wrong: readonly string[];
}

async function read(content: string | Buffer, role: FileRole = 'orders', shiftDays = 0, order: SlashOrder | null = null): Promise<Read> {
  const path = await write(content);
  const found = await inspectPath(path, { role, ...(order === null ? {} : { mapping: { dates: order } }) });
  stopForQuestions(path, found);
  const rows: ReadRow[] = [];
  const reading = await readFile({ path, found, context: SHARED }, shiftDays, NOW);
  for await (const row of reading.rows) rows.push(row);
  return {
    format: found.layout,
    rows,
    events: rows.flatMap(({ outcome }) => (outcome.kind === 'events' ? outcome.events : [])),
    wrong: rows.flatMap(({ line, outcome }) => (outcome.kind === 'wrong' ? [`${line}: ${outcome.reason}`] : [])),
  };
}
const amountOf = ({ value, data }: OutgoingEvent): number | undefined => value ?? data?.refunded_total;

const SHOPIFY = [
  'Name,Email,Financial Status,Paid at,Fulfillment Status,Currency,Total,Created at,Lineitem quantity,Lineitem name,Cancelled at,Refunded Amount,Id,Phone',
  '#1001,Ann@Example.com,paid,2024-01-15 10:25:00 -0500,fulfilled,USD,59.90,2024-01-15 10:22:33 -0500,1,"Mug, ""large""",,0.00,5501,',
  '#1001,Ann@Example.com,,,,,,2024-01-15 10:22:33 -0500,2,"Plate',
  'with two lines",,,,',
  '#1002,bob@example.com,partially_refunded,2024-02-01 09:00:00 -0500,fulfilled,USD,100.00,2024-02-01 08:59:00 -0500,1,Vase,,30.00,5502,',
  '#1003,ann@example.com ,refunded,,,USD,20.00,2024-02-03 08:00:00 -0500,1,Mug,2024-02-04 09:00:00 -0500,,5503,',
  '#1004,,paid,,,USD,20.00,2024-02-05 08:00:00 -0500,1,Mug,,,5504,',
  '#1005,,paid,,,USD,20.00,2024-02-05 08:00:00 -0500,1,Mug,,,8.20982E+14,+1 555-010-9999',
].join('\r\n');

describe('a plain log', () => {
  it('is recognised by its columns in any case, order and spelling', async () => {
    const { format, events } = await read('Order Date;Amount;"Customer ID";Currency\n2024-01-15;12,50;c-1;eur\n');
    expect(format).toBe('generic');
    expect(events).toEqual([
      {
        event_id: expect.stringMatching(/^import:generic:[0-9a-f]{32}$/),
        customer_id: 'c-1',
        event_type: 'order_completed',
        occurred_at: '2024-01-15T00:00:00.000Z',
        value: 12.5,
        data: { currency: 'EUR' },
      },
    ]);
  });

  const TEXT = 'customer_id,occurred_at,value\nc-1,2024-01-15T10:00:00Z,5\nc-Zoé,2024-01-16,\n';
  it.each([
    ['gzip', gzipSync(TEXT)],
    ['text with a byte order mark', Buffer.from(`\uFEFF${TEXT}`)],
    ['text with Windows line ends', TEXT.replaceAll('\n', '\r\n')],
    ['UTF-16 with tabs', Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(TEXT.replaceAll(',', '\t'), 'utf16le')])],
    ['Windows-1252, as Excel saves it', Buffer.from(TEXT, 'latin1')],
    ['Windows-1252 in gzip', gzipSync(Buffer.from(TEXT, 'latin1'))],
  ])('is read the same as %s', async (_, variant) => {
    const plain = await read(TEXT);
    expect(plain.events.map((event) => event.customer_id)).toEqual(['c-1', 'c-Zoé']);
    expect((await read(variant)).events).toEqual(plain.events);
  });

  it('gives equal rows different event ids, which stay the same in every export', async () => {
    const header = 'customer_id,occurred_at,value\n';
    const row = 'c-1,2024-01-15,5.00\n';
    const whole = await read(`${header}c-0,2024-01-01,1\n${row}${row}${row}`);
    const later = await read(`${header}${row}${row}c-9,2024-01-20,9\n`);
    expect(new Set(whole.events.map((event) => event.event_id)).size).toBe(4);
    expect(later.events.slice(0, 2).map((event) => event.event_id)).toEqual(whole.events.slice(1, 3).map((event) => event.event_id));
  });

  it('keeps event ids when times are moved, so that moving again adds no duplicates', async () => {
    const text = 'customer_id,occurred_at,value\nc-1,1997-01-01,5\n';
    const moved = await read(text, 'orders', 10_371);
    expect(moved.events[0]?.occurred_at).toBe('2025-05-25T00:00:00.000Z');
    expect((await read(text, 'orders', 10_372)).events[0]?.event_id).toBe(moved.events[0]?.event_id);
  });

  it('reports line and reason of every wrong row, and accepts the others', async () => {
    const { events, wrong } = await read(
      [
        'customer_id,occurred_at,value',
        'c-1,2024-01-15,5',
        ',2024-01-15,5',
        'c-2,2024-02-30,5',
        'c-3,2024-01-15,five',
        '"c-4\nsecond line",2024-01-15,1',
        'c-5,2024-01-15,--5',
        'c-6,2031-01-15,5',
        'c-7,1997-01-15,5',
        'c-8,2024-01-15,5,surplus',
        '',
        'c-9,2024-01-15,7',
      ].join('\n'),
    );
    expect(events.map((event) => event.customer_id)).toEqual(['c-1', 'c-9']);
    expect(wrong).toEqual([
      '3: the customer is empty',
      '4: the date "2024-02-30" does not exist',
      '5: "five" is not an amount',
      '6: the customer contains a control character',
      '8: "--5" is not an amount',
      '9: the time 2031-01-15T00:00:00.000Z is in the future',
      expect.stringMatching(/^10: .* before 2000-01-01; --shift-to-now/),
      expect.stringMatching(/^11: the row has 4 fields, the header 3/),
    ]);
  });

  it('becomes refunds with --refunds, whether the amounts are positive or negative', async () => {
    const { events } = await read('customer_id,occurred_at,value,order_id\nc-1,2024-01-15,-5,o-1\nc-1,2024-01-16,6,\n', 'refunds');
    expect(events).toMatchObject([
      { event_type: 'order_refunded', value: 5, data: { order_id: 'o-1' } },
      { event_type: 'order_refunded', value: 6 },
    ]);
  });

  it('keeps event ids and types that the rows contain', async () => {
    const { events, wrong } = await read(
      'event_id,event_type,customer,time\ne-1,cart_updated,c-1,2024-01-15\ne-2,order_lost,c-1,2024-01-15\n',
    );
    expect(events).toMatchObject([{ event_id: 'e-1', event_type: 'cart_updated' }]);
    expect(wrong).toEqual([expect.stringContaining('"order_lost" is not an event type')]);
  });

  it('never shows an e-mail address that serves as a customer id', async () => {
    const { events } = await read('customer,date,value\nAnn@example.com,2024-01-15,1\nann@example.com,2024-01-16,2\n');
    expect(JSON.stringify(events)).not.toContain('example');
    expect(events[0]?.customer_id).toMatch(/^email:[0-9a-f]{64}$/);
    expect(events[1]?.customer_id).toBe(events[0]?.customer_id);
  });
});

describe("Shopify's order export", () => {
  it('gives one order per order name, with its cancellation and refund, and without e-mail addresses', async () => {
    const { format, events, rows } = await read(SHOPIFY);
    expect(format).toBe('shopify');
    expect(events.map((event) => [event.event_type, event.occurred_at, amountOf(event), event.data?.order_id])).toEqual([
      ['order_completed', '2024-01-15T15:22:33.000Z', 59.9, '5501'],
      ['order_completed', '2024-02-01T13:59:00.000Z', 100, '5502'],
      ['order_cancelled', '2024-02-04T14:00:00.000Z', 20, '5503'],
      ['order_completed', '2024-02-05T13:00:00.000Z', 20, '#1005'],
    ]);
    expect(events.map(({ data }) => data?.refunded_total)).toEqual([0, 30, 20, 0]);
    expect(events[2]?.data?.placed_at).toBe('2024-02-03T13:00:00.000Z');
    expect(events.every((event) => event.data?.currency === 'USD')).toBe(true);
    expect(events[2]?.customer_id).toBe(events[0]?.customer_id);
    expect(events.at(-1)?.customer_id).toMatch(/^phone:/);
    expect(JSON.stringify(events)).not.toMatch(/@|example|555/i);
    expect(rows[1]?.outcome).toEqual({ kind: 'left_out', why: 'further line items of an order' });
  });

  it('reports the line of an order without a customer, also after a row that spans two lines', async () => {
    expect((await read(SHOPIFY)).wrong).toEqual(['7: the order has no customer: Email and Phone are empty']);
  });

  it('gives an order the same event id in a later export, with all that it says now', async () => {
    const before = await read(SHOPIFY.replace('partially_refunded', 'paid').replace(',30.00,5502', ',0.00,5502'));
    const after = await read(SHOPIFY);
    expect(after.events.map((event) => event.event_id)).toEqual(before.events.map((event) => event.event_id));
    expect(after.events[1]?.data?.refunded_total).toBe(30);
  });
});

describe('order exports of WooCommerce', () => {
  it('are recognised with the columns of Import Export Suite', async () => {
    const { format, events, rows } = await read(
      [
        'order_id,order_number,order_date,paid_date,status,shipping_total,order_total,order_currency,customer_id,billing_email',
        '901,901,9/6/2016 6:29:00,,completed,5.00,55.00,EUR,12,ann@example.com',
        '902,902,9/7/2016 6:29:00,,wc-pending,5.00,10.00,EUR,0,bob@example.com',
        '903,903,9/8/2016 6:29:00,,wc-cancelled,5.00,10.00,EUR,0,bob@example.com',
        '904,904,9/9/2016 6:29:00,,refunded,5.00,30.00,EUR,0,Bob@example.com',
      ].join('\n'),
      'orders',
      0,
      'month_first',
    );
    expect(format).toBe('woocommerce');
    expect(events.map((event) => [event.event_type, event.occurred_at.slice(0, 10), amountOf(event), event.data?.order_id])).toEqual([
      ['order_completed', '2016-09-06', 55, '901'],
      ['order_cancelled', '2016-09-08', 10, '903'],
      ['order_completed', '2016-09-09', 30, '904'],
    ]);
    expect(events[0]?.customer_id).toBe('12');
    expect(events[1]?.customer_id).toMatch(/^email:/);
    expect(events[2]?.customer_id).toBe(events[1]?.customer_id);
    expect(events[2]?.data?.refunded_total).toBe(30);
    expect(rows[1]?.outcome).toMatchObject({ kind: 'left_out', why: 'orders with the status "wc-pending"' });
  });

  it('are recognised with the columns of Advanced Order Export, one row per item', async () => {
    const { format, events } = await read(
      [
        '\uFEFF"Order Number","Order Status","Order Date","Email (Billing)","Order Refund Amount","Order Total Amount","Item #","Item Name"',
        '"501","Completed","2026-01-15 12:00","ann@example.com","8.00","108.00","1","Mug"',
        '"501","Completed","2026-01-15 12:00","ann@example.com","8.00","108.00","2","Plate"',
        '"502","Processing","2026-01-16 12:00","","0","20.00","1","Mug"',
      ].join('\r\n'),
    );
    expect(format).toBe('woocommerce');
    expect(events.map(({ event_type: type, value, data }) => [type, value, data?.refunded_total])).toEqual([['order_completed', 108, 8]]);
  });

  it('are recognised as the Analytics report, which has only customer names', async () => {
    const { format, events } = await read(
      'Date,"Order #",Status,Customer,"Customer type","Net sales"\n"2026-01-15 12:00:00",77,completed,"Ann Example",new,12.00\n',
    );
    expect(format).toBe('woocommerce');
    expect(events[0]?.customer_id).toMatch(/^name:[0-9a-f]{64}$/);
  });
});

describe('files that are not an order log', () => {
  it.each([
    [
      'other columns',
      'a,b\n1,2\n',
      /no column for: the customer, the date of the order\. A plain log needs: customer_id[^]*Its columns are: a, b\./,
    ],
    ['nothing', '', /is empty/],
    ['a PDF', '%PDF-1.7', /cannot be read\. This is a PDF/],
    ['an archive in gzip', gzipSync('PK\x03\x04'), /cannot be read\. This is a ZIP archive\. Unpack it/],
    ['a broken gzip file', gzipSync('customer_id,occurred_at\n').subarray(0, 20), /not readable as CSV|is empty/],
  ])('are refused in a sentence: %s', async (_, content, sentence) => {
    await expect(read(content)).rejects.toThrow(sentence);
  });

  it('are refused when a quote is never closed', async () => {
    await expect(read('customer_id,occurred_at\nc-1,"2024-01-15\nc-2,2024-01-16\n')).rejects.toThrow(
      /not readable as CSV: Quote Not Closed/,
    );
  });
});

describe('--shift-to-now', () => {
  it('moves the newest row of all files as close to now as whole days allow', async () => {
    const source = async (text: string, name: string) => {
      const path = await write(text, name);
      return { path, found: await inspectPath(path, {}), context: SHARED };
    };
    const early = await source('customer,date\na,1998-06-30\n', 'a.csv');
    const late = await source('customer,date\na,1998-07-01T12:00:00Z\n', 'b.csv');
    const days = await shiftToNow([early, late], NOW);
    expect(new Date(Date.parse('1998-07-01T12:00:00Z') + days * 86_400_000).toISOString()).toBe('2026-11-20T12:00:00.000Z');
  });
});
