import { acceptAll, LoopbackApi, type Received } from '../test-support/loopback-api.js';
import { order, orders } from '../test-support/example-events.js';
import { ChurnClient, type ChurnClientOptions } from './churn-client.js';
import { ChurnApiError, ChurnConnectionError } from './errors.js';
import type { RetryNote } from './http/http-caller.js';

const KEY = 'ck_live_secret';

let api: LoopbackApi;
let baseUrl: string;
let waits: number[];
let notes: RetryNote[];

beforeEach(async () => {
  api = new LoopbackApi();
  baseUrl = await api.start();
  [waits, notes] = [[], []];
});
afterEach(() => api.stop());

const connect = (options: Partial<ChurnClientOptions> = {}): ChurnClient =>
  new ChurnClient({
    baseUrl,
    apiKey: KEY,
    onRetry: (note) => void notes.push(note),
    surroundings: { random: () => 1, pause: async (ms) => void waits.push(ms) },
    ...options,
  });

const failure = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => null,
    (error: unknown) => error,
  );

describe('a client', () => {
  it.each([
    ['', /baseUrl is ""/],
    ['example.com/api/v1', /must be an http or https address/],
    ['ftp://example.com', /must be an http or https address/],
    ['https://user:pass@example.com/api/v1', /no user, password/],
  ])('refuses the address %j', (address, message) => {
    expect(() => connect({ baseUrl: address })).toThrow(message);
  });

  it('refuses a key that is not a valid header value, and does not print it', () => {
    expect(() => connect({ apiKey: '' })).toThrow(/apiKey is empty/);
    expect(() => connect({ apiKey: 'ck_live_\nx' })).toThrow(
      /^apiKey is empty or holds characters that no key has; it begins with ck_live_$/,
    );
    expect(() => connect({ batchSize: 1001 })).toThrow(/batchSize is 1001/);
  });

  it('sends its user agent and key, and accepts an address that ends with a slash', async () => {
    await connect({ baseUrl: `${baseUrl}/` }).sendEvents([order('e-1')]);
    expect(api.received[0]).toMatchObject({ method: 'POST', path: '/api/v1/events' });
    expect(api.received[0]?.headers).toMatchObject({
      'x-api-key': KEY,
      'content-type': 'application/json',
      'user-agent': expect.stringMatching(/^churn-scoring-client\/\d/),
    });
  });

  it('encodes ids in the path, and refuses ids that a path cannot contain', async () => {
    const client = connect();
    api.answer = () => ({ status: 200, body: {} });
    await client.customers.churn('a/b ?#%é');
    expect(api.received[0]?.path).toBe('/api/v1/customers/a%2Fb%20%3F%23%25%C3%A9/churn');
    for (const id of ['', '.', '..', '\ud800']) await expect(client.customers.get(id)).rejects.toThrow(TypeError);
    expect(api.received).toHaveLength(1);
  });
});

describe('a request that is refused', () => {
  it('throws the error of the service with its fields, and is not retried', async () => {
    const details = [{ field: 'limit', code: 'max', message: 'limit must not be greater than 200' }];
    api.answer = () => ({ status: 422, body: { error: 'validation_error', message: 'limit is 201', details, request_id: 'r-1' } });
    const error = await failure(connect().customers.page({ limit: 201 }));
    expect(error).toBeInstanceOf(ChurnApiError);
    expect(error).toMatchObject({
      name: 'ChurnApiError',
      status: 422,
      code: 'validation_error',
      message: 'limit is 201',
      details,
      requestId: 'r-1',
    });
    expect(api.received).toHaveLength(1);
  });

  it.each([400, 401, 403, 404, 405, 409, 413, 415, 422])('is not retried after %i', async (status) => {
    api.answer = () => ({ status, body: { error: 'code', message: 'no' } });
    expect(await failure(connect().jobs.get('j-1'))).toMatchObject({ status, code: 'code' });
    expect(api.received).toHaveLength(1);
  });

  it('differs from an answer that does not come from the service', async () => {
    api.script.push({ status: 404, body: '<html>nginx</html>', headers: { 'Content-Type': 'text/html' } });
    expect(await failure(connect().jobs.get('j-1'))).toMatchObject({ status: 404, code: 'unreadable_answer', body: '<html>nginx</html>' });
    api.script.push({ status: 200, body: 'ok' });
    expect(await failure(connect().jobs.get('j-1'))).toMatchObject({ status: 200, code: 'unreadable_answer' });
  });

  it('does not follow a redirect, which would show the key to another server', async () => {
    api.answer = () => ({ status: 307, headers: { Location: `${baseUrl}/elsewhere` } });
    expect(await failure(connect().jobs.get('j-1'))).toMatchObject({ status: 307, message: expect.stringContaining('is not followed') });
    expect(api.received).toHaveLength(1);
  });
});

