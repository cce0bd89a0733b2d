import { order, orders } from '../../test-support/example-events.js';
import { acceptAll, LoopbackApi, type Received } from '../../test-support/loopback-api.js';
import { ChurnClient } from '../churn-client.js';
import { QueueClosedError, QueueFullError } from '../errors.js';
import type { ChurnEvent } from './churn-event.js';
import type { EventQueue, QueueOptions } from './event-queue.js';

let api: LoopbackApi;
let baseUrl: string;
const open: EventQueue[] = [];

beforeEach(async () => {
  api = new LoopbackApi();
  baseUrl = await api.start();
});
afterEach(async () => {
  await Promise.all(open.splice(0).map((queue) => queue.close({ timeoutMs: 0 })));
  await api.stop();
});

/** Never flushes by time unless a test says so. */
function queueWith(options: Partial<QueueOptions> = {}): EventQueue {
  const client = new ChurnClient({
    baseUrl,
    apiKey: 'ck_live_test',
    surroundings: { pause: () => new Promise((resolve) => setTimeout(resolve, 1)) },
    queue: { flushIntervalMs: 600_000, ...options },
  });
  open.push(client.events);
  return client.events;
}

/** Answers that wait until a test releases them. */
function hold(): { release: () => void } {
  let release = (): void => undefined;
  const gate = new Promise<void>((resolve) => (release = resolve));
  api.answer = async (request: Received) => {
    await gate;
    return acceptAll(request);
  };
  return { release: () => release() };
}

const ids = (events: readonly ChurnEvent[]): string[] => events.map(({ event_id: id }) => id);

describe('the event queue', () => {
  it('sends a batch when it is full, and the rest on flush, all in order', async () => {
    const queue = queueWith();
    const sent = orders(230);
    const results = sent.map((event) => queue.enqueue(event));
    await Promise.all(results.slice(0, 200));
    expect(api.batches.map((batch) => batch.length)).toEqual([100, 100]);
    expect(queue.size).toBe(30);
    await queue.flush();
    expect(api.batches.map((batch) => batch.length)).toEqual([100, 100, 30]);
    expect(api.batches.flat()).toEqual(ids(sent));
    expect((await Promise.all(results)).map(({ event_id }) => event_id)).toEqual(ids(sent));
  });

  it('sends a partial batch after the flush interval', async () => {
    const queue = queueWith({ flushIntervalMs: 30 });
    await Promise.all(orders(3).map((event) => queue.enqueue(event)));
    expect(api.batches.map((batch) => batch.length)).toEqual([3]);
    await queue.enqueue(order('later'));
    expect(api.batches).toHaveLength(2);
  });

  it('keeps a batch below the limit in bytes', async () => {
    const queue = queueWith();
    const large = orders(50).map((event) => ({ ...event, data: { text: 'x'.repeat(200_000) } }));
    for (const event of large) void queue.enqueue(event);
    await queue.flush();
    expect(Math.max(...api.received.map(({ body }) => body.length))).toBeLessThanOrEqual(4 * 1024 * 1024);
    expect(api.batches.flat()).toEqual(ids(large));
  });

  it('sends one batch at a time, so that events stay in order, also after a failure', async () => {
    const queue = queueWith();
    let atOnce = 0;
    api.script.push({ status: 500 }, 'hang up');
    api.answer = async (request) => {
      atOnce += 1;
      expect(atOnce).toBe(1);
      await new Promise((resolve) => setTimeout(resolve, 5));
      atOnce -= 1;
      return acceptAll(request);
    };
    const sent = orders(450);
    for (const event of sent) void queue.enqueue(event);
    await queue.flush();
    expect(api.batches.slice(2).flat()).toEqual(ids(sent));
  });

  it('reports the result of each event, by promise and by callback', async () => {
    const reported: string[] = [];
    const queue = queueWith({ onResult: ({ status }, event) => void reported.push(`${event.event_id} ${status}`) });
    const results = [
      { event_id: 'e-0', status: 'accepted', index: 0 },
      { event_id: 'e-1', status: 'duplicate', index: 1 },
      { event_id: 'e-2', status: 'rejected', index: 2, error: 'value is -1: it must be at least 0', code: 'too_small' },
    ];
    api.script.push({ status: 207, body: { accepted: 1, rejected: 1, duplicates: 1, results } });
    const promises = orders(3).map((event) => queue.enqueue(event));
    await queue.flush();
    expect(await Promise.all(promises)).toEqual(results);
    expect(reported).toEqual(['e-0 accepted', 'e-1 duplicate', 'e-2 rejected']);
  });

  it('reports the warnings of the service about a batch', async () => {
    const warnings = ['data has fields in 1 event that are not stored: curency (did you mean currency?) left out'];
    const told: string[] = [];
    const queue = queueWith({ onWarning: (warning) => void told.push(warning) });
    const results = [{ event_id: 'e-0', status: 'accepted', index: 0 }];
    api.script.push({ status: 202, body: { accepted: 1, rejected: 0, duplicates: 0, results, warnings } });
    void queue.enqueue(orders(1)[0] as ChurnEvent);
    await queue.flush();
    expect(told).toEqual(warnings);
  });

  it('fails the events of a batch that cannot be delivered, and continues with the next batch', async () => {
    const failed: string[][] = [];
    const queue = queueWith({ onError: (_error, events) => void failed.push(ids(events)) });
    api.script.push({ status: 403, body: { error: 'forbidden', message: 'no' } });
    const promises = orders(150).map((event) => queue.enqueue(event));
    await queue.flush();
    await expect(promises[0]).rejects.toMatchObject({ status: 403 });
    await expect(promises[99]).rejects.toMatchObject({ status: 403 });
    expect((await promises[100])?.status).toBe('accepted');
    expect(failed).toEqual([ids(orders(100))]);
  });

  it('keeps the events of two minutes without an answer', async () => {
    const lost: ChurnEvent[] = [];
    const queue = queueWith({ onError: (_error, events) => void lost.push(...events) });
    // Five attempts, the limit of other calls, end after eight seconds of pauses.
    for (let attempt = 0; attempt < 12; attempt += 1) api.script.push(attempt % 2 === 0 ? 'hang up' : { status: 502 });
    const sent = orders(230);
    for (const event of sent) void queue.enqueue(event);
    await queue.flush();
    expect(lost).toEqual([]);
    expect(api.batches.slice(12).flat()).toEqual(ids(sent));
  });

  it('refuses events when it is full, and reports when it has room again', async () => {
    const held = hold();
    const queue = queueWith({ maxEvents: 100 });
    const taken = orders(100).map((event) => queue.enqueue(event));
    await expect(queue.enqueue(order('one too many'))).rejects.toThrow(QueueFullError);
    await expect(queue.enqueue(order('one too many'))).rejects.toThrow(/holds 100 events .* await whenRoom\(\)/);
    const room = queue.whenRoom();
    held.release();
    await room;
    await Promise.all(taken);
    void queue.enqueue(order('now'));
    await queue.flush();
    expect(api.batches.flat()).toEqual([...ids(orders(100)), 'now']);
  });

  it('has a limit in bytes too', async () => {
    hold();
    const queue = queueWith({ maxBytes: 1000 });
    void queue.enqueue(order('e-1', { data: { text: 'x'.repeat(1000) } }));
    await expect(queue.enqueue(order('e-2'))).rejects.toThrow(QueueFullError);
  });

  it('loses no event of a producer that waits for room', async () => {
    const queue = queueWith({ maxEvents: 120, flushIntervalMs: 5 });
    const sent = orders(1000);
    for (const event of sent) {
      await queue.whenRoom();
      void queue.enqueue(event);
    }
    await queue.flush();
    expect(api.batches.flat()).toEqual(ids(sent));
  });

  it('sends the event as it was when it was enqueued', async () => {
    const queue = queueWith();
    const event = { ...order('e-1'), value: 1 };
    const result = queue.enqueue(event);
    event.value = 2;
    await queue.flush();
    await result;
    expect(JSON.parse(api.received[0]?.body ?? '').events[0].value).toBe(1);
  });

  it('refuses an event that is not JSON, and still takes the others', async () => {
    const queue = queueWith();
    const data: Record<string, unknown> = {};
    data['itself'] = data;
    await expect(queue.enqueue(order('e-1', { data }))).rejects.toThrow(/circular/);
    const good = queue.enqueue(order('e-2'));
    await queue.flush();
    expect((await good).status).toBe('accepted');
  });
});

