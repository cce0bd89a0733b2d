import { EVENT_TYPES } from '#libs/core';
import type { WireFields } from './wire-events.js';

/** A name for the case, and the fields as JSON text that differ from a valid event. */
type AcceptedCase = readonly [what: string, fields: WireFields];
/** The same with the code and the whole sentence that the sender reads. */
type RefusedCase = readonly [what: string, fields: WireFields, code: string, sentence: string];

const q = (text: string): string => JSON.stringify(text);
const EMOJI = '😀';

const SUMMARY =
  '{"orders":8,"spent":412.5,"currency":"EUR","first_order_at":"2024-03-01T10:00Z","last_order_at":"2026-08-01T10:00Z","until":"2026-09-28T00:00Z","orders_since":"2026-09-28T00:00Z"}';

export const ACCEPTED: AcceptedCase[] = [
  ['an event with nothing to spare', {}],
  ['an event without value and data', { value: '', data: '' }],
  ['fields that are not ours, whatever their names', { constructor: '{}', toJSON: '1', ['__proto__']: '{"event_id":5}' }],
  ['an id of one character', { event_id: q('e') }],
  ['an id of blanks, kept as it is', { event_id: q('  ') }],
  ['an id of 255 characters', { event_id: q('x'.repeat(255)) }],
  ['an id of 255 emoji, which are 510 code units', { customer_id: q(EMOJI.repeat(255)) }],
  ['an id that reads like SQL', { customer_id: q("'); DROP TABLE events; --") }],
  ['an instant with an offset', { occurred_at: q('2026-11-01T10:15:00+05:30') }],
  ['the widest offset that Postgres knows', { occurred_at: q('2026-11-01T10:15:00+15:59') }],
  ['an offset without a colon', { occurred_at: q('2026-11-01T10:15:00+0530') }],
  ['an instant without seconds', { occurred_at: q('2026-11-01T10:15Z') }],
  ['nine digits of a second', { occurred_at: q('2026-11-01T10:15:00.123456789Z') }],
  ['29 February of a leap year', { occurred_at: q('2024-02-29T00:00:00Z') }],
  ['the first moment of 2000', { occurred_at: q('2000-01-01T00:00:00.000Z') }],
  ['the first moment of 2000 in Delhi time', { occurred_at: q('2000-01-01T05:30:00+05:30') }],
  ['exactly five minutes from now', { occurred_at: q('2026-11-21T12:05:00.000Z') }],
  ['the value null, as none', { value: 'null' }],
  ['data that is null, as none', { data: 'null' }],
  ['the value 0', { value: '0' }],
  ['the value -0', { value: '-0' }],
  ['the value 1e12', { value: '1e12' }],
  ['empty data', { data: '{}' }],
  ['data of 20 levels', { data: `{"a":${'['.repeat(19)}${']'.repeat(19)}}` }],
  ['data of 65536 bytes', { data: `{"a":"${'x'.repeat(65_528)}"}` }],
  ['data that is small once its blanks are gone', { data: `{${' '.repeat(70_000)}}` }],
  ['data with a key __proto__', { data: '{"__proto__":{"order_id":{}}}' }],
  ['data with a key toJSON', { data: '{"toJSON":"x"}' }],
  ['an order without an id, or with null for it', { data: '{"order_id":null,"currency":null,"updated_at":null}' }],
  ['an order id that is the largest safe number', { data: '{"order_id":9007199254740991}' }],
  ['a consent to marketing with its time', { data: '{"accepts_marketing":false,"accepts_marketing_updated_at":"2026-01-02T03:04Z"}' }],
  ['null for the consent to marketing', { data: '{"accepts_marketing":null,"accepts_marketing_updated_at":null}' }],
  ['a currency in small letters', { data: '{"currency":"eur"}' }],
  ['a summary of earlier orders', { event_type: q('customer_history'), data: SUMMARY }],
  [
    'a summary with no more than it needs',
    { event_type: q('customer_history'), data: '{"orders":0,"until":"2026-09-28T00:00Z","spent":null}' },
  ],
  ['a summary without data, which counts for nothing', { event_type: q('customer_history'), data: '' }],
  ['anything in the order fields of an event about no order', { event_type: q('page_viewed'), data: '{"order_id":[],"currency":5}' }],
];

const TYPES = EVENT_TYPES.join(', ');
const ID_RULE = 'it must be a string of 1 to 255 characters';
const CHARACTER_RULE = 'it must not hold control characters or broken surrogates';
const INSTANT_RULE = 'it must be an ISO 8601 date and time that exists, with Z or an offset of less than 16 hours';
const VALUE_RULE = 'it must be a number from 0 to 1000000000000, or absent';
const DATA_TEXT_RULE = 'data holds a NUL character or half a surrogate pair: its texts must be valid Unicode without NUL';
const DATA_DEPTH_RULE = 'data is nested more than 20 levels deep: it must have at most 20';
const ORDER_ID_RULE = 'it must be a string, or a whole number up to 9007199254740991';
const CURRENCY_RULE = 'it must be a three-letter ISO 4217 code, such as EUR';

