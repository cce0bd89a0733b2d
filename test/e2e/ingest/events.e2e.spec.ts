import { deflateSync, gzipSync } from 'node:zlib';
import request from 'supertest';
import { EVENT_TYPES } from '#libs/core';
import { batch, daysAgo, order } from '../../support/shop/builders.js';
import { ChurnSystem } from '../../support/servers/churn-system.js';
import type { Shop } from '../../support/shop/shop.js';
import { addTrigger } from '../../support/servers/triggers.js';

describe('POST /events', () => {
  let system: ChurnSystem;
  let shop: Shop;

  beforeAll(async () => {
    system = await ChurnSystem.shared();
  }, 60_000);
  afterAll(() => system.stop());
  beforeEach(async () => {
    shop = await system.shop();
  });

  it('accepts a batch and answers for each event in the order sent', async () => {
    const response = await shop.post('/events', batch(order({ event_id: 'b' }), order({ event_id: 'a' })));
    expect(response.status).toBe(202);
    expect(response.body).toEqual({
      accepted: 2,
      rejected: 0,
      duplicates: 0,
      results: [
        { event_id: 'b', status: 'accepted', index: 0 },
        { event_id: 'a', status: 'accepted', index: 1 },
      ],
    });
    expect(response.headers['x-request-id']).toMatch(/^[\w-]{36}$/);
  });

  it('accepts an event twice but counts it once', async () => {
    await shop.send(order({ event_id: 'e-1', value: 20 }));
    const again = await shop.post('/events', batch(order({ event_id: 'e-1', value: 20 })));
    expect(again.status).toBe(202);
    expect(again.body).toMatchObject({
      accepted: 0,
      duplicates: 1,
      rejected: 0,
      results: [{ event_id: 'e-1', status: 'duplicate', index: 0 }],
    });
    expect(await shop.rows('score_requests')).toEqual([]);
    expect((await shop.churnOf('c-1')).features_extended.orders_total).toBe(1);
  });

  it('answers 503, and stores nothing, when the database drops an event without an error', async () => {
    const rows = `FOR EACH ROW WHEN (NEW.tenant_id = '${shop.tenantId}' AND NEW.event_id = 'dropped')`;
    const removeTrigger = await addTrigger(system.owner, 'events', ['BEFORE INSERT', rows], 'RETURN NULL');
    try {
      for (const others of [[], [order({ event_id: 'beside' })]]) {
        const response = await shop.post('/events', batch(order({ event_id: 'dropped' }), ...others));
        expect(response.status).toBe(503);
        expect(response.body).toMatchObject({ error: 'service_unavailable' });
        expect(response.headers['retry-after']).toBe('5');
      }
      expect(await shop.rows('events')).toEqual([]);
      expect(await shop.rows('score_requests')).toEqual([]);
    } finally {
      await removeTrigger();
    }
    await shop.send(order({ event_id: 'dropped' }), order({ event_id: 'beside' }));
  });

  it('keeps the first of two events with the same id and reports the conflict', async () => {
    const data = { order_id: 'o-1', lines: [{ sku: 'x', n: 1 }] };
    await shop.send(order({ event_id: 'e-1', value: 20, data }));
    const reordered = { lines: [{ n: 1, sku: 'x' }], order_id: 'o-1' };
    const [first] = (await shop.rows<{ occurred_at: Date }>('events')) as [{ occurred_at: Date }];
    const occurred_at = first.occurred_at.toISOString();
    const same = await shop.post('/events', batch(order({ event_id: 'e-1', value: 20, data: reordered, occurred_at })));
    expect(same.body.results[0]).toEqual({ event_id: 'e-1', status: 'duplicate', index: 0 });
    const other = await shop.post('/events', batch(order({ event_id: 'e-1', value: 21, data, occurred_at })));
    expect(other.body.results[0]).toEqual({ event_id: 'e-1', status: 'duplicate', index: 0, conflict: true });
    expect((await shop.churnOf('c-1')).features.monetary_total).toBe('20.00');
  });

  it('keeps the first of two events with the same id within a batch', async () => {
    const response = await shop.post('/events', batch(order({ event_id: 'e', value: 1 }), order({ event_id: 'e', value: 2 })));
    expect(response.status).toBe(202);
    expect(response.body).toMatchObject({
      accepted: 1,
      duplicates: 1,
      results: [{ status: 'accepted' }, { status: 'duplicate', conflict: true }],
    });
  });

  it('stores the valid events of a batch and names the errors of the others', async () => {
    const bad = order({ event_id: 'bad', event_type: 'order_complete' });
    const response = await shop.post('/events', batch(order({ event_id: 'good' }), bad, order({ event_id: 'worse', value: -1 })));
    expect(response.status).toBe(207);
    expect(response.body).toMatchObject({ accepted: 1, rejected: 2, duplicates: 0 });
    expect(response.body.results[1]).toMatchObject({ event_id: 'bad', status: 'rejected', index: 1, code: 'invalid_event_type' });
    expect(response.body.results[1].error).toMatch(
      /^event_type is "order_complete", which is not a valid event type: it must be one of order_created/,
    );
    expect(response.body.results[2].error).toBe('value is -1: it must be a number from 0 to 1000000000000, or absent');
    expect((await shop.rows<{ event_id: string }>('events')).map((row) => row.event_id)).toEqual(['good']);
  });

  it('answers 400 with every reason when all events are rejected', async () => {
    const response = await shop.post('/events', batch(order({ value: -1 }), order({ customer_id: 5 })));
    expect(response.status).toBe(400);
    expect(response.body).toMatchObject({
      error: 'validation_error',
      accepted: 0,
      rejected: 2,
      results: [{ status: 'rejected' }, { status: 'rejected' }],
    });
    expect(response.body.request_id).toBe(response.headers['x-request-id']);
    expect(await shop.rows('events')).toEqual([]);
  });

  it.each([
    ['an empty batch', { events: [] }, 'events is empty'],
    ['no events', {}, 'events is missing'],
    ['events that are no array', { events: { 0: {} } }, 'events is not an array'],
    ['a body that is an array', [order()], 'the body must be a JSON object'],
    ['a number as body', '5', 'the body must be a JSON object'],
    ['a backfill that is not a boolean', { events: [order()], backfill: 'yes' }, 'backfill must be true or false'],
    [
      'a dry run that is asked for in the body',
      { events: [order()], dry_run: true },
      'there is no field dry_run: did you mean ?dry_run=true in the URL?',
    ],
    ['a field that a batch does not have', { events: [order()], backfil: true }, 'there is no field backfil: did you mean backfill?'],
    ['the end of no backfill', { events: [order()], backfill_done: true }, 'backfill_done needs backfill: true'],
    ['a body that is not JSON', '{"events": [', 'the body is not valid JSON'],
    ['an empty text as body', '', 'the body is empty'],
  ])('refuses %s with 400', async (_, body, sentence) => {
    const response = await shop.post('/events', body);
    expect(response.status).toBe(400);
    expect(response.body).toMatchObject({ error: 'validation_error', request_id: expect.any(String) });
    expect(response.body.message).toContain(sentence);
  });

  it('remembers when a backfill begins and ends, and what it changed', async () => {
    const remembered = async (): Promise<object[]> =>
      shop.rows('backfills', 'ended_at IS NOT NULL AS is_done, oldest::date::text AS oldest, newest::date::text AS newest');
    const events = ['2024-02-01', '2024-03-01'].map((day) => order({ event_id: day, occurred_at: `${day}T10:00:00Z` }));
    await shop.post('/events', { events: [order()] }).expect(202);
    await shop.post('/events?dry_run=true', { events, backfill: true, backfill_done: true }).expect(202);
    expect(await remembered()).toEqual([]);
    await shop.post('/events', { events, backfill: true }).expect(202);
    expect(await remembered()).toEqual([{ is_done: false, oldest: '2024-02-01', newest: '2024-03-01' }]);
    await shop.post('/events', { events, backfill: true, backfill_done: true }).expect(202);
    expect(await remembered()).toEqual([{ is_done: true, oldest: '2024-02-01', newest: '2024-03-01' }]);
    expect(await (await system.shop()).rows('backfills')).toEqual([]);
  });

  it('takes 100 events per batch, 1000 for Enterprise, and names limit and count above that', async () => {
    const events = (n: number) => batch(...Array.from({ length: n }, (_, i) => order({ event_id: `e-${i}`, customer_id: `c-${i}` })));
    expect((await shop.post('/events', events(100))).body).toMatchObject({ accepted: 100 });
    const tooMany = await shop.post('/events', events(101));
    expect(tooMany.status).toBe(400);
    expect(tooMany.body.message).toBe('events has 101 items: a batch on the Starter plan has at most 100');
    const large = await system.shop({ plan: 'enterprise' });
    expect((await large.post('/events', events(1000))).body).toMatchObject({ accepted: 1000 });
    expect((await large.post('/events', events(1001))).status).toBe(400);
  });

  it('validates all events and stores none in a dry run', async () => {
    await shop.send(order({ event_id: 'known' }));
    const response = await shop.post(
      '/events?dry_run=true',
      batch(order({ event_id: 'new' }), order({ event_id: 'known' }), order({ value: 'x' })),
    );
    expect(response.status).toBe(207);
    expect(response.body.results.map((item: { status: string }) => item.status)).toEqual(['accepted', 'duplicate', 'rejected']);
    expect(await shop.rows('events')).toHaveLength(1);
    expect((await shop.post('/events?dry_run=maybe', batch(order()))).status).toBe(422);
  });

  it('takes data of exactly 64 KB, and bodies packed with gzip or deflate', async () => {
    const dataOf = (bytes: number) => ({ x: 'a'.repeat(bytes - '{"x":""}'.length) });
    const response = await shop.post(
      '/events',
      batch(order({ event_id: 'fits', data: dataOf(65_536) }), order({ event_id: 'not', data: dataOf(65_537) })),
    );
    expect(response.body.results).toMatchObject([{ status: 'accepted' }, { status: 'rejected', code: 'too_large' }]);

    const full = batch(...Array.from({ length: 100 }, () => order({ data: dataOf(65_536) })));
    const body = JSON.stringify(full);
    expect(body.length).toBeGreaterThan(6e6);
    const zipped = (encoding: string, bytes: Buffer) =>
      request(system.api.url).post('/events').set('X-API-Key', shop.apiKey).set('Content-Type', 'application/json')
        .set('Content-Encoding', encoding).serialize((raw) => raw as string).send(bytes as unknown as string); // prettier-ignore
    expect((await zipped('gzip', gzipSync(body))).body).toMatchObject({ accepted: 100 });
    expect((await zipped('deflate', deflateSync(body))).body).toMatchObject({ duplicates: 100 });
    expect((await zipped('gzip', Buffer.from('not gzip'))).status).toBe(400);
    expect((await zipped('zstd', gzipSync(body))).status).toBe(415);
    const bomb = await zipped('gzip', gzipSync(JSON.stringify({ events: [], padding: ' '.repeat(9 * 2 ** 20) })));
    expect(bomb.status).toBe(413);
    expect(bomb.body).toMatchObject({ error: 'payload_too_large' });
  });

  it('answers 415 to other content types and names the expected one', async () => {
    const response = await shop.post('/events', 'event_id=1').set('Content-Type', 'application/x-www-form-urlencoded');
    expect(response.status).toBe(415);
    expect(response.body).toMatchObject({
      error: 'unsupported_media_type',
      message: expect.stringContaining('it must be application/json'),
    });
  });

  it.each([
    ['a NUL in an id', { event_id: 'a\u0000b' }],
    ['half a surrogate pair in an id', { customer_id: '\ud800' }],
    ['an id of 256 characters', { event_id: 'x'.repeat(256) }],
    ['an id of 10 KB', { customer_id: 'x'.repeat(10_240) }],
    ['an object as customer', { customer_id: {} }],
    ['a boolean as value', { value: true }],
    ['a text as value', { value: '12.50' }],
    ['a day that does not exist', { occurred_at: '2026-02-30T00:00:00Z' }],
    ['a year alone', { occurred_at: '2026' }],
    ['a week date', { occurred_at: '2026-W10' }],
    ['a time without a zone', { occurred_at: '2026-01-01T00:00:00' }],
    ['the day after tomorrow', { occurred_at: new Date(Date.now() + 2 * 86_400_000).toISOString() }],
    ['the last century', { occurred_at: '1999-12-31T23:59:59Z' }],
    ['a NUL deep in data', { data: { a: [{ b: 'x\u0000' }] } }],
    ['half a surrogate pair in a key of data', { data: { '\udfff': 1 } }],
    ['an array as data', { data: [] }],
    ['an order id that JSON has rounded', { data: { order_id: 820982911946154500 } }],
    ['an invalid currency', { data: { currency: 'EURO' } }],
  ])('rejects %s and stores the event beside it', async (_, fields) => {
    const response = await shop.post('/events', batch(order({ event_id: 'good' }), order(fields)));
    expect(response.status).toBe(207);
    expect(response.body.results).toMatchObject([{ status: 'accepted' }, { status: 'rejected', error: expect.stringMatching(/must/) }]);
  });

  it('survives numbers larger than a double and nesting deeper than any stack', async () => {
    const raw = (fields: string) =>
      `{"events":[{"event_id":"e","customer_id":"c","event_type":"order_completed","occurred_at":"${daysAgo(1)}",${fields}}]}`;
    expect((await shop.post('/events', raw('"value":1e400'))).status).toBe(400);
    expect((await shop.post('/events', raw('"data":{"n":-1e999}'))).status).toBe(400);
    const deep = await shop.post('/events', raw(`"data":{"d":${'['.repeat(20_000)}${']'.repeat(20_000)}}`));
    expect(deep.status).toBe(400);
    expect(deep.body.results[0].code).toBe('too_deep');
  });

  it('treats ids that differ only in case, in blanks or beyond the first Unicode plane as different', async () => {
    const ids = ['id-😀', 'id-😁', 'ID', 'id', ' id', 'é', 'e\u0301'];
    const response = await shop.post('/events', batch(...ids.map((event_id) => order({ event_id, customer_id: event_id }))));
    expect(response.body).toMatchObject({ accepted: ids.length });
    await shop.settled();
    for (const id of ids) expect((await shop.churnOf(id)).external_id).toBe(id);
  });

  it('counts each event once when the same batches reach two api processes at the same time in different orders', async () => {
    const second = await system.startAnother('api');
    try {
      const events = Array.from({ length: 60 }, (_, i) =>
        order({ event_id: `e-${i}`, customer_id: `c-${i % 7}`, value: 1, data: { order_id: `o-${i % 30}` } }),
      );
      const doors = [shop, shop.via(second.url)];
      const sends = Array.from({ length: 16 }, (_, i) => {
        const shuffled = events.toSorted(
          (a, b) => ((i * 7 + String(a['event_id']).length) % 3) - 1 || String(b['event_id']).localeCompare(String(a['event_id'])),
        );
        return (doors[i % 2] as Shop).post('/events', { events: i % 2 === 0 ? shuffled : events }).then((response) => response);
      });
      const answers = await Promise.all(sends);
      expect(answers.map((answer) => answer.status)).toEqual(answers.map(() => 202));
      expect(answers.reduce((sum, answer) => sum + (answer.body as { accepted: number }).accepted, 0)).toBe(60);
      expect(await shop.rows('events')).toHaveLength(60);
      expect(await shop.settledRows('orders')).toHaveLength(30);
    } finally {
      await second.stop();
    }
  });

  it('answers 401 without a key, with a wrong key and with a revoked key', async () => {
    const send = (key?: string) => {
      const call = request(system.api.url).post('/events').send(batch(order()));
      return key === undefined ? call : call.set('X-API-Key', key);
    };
    for (const key of [undefined, '', 'ck_live_wrong', 'x'.repeat(5000), `${shop.apiKey}x`]) {
      const response = await send(key);
      expect(response.status).toBe(401);
      expect(response.body).toMatchObject({ error: 'unauthorized', request_id: expect.any(String) });
    }
    const made = await system.admin('key', 'create', '--tenant', shop.tenantId);
    await system.admin('key', 'revoke', '--tenant', shop.tenantId, '--prefix', String(made['prefix']));
    expect((await send(String(made['api_key']))).status).toBe(401);
    expect((await send(shop.apiKey)).status).toBe(202);
  });

  it('GET /events/types lists the event types with their roles', async () => {
    const response = await shop.get('/events/types');
    expect(response.status).toBe(200);
    expect(response.body.data).toHaveLength(EVENT_TYPES.length);
    expect(response.body.data).toContainEqual({ type: 'order_completed', role: 'purchase', used_by_model: true });
    expect((await request(system.api.url).get('/events/types')).status).toBe(401);
  });
});