describe('a request that fails for a while', () => {
  it('is retried after 429, 5xx and broken connections, and waits as long as Retry-After says', async () => {
    const inAMinute = new Date(Date.now() + 60_000).toUTCString();
    api.script.push(
      { status: 429, headers: { 'Retry-After': '7' } },
      { status: 503, headers: { 'Retry-After': inAMinute } },
      { status: 500, headers: { 'Retry-After': '9' } },
      'hang up',
    );
    expect(await connect().sendEvents([order('e-1')])).toMatchObject({ accepted: 1 });
    expect(waits[0]).toBe(7000);
    expect(waits[1]).toBeGreaterThan(57_000);
    expect(waits.slice(2)).toEqual([500, 1000]);
    expect(notes.map(({ status, why, attempts }) => [status, why, attempts])).toEqual([
      [429, 'asked', 1],
      [503, 'asked', 2],
      [500, 'failed', 3],
      [null, 'failed', 4],
    ]);
    expect(notes.map(({ error: { name } }) => name)).toEqual([...Array<string>(3).fill('ChurnApiError'), 'ChurnConnectionError']);
    expect(new Set(api.received.map(({ body }) => body)).size).toBe(1);
  });

  it('fails with the last error answer, or with the reason why there was no answer', async () => {
    api.answer = () => ({ status: 502, body: { error: 'internal_error', message: 'sorry', request_id: 'r-9' } });
    expect(await failure(connect().jobs.get('j-1'))).toMatchObject({ status: 502, requestId: 'r-9', attempts: 5 });
    api.answer = () => ({ status: 429, headers: { 'Retry-After': '3600' }, body: { error: 'rate_limited', message: 'later' } });
    expect(await failure(connect().jobs.get('j-1'))).toMatchObject({ code: 'rate_limited', retryAfterMs: 3_600_000, attempts: 1 });
    await api.stop();
    const error = await failure(connect().jobs.get('j-1'));
    expect(error).toBeInstanceOf(ChurnConnectionError);
    expect(error).toMatchObject({ reason: 'ECONNREFUSED', attempts: 5, message: 'the service did not answer (ECONNREFUSED, 5 tries)' });
    api = new LoopbackApi();
    await api.start();
  });

  it('has a time limit for each attempt', async () => {
    api.script.push('silence');
    api.answer = () => ({ status: 200, body: { job_id: 'j-1' } });
    expect(await connect({ timeoutMs: 200 }).jobs.get('j-1')).toEqual({ job_id: 'j-1' });
    expect(notes).toMatchObject([{ status: null, attempts: 1 }]);
  });

  it('ends at once when the caller aborts, during an attempt and during a wait', async () => {
    const controller = new AbortController();
    api.answer = () => {
      controller.abort(new Error('enough'));
      return 'silence';
    };
    expect(await failure(connect().jobs.get('j-1', { signal: controller.signal }))).toMatchObject({ message: 'enough' });
    expect(await failure(connect().jobs.get('j-1', { signal: controller.signal }))).toMatchObject({ message: 'enough' });
    expect(api.received).toHaveLength(1);

    api.answer = () => ({ status: 429, headers: { 'Retry-After': '60' } });
    const begun = Date.now();
    const waiting = connect({ surroundings: {} }).jobs.get('j-1', { signal: AbortSignal.timeout(100) });
    expect(await failure(waiting)).toMatchObject({ name: 'TimeoutError' });
    expect(Date.now() - begun).toBeLessThan(30_000);
  });
});

describe('sending events', () => {
  it('returns a result for every event and each warning once, and does not throw when all are rejected', async () => {
    const results = [
      { event_id: 'e-1', status: 'accepted', index: 0 },
      { event_id: 'e-2', status: 'duplicate', index: 1, conflict: true },
      { event_id: 'e-3', status: 'rejected', index: 2, error: 'value is -1: …', code: 'too_small' },
    ];
    const warnings = ['events have unknown fields in 1 event that count for nothing: valeu (did you mean value?)'];
    api.script.push({ status: 207, body: { accepted: 1, rejected: 1, duplicates: 1, results, warnings: [...warnings, ...warnings] } });
    expect(await connect().sendEvents(orders(3))).toEqual({ accepted: 1, rejected: 1, duplicates: 1, results, warnings });
    const refused = [{ event_id: 'e-3', status: 'rejected', index: 0, error: 'value is -1: …', code: 'too_small' }];
    api.script.push({ status: 400, body: { error: 'validation_error', message: 'value is -1', results: refused } });
    expect(await connect().sendEvents(orders(1))).toEqual({ accepted: 0, rejected: 1, duplicates: 0, results: refused });
  });

  it('sends any number of events in batches, in order, and numbers all results in one sequence', async () => {
    const reply = await connect().sendEvents(orders(250));
    expect(api.batches.map((batch) => batch.length)).toEqual([100, 100, 50]);
    expect(api.batches.flat()).toEqual(orders(250).map(({ event_id }) => event_id));
    expect(reply.accepted).toBe(250);
    expect(reply.results.map(({ index }) => index)).toEqual(Array.from({ length: 250 }, (_, i) => i));
    expect(await connect().sendEvents([])).toEqual({ accepted: 0, rejected: 0, duplicates: 0, results: [] });
  });

  it('keeps a request below the limit in bytes', async () => {
    const large = orders(40).map((event) => ({ ...event, data: { text: 'é'.repeat(100_000) } }));
    await connect().sendEvents(large);
    expect(Math.max(...api.received.map(({ body }) => Buffer.byteLength(body)))).toBeLessThanOrEqual(4 * 1024 * 1024);
    expect(api.batches.flat()).toHaveLength(40);
  });

  it('learns the batch size of the plan from a refusal', async () => {
    const client = connect({ batchSize: 1000 });
    api.answer = (request: Received) =>
      JSON.parse(request.body).events.length > 100
        ? { status: 400, body: { error: 'validation_error', message: 'too many' } }
        : acceptAll(request);
    expect((await client.sendEvents(orders(950))).accepted).toBe(950);
    expect(client.batchSize).toBe(100);
    await client.sendEvents(orders(150));
    expect(api.batches.filter((batch) => batch.length > 100)).toHaveLength(1);
  });

  it('halves a batch that is too large, and rejects only an event that is too large by itself', async () => {
    api.answer = (request: Received) =>
      request.body.includes('"e-2"') ? { status: 413, body: { error: 'payload_too_large', message: 'too large' } } : acceptAll(request);
    const { accepted, results } = await connect().sendEvents(orders(8));
    expect(accepted).toBe(7);
    expect(results[2]).toEqual({
      event_id: 'e-2',
      status: 'rejected',
      index: 2,
      code: 'too_large',
      error: expect.stringMatching(/^the event has \d+ bytes/),
    });
    expect(results.map(({ event_id }) => event_id)).toEqual(orders(8).map(({ event_id }) => event_id));
  });

  it('sends dates, backfill and dry runs in the format of the API', async () => {
    await connect().sendEvents([order('e-1', { occurred_at: new Date(0) })], { backfill: true, dryRun: true });
    expect(api.received[0]?.path).toBe('/api/v1/events?dry_run=true');
    expect(JSON.parse(api.received[0]?.body ?? '')).toEqual({
      events: [order('e-1', { occurred_at: '1970-01-01T00:00:00.000Z' })],
      backfill: true,
    });
  });
});