const refusedInstant = (what: string, text: string): RefusedCase => [
  what,
  { occurred_at: q(text) },
  'invalid_datetime',
  `occurred_at is ${q(text)}: ${INSTANT_RULE}`,
];

const IDENTIFIERS: RefusedCase[] = [
  ['an event without an id', { event_id: '' }, 'required', `event_id is missing: ${ID_RULE}`],
  ['an id that is null', { customer_id: 'null' }, 'required', `customer_id is missing: ${ID_RULE}`],
  ['an id that is a number', { customer_id: '5' }, 'invalid_type', `customer_id is 5: ${ID_RULE}`],
  ['an id that is true', { event_id: 'true' }, 'invalid_type', `event_id is true: ${ID_RULE}`],
  ['an id that is an object', { customer_id: '{}' }, 'invalid_type', `customer_id is an object: ${ID_RULE}`],
  ['an id that is an array', { customer_id: '["c-1"]' }, 'invalid_type', `customer_id is an array: ${ID_RULE}`],
  ['an empty id', { event_id: '""' }, 'invalid_length', 'event_id has 0 characters: it must have 1 to 255 characters'],
  [
    'an id of 256 characters',
    { event_id: q('x'.repeat(256)) },
    'invalid_length',
    'event_id has 256 characters: it must have 1 to 255 characters',
  ],
  [
    'an id of 256 emoji',
    { customer_id: q(EMOJI.repeat(256)) },
    'invalid_length',
    'customer_id has 256 characters: it must have 1 to 255 characters',
  ],
  [
    'an id of a million characters',
    { event_id: q('x'.repeat(1e6)) },
    'invalid_length',
    'event_id has 1000000 characters: it must have 1 to 255 characters',
  ],
  ['a NUL in an id', { event_id: '"a\\u0000b"' }, 'invalid_characters', `event_id is "a\\u0000b": ${CHARACTER_RULE}`],
  ['a line break in an id', { customer_id: '"a\\n"' }, 'invalid_characters', `customer_id is "a\\n": ${CHARACTER_RULE}`],
  ['half an emoji in an id', { customer_id: '"x\\ud83d"' }, 'invalid_characters', `customer_id is "x\\ud83d": ${CHARACTER_RULE}`],
  [
    'the halves of an emoji in the wrong order',
    { event_id: '"\\ude00\\ud83d"' },
    'invalid_characters',
    `event_id is "\\ude00\\ud83d": ${CHARACTER_RULE}`,
  ],
];

const typeSentence = (shown: string): string => `event_type is ${shown}, which is not a valid event type: it must be one of ${TYPES}`;

const EVENT_TYPE_CASES: RefusedCase[] = [
  ['an event without a type', { event_type: '' }, 'required', `event_type is missing: it must be one of ${TYPES}`],
  ['an unknown type', { event_type: '"order_paid"' }, 'invalid_event_type', typeSentence('"order_paid"')],
  ['a type in capitals', { event_type: '"ORDER_CREATED"' }, 'invalid_event_type', typeSentence('"ORDER_CREATED"')],
  ['a type that every object has', { event_type: '"toString"' }, 'invalid_event_type', typeSentence('"toString"')],
  ['a type in an array', { event_type: '["order_created"]' }, 'invalid_event_type', typeSentence('an array')],
  ['a very long type, and shows its start', { event_type: q('x'.repeat(99)) }, 'invalid_event_type', typeSentence(`"${'x'.repeat(59)}…"`)],
  [
    'a long type of emoji, and cuts none in half',
    { event_type: q(EMOJI.repeat(70)) },
    'invalid_event_type',
    typeSentence(`"${EMOJI.repeat(59)}…"`),
  ],
];

