import { EVENT_TYPES } from '#libs/core';
import * as fc from 'fast-check';

/** The moment at which the tests of this folder validate. */
export const NOW = new Date('2026-11-21T12:00:00.000Z');

const MINUTE_MS = 60_000;

/** Each field of an event as JSON text, so that what only a wire can carry is tested too: `1e400`, `-0`, a key `__proto__`. */
export type WireFields = Readonly<Record<string, string>>;

/** A field with this text is left out. */
const ABSENT = '';

export function wireEvent(fields: WireFields): string {
  const members = Object.entries(fields).filter(([, text]) => text !== ABSENT);
  return `{${members.map(([name, text]) => `${JSON.stringify(name)}:${text}`).join(',')}}`;
}

export const VALID: WireFields = {
  event_id: '"e-1"',
  customer_id: '"c-1"',
  event_type: '"order_completed"',
  occurred_at: '"2026-11-01T10:15:00Z"',
  value: '59.9',
  data: '{"order_id":"1001","currency":"EUR"}',
};

const texts = (...values: unknown[]): fc.Arbitrary<string> => fc.constantFrom(...values.map((value) => JSON.stringify(value)));
const emoji = '😀';
const notEvenText = fc.constantFrom(ABSENT, 'null', '5', 'true', '[]', '{}', '["a"]', '{"length":3}');

const identifiers = fc.oneof(
  notEvenText,
  texts('', ' ', 'a\u0000', 'a\u001fb', '\u007f', '\u009f', '\u00a0', '\u2028', '\ufeff', 'İ', '__proto__', "'; DROP TABLE events; --"),
  fc.constantFrom('"\\ud800"', '"\\udc00x"', '"x\\ud83d"', '"\\ude00\\ud83d"', '"\\ud83d\\ude00"'),
  fc
    .tuple(
      fc.constantFrom('x', 'é', emoji),
      fc.constantFrom(126, 127, 128, 254, 255, 256, 510, 511, 70_000),
      fc.constantFrom('', 'x', emoji),
    )
    .map(([unit, times, end]) => JSON.stringify(unit.repeat(times) + end)),
  fc.string({ unit: 'binary', maxLength: 300, size: 'max' }).map((text) => JSON.stringify(text)),
  // Each code unit separately, so that unpaired surrogates occur anywhere.
  fc.array(fc.nat(0xffff), { maxLength: 4 }).map((units) => JSON.stringify(String.fromCharCode(...units))),
);

const eventTypes = fc.oneof(
  { weight: 1, arbitrary: notEvenText },
  {
    weight: 1,
    arbitrary: texts('', 'toString', '__proto__', 'ORDER_CREATED', 'order_created ', 'order', 'customer.created', ['order_created']),
  },
  { weight: 3, arbitrary: texts(...EVENT_TYPES) },
);

/** The first mostly, so that what refuses an instant is often a single part of it. */
const mostly = (usual: string, ...odd: string[]): fc.Arbitrary<string> =>
  fc.oneof({ weight: 6, arbitrary: fc.constant(usual) }, { weight: 1, arbitrary: fc.constantFrom(...odd) });

const anyInstantText = fc
  .tuple(
    mostly('2026', '2024', '2000', '1999', '1900', '0000', '26', '02026', '+02026', '-2026', '9999'),
    mostly('-02', '-01', '-04', '-11', '-12', '-00', '-13', '-1', '', '-W10'),
    mostly('-28', '-01', '-29', '-29', '-30', '-31', '-32', '-00', '-9', ''),
    mostly('T10:15', 'T00:00', 'T23:59', 'T24:00', 'T24:15', 'T12:60', 'T25:00', ' 10:15', 't10:15', '', 'T1015', 'T9:15'),
    mostly(':00', ':59', ':60', ':61', '', ':5'),
    mostly('', '.1', '.123', '.123456789', '.1234567890', '.', ',5'),
    mostly('Z', 'z', '', '+05:30', '+0530', '-00:00', '+05', '+24:00', '-23:59', '+05:60', '+5:30', ' Z', 'Z\n', '+٠5:30'),
  )
  .map((parts) => JSON.stringify(parts.join('')));

/** Instants around the two ends of the allowed range, to the millisecond, in several zones and fractions. */
const boundaryInstant = fc
  .record({
    end: fc.constantFrom(NOW.getTime() + 5 * MINUTE_MS, Date.parse('2000-01-01T00:00:00Z')),
    offMs: fc.constantFrom(-1, 0, 1, 1000, -1000),
    zoneMinutes: fc.constantFrom(0, 330, -720, 959, 960),
    finer: fc.constantFrom('', '000', '999999'),
  })
  .map(({ end, offMs, zoneMinutes, finer }) => {
    const local = new Date(end + offMs + zoneMinutes * MINUTE_MS).toISOString().slice(0, -1);
    const [hours, minutes] = [Math.floor(Math.abs(zoneMinutes) / 60), Math.abs(zoneMinutes) % 60].map((part) =>
      String(part).padStart(2, '0'),
    );
    return JSON.stringify(`${local}${finer}${zoneMinutes < 0 ? '-' : '+'}${hours}:${minutes}`);
  });

/** Texts that stand in `occurred_at` or `data.updated_at`. */
export const instants = fc.oneof(
  { weight: 1, arbitrary: notEvenText },
  texts('now', '1763719200', '2026', '2026-W10', '2026-W10-1T00:00:00Z', '2026-060T00:00:00Z', 'Sun, 01 Nov 2026 10:15:00 GMT', 1763719200),
  { weight: 4, arbitrary: anyInstantText },
  { weight: 2, arbitrary: boundaryInstant },
);