describe('reading', () => {
  it('yields all customers page by page, and requests a page only when it is needed', async () => {
    const page = (ids: string[], next: string | null) => ({
      status: 200,
      body: { data: ids.map((id) => ({ external_id: id })), pagination: { next_cursor: next, has_more: next !== null } },
    });
    api.script.push(page(['a', 'b'], 'x/1'), page([], 'x/2'), page(['c'], null));
    const seen: string[] = [];
    for await (const customer of connect().customers.list({ churn_label: ['high', 'critical'], limit: 2 })) seen.push(customer.external_id);
    expect(seen).toEqual(['a', 'b', 'c']);
    expect(api.received.map(({ path }) => path)).toEqual(
      ['', '&cursor=x%2F1', '&cursor=x%2F2'].map(
        (rest) => `/api/v1/customers?sort=created_asc&churn_label=high&churn_label=critical&limit=2${rest}`,
      ),
    );
    api.script.push(page(['a', 'b'], 'x'));
    for await (const customer of connect().customers.list()) {
      expect(customer.external_id).toBe('a');
      break;
    }
    expect(api.received).toHaveLength(4);
  });

  it('passes on the label changes of all pages, and returns the time for the next walk', async () => {
    const page = (ids: string[], next: string | null) => ({
      status: 200,
      body: {
        data: ids.map((id) => ({ external_id: id, churn: null })),
        pagination: { next_cursor: next, has_more: next !== null },
        next_since: '2026-11-21T03:00:00.000Z',
      },
    });
    api.script.push(page(['a'], 'x'), page([], 'y'), page(['b'], null));
    const seen: string[] = [];
    const next = await connect().labelChanges(new Date(0), ({ external_id: id }) => void seen.push(id));
    expect([seen, next]).toEqual([['a', 'b'], new Date('2026-11-21T03:00:00.000Z')]);
    const path = '/api/v1/churn/changes?since=1970-01-01T00%3A00%3A00.000Z&limit=200';
    expect(api.received.map((each) => each.path)).toEqual([path, `${path}&cursor=x`, `${path}&cursor=y`]);
  });

  it('polls a job until it has ended, with growing pauses', async () => {
    const job = (status: string) => ({ status: 200, body: { job_id: 'j-1', status } });
    api.script.push(job('queued'), job('running'), job('running'), job('failed'));
    expect(await connect().jobs.wait('j-1')).toMatchObject({ status: 'failed' });
    expect(waits).toEqual([250, 375, 562.5]);
  });

  it('recalculates some or all customers, and erases a customer', async () => {
    api.answer = () => ({ status: 202, body: { job_id: 'j-1' } });
    const client = connect();
    await client.recalculate();
    await client.recalculate({ customer_ids: ['a'], force: true });
    expect(await client.customers.erase('a')).toEqual({ job_id: 'j-1' });
    expect(api.received.map(({ method, path, body }) => [method, path, body])).toEqual([
      ['POST', '/api/v1/churn/recalculate', '{}'],
      ['POST', '/api/v1/churn/recalculate', '{"customer_ids":["a"],"force":true}'],
      ['DELETE', '/api/v1/customers/a', ''],
    ]);
  });
});