const INSTANTS: RefusedCase[] = [
  ['an event without a time', { occurred_at: '' }, 'required', 'occurred_at is missing: it must be an ISO 8601 date and time in UTC'],
  ['a time that is a number', { occurred_at: '1763719200' }, 'invalid_datetime', `occurred_at is 1763719200: ${INSTANT_RULE}`],
  refusedInstant('30 February', '2026-02-30T00:00:00Z'),
  refusedInstant('29 February of no leap year', '2026-02-29T00:00:00Z'),
  refusedInstant('a month 13', '2026-13-01T00:00:00Z'),
  refusedInstant('a year alone', '2026'),
  refusedInstant('a week', '2026-W10'),
  refusedInstant('a day without a time', '2026-11-01'),
  refusedInstant('a time without a zone', '2026-11-01T10:15:00'),
  refusedInstant('a small z', '2026-11-01T10:15:00z'),
  refusedInstant('a blank for the T', '2026-11-01 10:15:00Z'),
  refusedInstant('a leap second', '2016-12-31T23:59:60Z'),
  refusedInstant('24 o’clock', '2026-11-01T24:00:00Z'),
  refusedInstant('an offset that Postgres does not know', '2026-11-01T10:15:00-16:00'),
  refusedInstant('an offset of 24 hours', '2026-11-01T10:15:00+24:00'),
  refusedInstant('an offset without minutes', '2026-11-01T10:15:00+05'),
  refusedInstant('a time with a line break after it', '2026-11-01T10:15:00Z\n'),
  [
    'the last moment of 1999',
    { occurred_at: q('1999-12-31T23:59:59.999Z') },
    'out_of_range',
    'occurred_at is "1999-12-31T23:59:59.999Z": it must not be before 2000-01-01',
  ],
  [
    'a moment later than five minutes from now',
    { occurred_at: q('2026-11-21T12:05:00.001Z') },
    'out_of_range',
    'occurred_at is "2026-11-21T12:05:00.001Z": it must not be later than 5 minutes from now (2026-11-21T12:00:00.000Z)',
  ],
];

const VALUES: RefusedCase[] = [
  ['a value that is a text', { value: '"5"' }, 'invalid_type', `value is "5": ${VALUE_RULE}`],
  ['a value that is a word', { value: '"abc"' }, 'invalid_type', `value is "abc": ${VALUE_RULE}`],
  ['a value below 0', { value: '-0.01' }, 'out_of_range', `value is -0.01: ${VALUE_RULE}`],
  ['a value above 1e12', { value: '1000000000001' }, 'out_of_range', `value is 1000000000001: ${VALUE_RULE}`],
  ['a value that no double holds', { value: '1e400' }, 'out_of_range', `value is Infinity: ${VALUE_RULE}`],
];

const DATA: RefusedCase[] = [
  ['data that is an array', { data: '[]' }, 'invalid_type', 'data is an array: it must be an object, or absent'],
  ['data that is JSON in a text', { data: '"{}"' }, 'invalid_type', 'data is "{}": it must be an object, or absent'],
  ['data of 21 levels', { data: `{"a":${'['.repeat(20)}${']'.repeat(20)}}` }, 'too_deep', DATA_DEPTH_RULE],
  ['data of 20000 levels', { data: `${'{"a":'.repeat(20_000)}1${'}'.repeat(20_000)}` }, 'too_deep', DATA_DEPTH_RULE],
  [
    'data of 65537 bytes',
    { data: `{"a":"${'x'.repeat(65_529)}"}` },
    'too_large',
    'data has 65537 bytes as JSON: it must have at most 65536',
  ],
  [
    'data of 65537 bytes in fewer characters',
    { data: `{"a":"${'é'.repeat(32_764)}x"}` },
    'too_large',
    'data has 65537 bytes as JSON: it must have at most 65536',
  ],
  [
    'a consent to marketing that is a text',
    { data: '{"accepts_marketing":"yes"}' },
    'invalid_type',
    'data.accepts_marketing is "yes": it must be true or false, or absent',
  ],
  [
    'a consent to marketing with a time that is none, also in an event about no order',
    { event_type: q('page_viewed'), data: '{"accepts_marketing":true,"accepts_marketing_updated_at":"soon"}' },
    'invalid_datetime',
    'data.accepts_marketing_updated_at is "soon": it must be an ISO 8601 date and time that exists, with Z or an offset of less than 16 hours',
  ],
  ['a NUL in a text of data', { data: '{"a":["x\\u0000"]}' }, 'invalid_characters', DATA_TEXT_RULE],
  ['a NUL in a key of data', { data: '{"\\u0000":1}' }, 'invalid_characters', DATA_TEXT_RULE],
  ['half an emoji in data', { data: '{"a":"\\ude00"}' }, 'invalid_characters', DATA_TEXT_RULE],
  [
    'a number in data that no double holds',
    { data: '{"a":{"b":1e400}}' },
    'out_of_range',
    'data holds a number that no double can carry: it must be finite',
  ],
];