const values = fc.oneof(
  notEvenText,
  fc.constantFrom('0', '-0', '-0.0', '1e-320', '0.00005', '1e12', '1000000000000.0001', '1000000000001', '1e400', '-1e400', '-1', '-1e-9'),
  texts('5', '', 'NaN', [1]),
  fc.double({ noNaN: true, noDefaultInfinity: true }).map(String),
);

const nested = (levels: number, open: string, core: string, close: string): string => open.repeat(levels) + core + close.repeat(levels);
/** `data` of the given levels, the outermost object being the first. */
const dataOfLevels = (levels: number): fc.Arbitrary<string> =>
  fc.constantFrom(
    `{"a":${nested(levels - 1, '[', '', ']')}}`,
    nested(levels, '{"a":', '1', '}'),
    `{"b":1,"a":${nested(levels - 1, '[', '"x"', ']')}}`,
  );

const dataOfBytes = (bytes: number): fc.Arbitrary<string> =>
  fc.constantFrom('x', 'é', emoji, '\\u001f').map((unit) => {
    // {"a":"…"} adds 8 bytes around the text. A control character becomes six bytes in JSON.
    const room = bytes - 8;
    const size = Buffer.byteLength(unit);
    return `{"a":"${unit.repeat(Math.floor(room / size))}${'x'.repeat(room % size)}"}`;
  });

const hugeData = fc.oneof(
  ...[65_535, 65_536, 65_537, 200_000].map(dataOfBytes),
  fc.constantFrom(`{"a":[${'0,'.repeat(40_000)}0]}`, `{ "a" : [${' '.repeat(70_000)}] }`, nested(20_000, '{"a":', '1', '}')),
  fc.constant(`{"a":${nested(20_000, '[', '', ']')}}`),
);

const orderData = fc
  .record({
    order_id: fc.oneof(identifiers, fc.constantFrom('1001', '-0', '1.5', '9007199254740991', '9007199254740992', '1e400', 'false')),
    currency: fc.oneof(notEvenText, texts('EUR', 'eur', 'EURO', 'EU', '', '€€€', 'ÄÖÜ', 'EUR\n', 'ſſſ', 'KKK')),
    updated_at: instants,
    test: fc.constantFrom(ABSENT, 'true', 'false', 'null', '"yes"', '1'),
  })
  .map(wireEvent);

const data = fc.oneof(
  { weight: 2, arbitrary: notEvenText },
  { weight: 6, arbitrary: orderData },
  { weight: 2, arbitrary: fc.constantFrom(19, 20, 21, 22).chain(dataOfLevels) },
  { weight: 1, arbitrary: hugeData },
  {
    weight: 3,
    arbitrary: fc.constantFrom(
      '{"__proto__":{"order_id":5.5}}',
      '{"__proto__":null,"order_id":{}}',
      '{"toJSON":"x"}',
      '{"toJSON":{},"constructor":null,"hasOwnProperty":1,"then":1}',
      '{"a\\u0000":1}',
      '{"a":["\\u0000"]}',
      '{"\\ud800":1}',
      '{"a":"\\udfff"}',
      '{"a":1e400}',
      '{"a":[{"b":-1e400}]}',
      '{"a":1,"a":2}',
      '{"":""}',
    ),
  },
  { weight: 4, arbitrary: fc.json({ maxDepth: 6, stringUnit: 'binary' }) },
);

const HOSTILE: Readonly<Record<keyof typeof VALID, fc.Arbitrary<string>>> = {
  event_id: identifiers,
  customer_id: identifiers,
  event_type: eventTypes,
  occurred_at: instants,
  value: values,
  data,
};

const extraFields = fc.constantFrom<WireFields>(
  {},
  {},
  {},
  { __proto__x: '1', constructor: '{}' },
  { toJSON: '"x"', ip: 'null' },
  { ['__proto__']: '{"event_id":"other"}' },
);

/** An event of any type with one hostile field; all others are valid, so that only this field can cause the refusal. */
const oneHostileField = fc
  .tuple(fc.constantFrom(...Object.keys(VALID)), texts(...EVENT_TYPES), extraFields)
  .chain(([field, type, extra]) =>
    (HOSTILE[field] as fc.Arbitrary<string>).map((text) => wireEvent({ ...VALID, event_type: type, ...extra, [field]: text })),
  );

const mostlyValid = (field: string): fc.Arbitrary<string> =>
  fc.oneof({ weight: 4, arbitrary: fc.constant(VALID[field] as string) }, { weight: 1, arbitrary: HOSTILE[field] as fc.Arbitrary<string> });
const anyFieldHostile = fc.record(Object.fromEntries(Object.keys(VALID).map((field) => [field, mostlyValid(field)]))).map(wireEvent);

const noEvent = fc.oneof(fc.constantFrom('null', '5', '"event"', 'true', '[]', '{}', nested(20_000, '[', '', ']')), fc.json());

/** Texts of JSON values that stand where an event of a batch is expected. */
export const anyEvent = fc.oneof(
  { weight: 12, arbitrary: oneHostileField },
  { weight: 4, arbitrary: anyFieldHostile },
  { weight: 1, arbitrary: noEvent },
);
