import { EventBatchPipe, eventsWithin } from './event-batch.pipe.js';

const pipe = new EventBatchPipe();
const manyEvents = (count: number): unknown[] => Array.from({ length: count }, (_, index) => ({ event_id: `e-${index}` }));

const refusal = (field: string, message: string): Error =>
  expect.objectContaining({ code: 'validation_error', message, details: [expect.objectContaining({ field, message })] });

describe('the body of POST /events', () => {
  it('can contain events of any shape, because each is validated separately', () => {
    expect(pipe.transform({ events: [null, 5, {}] }).events).toEqual([null, 5, {}]);
  });

  it('is fresh unless backfill is true', () => {
    expect(pipe.transform({ events: [{}] }).backfill).toBe(false);
    expect(pipe.transform({ events: [{}], backfill: true }).backfill).toBe(true);
  });

  it('takes null in an optional field for its absence', () => {
    expect(pipe.transform({ events: [{}], backfill: null, backfill_done: null, upload_id: null, upload_done: null })).toEqual({
      events: [{}],
      backfill: false,
      backfillDone: false,
      uploadId: null,
      uploadDone: false,
    });
  });

  it('ends a backfill only when it says so', () => {
    expect(pipe.transform({ events: [{}], backfill: true }).backfillDone).toBe(false);
    expect(pipe.transform({ events: [{}], backfill: true, backfill_done: true }).backfillDone).toBe(true);
  });

  const shape = 'the body must be a JSON object with the field events, an array of 1 or more events';
  it.each<[string, unknown, string, string]>([
    ['null', null, 'body', shape],
    ['a text', 'events', 'body', shape],
    ['a bare array of events', [{}], 'body', shape],
    ['without events', {}, 'events', 'events is missing: it must be an array of 1 or more events'],
    ['with events that are null', { events: null }, 'events', 'events is not an array: it must be an array of 1 or more events'],
    ['with one event without its array', { events: {} }, 'events', 'events is not an array: it must be an array of 1 or more events'],
    [
      'with an object that counts like an array',
      { events: { length: 1 } },
      'events',
      'events is not an array: it must be an array of 1 or more events',
    ],
    ['with no event', { events: [] }, 'events', 'events is empty: it must hold 1 or more events'],
    ['with backfill as text', { events: [{}], backfill: 'true' }, 'backfill', 'backfill must be true or false, or absent'],
    [
      'with backfill_done as text',
      { events: [{}], backfill: true, backfill_done: 1 },
      'backfill_done',
      'backfill_done must be true or false, or absent',
    ],
    [
      'that ends no backfill',
      { events: [{}], backfill_done: true },
      'backfill_done',
      'backfill_done needs backfill: true in the same batch',
    ],
    [
      'with dry_run, which belongs to the URL',
      { events: [{}], dry_run: true },
      'dry_run',
      'there is no field dry_run: did you mean ?dry_run=true in the URL?',
    ],
    [
      'with dryRun, which belongs to the URL',
      { events: [{}], dryRun: true },
      'dryRun',
      'there is no field dryRun: did you mean ?dry_run=true in the URL?',
    ],
    ['with a misspelt field', { events: [{}], backfil: true }, 'backfil', 'there is no field backfil: did you mean backfill?'],
  ])('is refused whole when it is %s', (_what, body, field, message) => {
    expect(() => pipe.transform(body)).toThrow(refusal(field, message));
  });

  it('is refused whole with a field of the sender, and the answer says which fields there are', () => {
    const message = 'there is no field source; allowed are events, backfill, backfill_done, upload_id, upload_done';
    expect(() => pipe.transform({ events: [{}], source: 'import' })).toThrow(
      expect.objectContaining({ code: 'validation_error', message }),
    );
  });

  it.each([
    ['starter', 'Starter', 100],
    ['pro', 'Pro', 100],
    ['enterprise', 'Enterprise', 1000],
  ] as const)('can contain on the plan %s the number of events that the plan allows, and not one more', (plan, name, most) => {
    expect(eventsWithin(plan, pipe.transform({ events: manyEvents(most) }))).toHaveLength(most);
    const message = `events has ${most + 1} items: a batch on the ${name} plan has at most ${most}`;
    expect(() => eventsWithin(plan, pipe.transform({ events: manyEvents(most + 1) }))).toThrow(refusal('events', message));
  });
});
