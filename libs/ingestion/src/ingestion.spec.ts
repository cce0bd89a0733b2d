import { SystemClock, toTenantId } from '#libs/core';
import { Database } from '#libs/database';
import { UsageMeter } from '#libs/tenants';
import { BackfillNotes } from '#libs/work';
import { JobPublisher } from '#libs/queues';
import { Ingestion } from './ingestion.js';

const TENANT = toTenantId('0190a6c2-1d3e-7c4f-8a5b-6c7d8e9f0a1b');

/** Never connected, so any use of it fails the test. */
const unopened = Object.create(Database.prototype, { deadlineMs: { value: 2500 } }) as Database;
const clock = new SystemClock();
const ingestion = new Ingestion(
  unopened,
  new JobPublisher(new Map(), clock),
  clock,
  new UsageMeter(unopened, clock),
  new BackfillNotes(clock, 1000),
);

const outcomesOf = (...events: unknown[]) =>
  ingestion.batch(TENANT, events, { backfill: false, dryRun: true, source: { via: 'api', sender: null } });

describe('a batch without a single valid event', () => {
  it('is answered in its order without a database query', async () => {
    expect(await outcomesOf({ event_id: 'a' }, 5, { event_id: 'b', customer_id: 'c' })).toMatchObject([
      { index: 0, eventId: 'a', kind: 'rejected', code: 'required', error: expect.stringMatching(/^customer_id is missing/) },
      { index: 1, eventId: null, kind: 'rejected', code: 'invalid_type' },
      { index: 2, eventId: 'b', kind: 'rejected', code: 'required', error: expect.stringMatching(/^event_type is missing/) },
    ]);
  });

  it.each([
    ['a number', 5],
    ['null', null],
    ['an object', {}],
    ['nothing', undefined],
  ])('has no event id in the answer when the sender sent %s', async (_what, event_id) => {
    expect(await outcomesOf({ event_id })).toMatchObject([{ eventId: null }]);
  });

  it('returns an id of up to 255 characters in full, and cuts a longer one between characters', async () => {
    const emoji = '😀'.repeat(255);
    expect(await outcomesOf({ event_id: emoji }, { event_id: `x${emoji}` }, { event_id: 'y'.repeat(1e6) })).toMatchObject([
      { eventId: emoji },
      { eventId: `x${'😀'.repeat(254)}` },
      { eventId: 'y'.repeat(255) },
    ]);
  });
});
