import 'reflect-metadata';
import { validateSync } from 'class-validator';
import * as fc from 'fast-check';
import { EventDto } from '#libs/dto';
import { validateEvent } from '#libs/ingestion';
import { ACCEPTED, REFUSED } from './event-cases.js';
import { anyEvent, instants, NOW, VALID, wireEvent } from './wire-events.js';

const FIELDS = Object.keys(VALID);

/** Validates an event against the documented shape. Other fields are free, so only the documented ones are passed on. */
function documentAccepts(event: unknown): boolean {
  if (typeof event !== 'object' || event === null || Array.isArray(event)) return false;
  const named = FIELDS.filter((field) => Object.hasOwn(event, field));
  const fields = Object.fromEntries(named.map((field) => [field, (event as Record<string, unknown>)[field]]));
  return validateSync(Object.assign(new EventDto(), fields)).length === 0;
}

const ingestionAccepts = (event: unknown): boolean => validateEvent(event, NOW).kind === 'valid';

describe('the rules for events', () => {
  // The OpenAPI validator reads the system clock. The fake timers replace nothing else that it uses.
  beforeAll(() => jest.useFakeTimers({ now: NOW }));
  afterAll(() => jest.useRealTimers());

  it.each([
    ['for any JSON instead of an event', anyEvent],
    ['for every way of writing an instant', instants.map((text) => wireEvent({ ...VALID, occurred_at: text }))],
  ])('are the same in the OpenAPI document and on the hot path %s', (_what, events) => {
    const verdicts = { accepted: 0, refused: 0 };
    const agree = fc.property(events, (text) => {
      const accepted = ingestionAccepts(JSON.parse(text));
      verdicts[accepted ? 'accepted' : 'refused'] += 1;
      return documentAccepts(JSON.parse(text)) === accepted;
    });
    fc.assert(agree, { numRuns: 8000 });
    // A test with only valid or only invalid events would prove nothing.
    expect(Math.min(verdicts.accepted, verdicts.refused)).toBeGreaterThan(1000);
  });

  it.each(ACCEPTED)('accept %s', (_what, fields) => {
    const event: unknown = JSON.parse(wireEvent({ ...VALID, ...fields }));
    expect(validateEvent(event, NOW)).toMatchObject({ kind: 'valid' });
    expect(documentAccepts(event)).toBe(true);
  });

  it.each(REFUSED)('refuse %s and say why', (_what, fields, code, sentence) => {
    const event: unknown = JSON.parse(wireEvent({ ...VALID, ...fields }));
    const validated = validateEvent(event, NOW);
    expect(validated).toMatchObject({ kind: 'rejected', code, error: sentence });
    // The reason is kept. It has the field and the rule, and not the value between them.
    const [field, rule] = [sentence.slice(0, sentence.indexOf(' ')), sentence.slice(sentence.lastIndexOf(': ') + 2)];
    expect(validated).toMatchObject({ reason: `${field}: ${rule}` });
    expect(documentAccepts(event)).toBe(false);
  });

  it.each([
    ['null', 'null'],
    ['a number', '5'],
    ['a text', '"event"'],
    ['an array', '[{}]'],
  ])('refuse %s instead of an event', (_what, text) => {
    const event: unknown = JSON.parse(text);
    expect(validateEvent(event, NOW)).toMatchObject({
      code: 'invalid_type',
      error: expect.stringMatching(/^the event is .+: it must be an object$/),
    });
    expect(documentAccepts(event)).toBe(false);
  });

  it('keep every field as it was sent, with the time in UTC and the amount with four decimals', () => {
    const fields = {
      event_id: JSON.stringify(' e 1 '),
      occurred_at: '"2026-11-01T10:15:00.1239+05:30"',
      value: '0.00005',
      data: '{ "order_id" : 1001, "currency" : "eur", "updated_at" : "2026-11-02T00:00Z", "test" : true, "sku" : "😀" }',
    };
    expect(validateEvent(JSON.parse(wireEvent({ ...VALID, ...fields })), NOW)).toEqual({
      kind: 'valid',
      currency: 'EUR',
      event: {
        eventId: ' e 1 ',
        externalId: 'c-1',
        type: 'order_completed',
        occurredAt: new Date('2026-11-01T04:45:00.123Z'),
        value: 0.0001,
        consent: null,
        dataJson: '{"order_id":1001,"currency":"eur","updated_at":"2026-11-02T00:00Z","test":true,"sku":"😀"}',
        order: {
          aspect: 'completed',
          orderId: '1001',
          currency: 'EUR',
          placedAt: null,
          refundedTotal: null,
          updatedAt: new Date('2026-11-02T00:00:00Z'),
          test: true,
        },
      },
      leftOut: [],
    });
  });
});