const ORDER_DATA: RefusedCase[] = [
  [
    'an order id that a double rounds',
    { data: '{"order_id":9007199254740993}' },
    'out_of_range',
    `data.order_id is 9007199254740992: ${ORDER_ID_RULE}`,
  ],
  ['an order id with a fraction', { data: '{"order_id":1.5}' }, 'out_of_range', `data.order_id is 1.5: ${ORDER_ID_RULE}`],
  ['an empty order id', { data: '{"order_id":""}' }, 'invalid_length', 'data.order_id has 0 characters: it must have 1 to 255 characters'],
  ['an order id that is an object', { data: '{"order_id":{}}' }, 'invalid_type', `data.order_id is an object: ${ID_RULE}`],
  ['a currency of four letters', { data: '{"currency":"EURO"}' }, 'invalid_type', `data.currency is "EURO": ${CURRENCY_RULE}`],
  ['an empty currency', { data: '{"currency":""}' }, 'invalid_type', `data.currency is "": ${CURRENCY_RULE}`],
  ['a currency sign', { data: '{"currency":"€€€"}' }, 'invalid_type', `data.currency is "€€€": ${CURRENCY_RULE}`],
  ['an updated_at that is a number', { data: '{"updated_at":5}' }, 'invalid_datetime', `data.updated_at is 5: ${INSTANT_RULE}`],
  [
    'an updated_at on 30 February',
    { data: '{"updated_at":"2026-02-30T00:00:00Z"}' },
    'invalid_datetime',
    `data.updated_at is "2026-02-30T00:00:00Z": ${INSTANT_RULE}`,
  ],
  [
    'an updated_at in the future',
    { data: '{"updated_at":"2027-01-01T00:00:00Z"}' },
    'out_of_range',
    'data.updated_at is "2027-01-01T00:00:00Z": it must not be later than 5 minutes from now (2026-11-21T12:00:00.000Z)',
  ],
];

const history = (what: string, data: string, code: string, sentence: string): RefusedCase => [
  what,
  { event_type: q('customer_history'), data },
  code,
  sentence,
];
const ORDERS_RULE = 'it must be a whole number from 0 to 1000000';
const UNTIL = '"until":"2026-09-28T00:00Z"';

const HISTORIES: RefusedCase[] = [
  history('a summary without the number of orders', `{${UNTIL}}`, 'required', `data.orders is missing: ${ORDERS_RULE}`),
  history('a summary of half an order', `{"orders":1.5,${UNTIL}}`, 'out_of_range', `data.orders is 1.5: ${ORDERS_RULE}`),
  history('a summary of fewer than no orders', `{"orders":-1,${UNTIL}}`, 'out_of_range', `data.orders is -1: ${ORDERS_RULE}`),
  history('a number of orders that is a text', `{"orders":"8",${UNTIL}}`, 'invalid_type', `data.orders is "8": ${ORDERS_RULE}`),
  history('a summary of too many orders', `{"orders":1000001,${UNTIL}}`, 'out_of_range', `data.orders is 1000001: ${ORDERS_RULE}`),
  history(
    'a summary that ends at an offset of 18 hours',
    '{"orders":8,"until":"2026-01-01T00:00:00+18:00"}',
    'invalid_datetime',
    `data.until is "2026-01-01T00:00:00+18:00": ${INSTANT_RULE}`,
  ),
  history('a negative sum', `{"orders":8,"spent":-1,${UNTIL}}`, 'out_of_range', `data.spent is -1: ${VALUE_RULE}`),
  history(
    'a currency of a summary that is no code',
    `{"orders":8,"currency":"eu",${UNTIL}}`,
    'invalid_type',
    `data.currency is "eu": ${CURRENCY_RULE}`,
  ),
  history('a summary without its end', '{"orders":8}', 'required', 'data.until is missing: it must be an ISO 8601 date and time in UTC'),
  history('a summary that ends some day', '{"orders":8,"until":"soon"}', 'invalid_datetime', `data.until is "soon": ${INSTANT_RULE}`),
  history(
    'a first order after the last',
    `{"orders":8,"first_order_at":"2026-03-02T00:00Z","last_order_at":"2026-03-01T00:00Z",${UNTIL}}`,
    'out_of_range',
    'data.first_order_at is "2026-03-02T00:00Z": it must not be later than data.last_order_at',
  ),
  history(
    'a last order after the end of the summary',
    `{"orders":8,"last_order_at":"2026-09-29T00:00Z",${UNTIL}}`,
    'out_of_range',
    'data.last_order_at is "2026-09-29T00:00Z": it must not be later than data.until',
  ),
  history(
    'orders that begin after the end of the summary',
    `{"orders":8,"orders_since":"2026-09-29T00:00Z",${UNTIL}}`,
    'out_of_range',
    'data.orders_since is "2026-09-29T00:00Z": it must not be later than data.until',
  ),
];

export const REFUSED: RefusedCase[] = [...IDENTIFIERS, ...EVENT_TYPE_CASES, ...INSTANTS, ...VALUES, ...DATA, ...ORDER_DATA, ...HISTORIES];
