import { type BatchOutcome, type OutgoingEvent, sendRows, type SendingRow } from '#libs/order-import';
import { ServiceClient } from './service-client.js';
import { LoopbackService, quickPatience } from '../../../test/support/servers/loopback-service.js';

let service: LoopbackService;
let client: ServiceClient;
let waits: number[];

beforeEach(async () => {
  service = new LoopbackService();
  waits = [];
  client = new ServiceClient({ baseUrl: await service.start(), apiKey: 'ck_live_test' }, quickPatience(waits));
});
afterEach(() => service.stop());

const event = (id: string): OutgoingEvent => ({
  event_id: id,
  customer_id: 'c-1',
  event_type: 'order_completed',
  occurred_at: '2024-01-15T00:00:00.000Z',
});
const rows = (count: number, perRow = 1): SendingRow[] =>
  Array.from({ length: count }, (_, row) => ({
    position: row + 1,
    events: Array.from({ length: perRow }, (__, n) => event(`e-${row}-${n}`)),
  }));

it('ends the backfill with the last batch, once all others are answered', async () => {
  service.maxBatch = 100;
  await sendRows(client, rows(730), { endsBackfill: true, onOutcome: () => undefined });
  expect(service.ends.indexOf(true)).toBe(service.batches.length - 1);
  expect(service.batches.at(-1)).toContain('e-729-0');
  await sendRows(client, rows(10), { onOutcome: () => undefined });
  expect(service.ends.at(-1)).toBe(false);
});

async function sent(sending: readonly SendingRow[], signal?: AbortSignal): Promise<BatchOutcome[]> {
  const outcomes: BatchOutcome[] = [];
  await sendRows(client, sending, { onOutcome: (outcome) => void outcomes.push(outcome), ...(signal === undefined ? {} : { signal }) });
  return outcomes;
}

describe('sending events', () => {
  it('waits as long as Retry-After says, in seconds or as a date, and loses nothing', async () => {
    const inAMinute = new Date(Date.now() + 60_000).toUTCString();
    service.script.push(
      { status: 429, headers: { 'Retry-After': '7' } },
      { status: 503, headers: { 'Retry-After': '5' } },
      { status: 429, headers: { 'Retry-After': inAMinute } },
    );
    await sent(rows(10));
    expect(service.events.size).toBe(10);
    expect(waits.slice(0, 2)).toEqual([7000, 5000]);
    expect(waits[2]).toBeGreaterThan(57_000);
    expect(waits[2]).toBeLessThanOrEqual(60_000);
  });

  it('gives up with a clear message when Retry-After is too long', async () => {
    service.script.push({ status: 429, headers: { 'Retry-After': '3600' } });
    await expect(sent(rows(10))).rejects.toThrow(/kept answering 429 .* continue/);
    expect(waits).toEqual([]);
  });

  it('retries with growing pauses, and gives up after eight attempts', async () => {
    for (let failure = 0; failure < 7; failure += 1) service.script.push({ status: 500 });
    await sent(rows(10));
    expect(waits).toEqual([500, 1000, 2000, 4000, 8000, 15_000, 15_000]);
    for (let failure = 0; failure < 8; failure += 1) service.script.push({ status: 502 });
    await expect(sent(rows(10))).rejects.toThrow(/it answered 502, 8 tries/);
  });

  it('learns the allowed batch size from a refusal', async () => {
    service.maxBatch = 100;
    const outcomes = await sent(rows(3500));
    expect(service.events.size).toBe(3500);
    expect(Math.max(...service.batches.map((batch) => batch.length))).toBe(100);
    expect(outcomes.flatMap((outcome) => outcome.accepted)).toHaveLength(3500);
    const refused = service.bodies.length - service.batches.length;
    expect(refused).toBe(1);
  });

  it('halves a batch that is too large in bytes', async () => {
    service.script.push({ status: 413 });
    await sent(rows(9));
    expect(service.batches.map((batch) => batch.length)).toEqual([5, 4]);
  });

  it('reports in the order of the rows and keeps the events of a row in one batch', async () => {
    const outcomes = await sent(rows(2000, 3));
    const ends = outcomes.map((outcome) => outcome.upTo);
    expect(ends).toEqual(ends.toSorted((one, other) => one - other));
    expect(ends.at(-1)).toBe(2000);
    expect(service.batches.every((batch) => batch.length % 3 === 0)).toBe(true);
  });

  it('distinguishes accepted, duplicate, conflicting and refused events, also when all are refused', async () => {
    await sent(rows(2));
    service.refusal = ({ event_id: id }) => (id === 'e-2-0' ? 'no luck' : null);
    const changed = { position: 2, events: [{ ...event('e-1-0'), value: 5 }] };
    const [outcome] = await sent([...rows(1), changed, ...rows(4).slice(2)]);
    expect(outcome).toMatchObject({ duplicates: 2, conflicts: 1, refusals: [{ position: 3, eventId: 'e-2-0', reason: 'no luck' }] });
    expect(outcome?.accepted.map((taken) => taken.event_id)).toEqual(['e-3-0']);
    expect((await sent(rows(3).slice(2)))[0]?.refusals).toHaveLength(1);
  });

  it('stops between batches when it is aborted', async () => {
    const controller = new AbortController();
    controller.abort();
    expect(await sent(rows(5000), controller.signal)).toEqual([]);
  });

  it('stops at a permanent error', async () => {
    service.script.push({ status: 403 });
    await expect(sent(rows(10))).rejects.toThrow(/refused the events with 403: scripted/);
  });
});