describe('closing the queue', () => {
  it('sends all queued events, and takes no more', async () => {
    const queue = queueWith();
    const promises = orders(150).map((event) => queue.enqueue(event));
    expect(await queue.close()).toEqual([]);
    expect(api.batches.flat()).toHaveLength(150);
    expect((await Promise.all(promises)).every(({ status }) => status === 'accepted')).toBe(true);
    await expect(queue.enqueue(order('late'))).rejects.toThrow(QueueClosedError);
    await queue.close();
  });

  it('gives up after its timeout, and fails each event that may not have been sent', async () => {
    hold();
    const queue = queueWith();
    const promises = orders(150).map((event) => queue.enqueue(event));
    const unsent = await queue.close({ timeoutMs: 50 });
    expect(ids(unsent)).toEqual(ids(orders(150)));
    const outcomes = await Promise.allSettled(promises);
    expect(outcomes.every((outcome) => outcome.status === 'rejected' && outcome.reason instanceof QueueClosedError)).toBe(true);
    expect(queue.size).toBe(0);
  });

  it.each([Infinity, 2 ** 31])('sends everything with a timeout of %d ms, which is too long for a timer', async (timeoutMs) => {
    const { release } = hold();
    const queue = queueWith();
    const promises = orders(3).map((event) => queue.enqueue(event));
    setTimeout(release, 50);
    await queue.close({ timeoutMs });
    expect((await Promise.all(promises)).every(({ status }) => status === 'accepted')).toBe(true);
  });

  it('flush returns at once when the queue is empty', async () => {
    const queue = queueWith();
    await queue.flush();
    await queue.close();
    expect(api.received).toEqual([]);
  });
});
