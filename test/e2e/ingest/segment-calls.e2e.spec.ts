import { gzipSync } from 'node:zlib';
import request, { type Test } from 'supertest';
import { DocumentedCalls } from '../../support/http/documented-calls.js';
import { type Merchant, merchantOf } from '../../support/people/merchant.js';
import { ChurnSystem } from '../../support/servers/churn-system.js';

const ORDER = {
  type: 'track',
  messageId: 'm-1',
  userId: 'c-1',
  event: 'Order Completed',
  properties: { order_id: 'o-1', total: 20, currency: 'EUR' },
};
const TAKEN = { success: true };

describe('POST /segment/v1/{call}', () => {
  let system: ChurnSystem;
  let calls: DocumentedCalls;
  let merchant: Merchant;

  beforeAll(async () => {
    system = await ChurnSystem.shared();
    calls = await DocumentedCalls.load(system.api.url);
  }, 60_000);
  afterAll(() => system.stop());
  beforeEach(async () => {
    merchant = await merchantOf(system);
  });

  const send = (call: string, body: unknown, key = merchant.shop.apiKey): Test =>
    request(system.api.url).post(`/segment/v1/${call}`).auth(key, '').set('Content-Type', 'application/json').send(JSON.stringify(body));
  const taken = async (call: string, body: unknown): Promise<void> => {
    expect((await calls.taken(send(call, body))).body).toEqual(TAKEN);
  };
  const stored = async (): Promise<string[]> =>
    (await merchant.shop.rows<{ event_id: string }>('events', 'event_id')).map((row) => row.event_id);
  const logged = async (): Promise<Record<string, unknown>[]> => (await merchant.shop.get('/events?status=rejected').expect(200)).body.data;

  it('takes each call, and stores a call once, however often and wherever it comes', async () => {
    const single = { ...ORDER, type: undefined };
    for (let i = 0; i < 2; i += 1) await taken('track', single);
    await taken('batch', { batch: [ORDER, ORDER], sentAt: new Date().toISOString() });
    for (const call of ['page', 'screen', 'identify']) await taken(call, { userId: 'c-1', messageId: call });
    await taken('group', { userId: 'c-1', groupId: 'g' });
    expect((await stored()).toSorted()).toEqual(['identify', 'm-1', 'page', 'screen']);
    await merchant.shop.settled();
    expect((await merchant.shop.churnOf('c-1')).features_extended).toMatchObject({ orders_total: 1 });
  });

  it('takes the key in X-API-Key too, and compressed bodies of any content type', async () => {
    const body = gzipSync(JSON.stringify({ batch: [ORDER] }));
    const answer = await request(system.api.url)
      .post('/segment/v1/batch')
      .set({ 'X-API-Key': merchant.shop.apiKey, 'Content-Encoding': 'gzip', 'Content-Type': 'application/x-www-form-urlencoded' })
      .serialize((raw: unknown) => raw as string)
      .send(body as unknown as string);
    expect(answer.body).toEqual(TAKEN);
    expect(await stored()).toEqual(['m-1']);
  });

  it('answers 200 to a batch with bad calls, stores the others, and logs each bad one with its rule', async () => {
    await taken('batch', {
      batch: [
        { ...ORDER, messageId: 'negative', properties: { total: -1 } },
        { ...ORDER, messageId: 'no-customer', userId: undefined },
        { ...ORDER, messageId: 'bad-time', timestamp: 'yesterday' },
        { ...ORDER, messageId: 'unused', event: 'Coupon Applied' },
        { ...ORDER, messageId: 'unused-again', event: 'Coupon Applied' },
        { type: 'alias', messageId: 'half-an-alias', userId: 'c-1' },
        7,
        null,
        ORDER,
      ],
    });
    expect(await stored()).toEqual(['m-1']);
    const entries = await logged();
    expect(entries).toHaveLength(7);
    for (const [id, code, reason] of [
      ['negative', 'out_of_range', 'value: it must be a number from 0'],
      ['no-customer', 'required', 'customer_id: '],
      ['bad-time', 'invalid_datetime', 'occurred_at: '],
      ['unused', 'unused_event', 'event: "Coupon Applied" is not used'],
      ['half-an-alias', 'unused_alias', 'userId and previousId: '],
    ])
      expect(entries).toContainEqual(
        expect.objectContaining({ event_id: id, code, reason: expect.stringContaining(String(reason)), via: 'api' }),
      );
    expect(entries.filter(({ code }) => code === 'invalid_type')).toHaveLength(2);
  });

  it('stores no e-mail address, and gives the customer the pseudonym that imports give', async () => {
    const { shop } = merchant;
    await taken('batch', {
      batch: [
        { type: 'page', messageId: 'p', userId: 'Ada L. <ada@shop.example>' },
        { ...ORDER, userId: 'Ada@Shop.example', context: { ip: '192.0.2.1', traits: { email: 'ada@shop.example' } } },
        { type: 'identify', messageId: 'i', userId: 'ada@shop.example', traits: { email: 'ada@shop.example', phone: '+4912345678901' } },
        { type: 'alias', messageId: 'a', userId: 'c-9', previousId: 'ada@shop.example' },
      ],
    });
    await shop.settled();
    const others = (await shop.rows<{ external_id: string }>('customers', 'external_id')).filter(({ external_id: id }) => id !== 'c-9');
    expect(others).toEqual([{ external_id: expect.stringMatching(/^email:[0-9a-f]{64}$/) }]);
    for (const table of ['events', 'customers', 'rejected_events'])
      expect(JSON.stringify(await shop.rows(table))).not.toMatch(/ada@|192\.0\.2|49123/i);
  });

  it('sets the traits that the shop has, and the consent', async () => {
    const { shop } = merchant;
    await shop.send({ event_id: 'e', customer_id: 'c-0', event_type: 'page_viewed', occurred_at: new Date().toISOString() });
    await shop.call('PUT', '/customers/c-0/traits').send({ visits: 1 }).expect(200);
    const traits = { visits: 5, points: 7, email: 'ada@shop.example', acceptsMarketing: false };
    await taken('identify', { userId: 'c-1', messageId: 'i', traits });
    await taken('import', { batch: [{ type: 'identify', userId: 'c-2', messageId: 'past', traits }] });
    await shop.settled();
    expect((await shop.get('/customers/c-1').expect(200)).body).toMatchObject({ traits: { visits: 5 } });
    expect((await shop.get('/customers/c-2').expect(200)).body).toMatchObject({ traits: {} });
    expect((await shop.get('/traits').expect(200)).body.data).toHaveLength(1);
    expect(await shop.rows<{ refused_at: Date | null }>('customers', 'refused_at')).toContainEqual({ refused_at: expect.any(Date) });
  });

  it('splits a batch by the plan, takes at most 2500 calls, and takes an empty one', async () => {
    const views = Array.from({ length: 2500 }, (_, i) => ({ type: 'page', messageId: `p-${i}`, userId: `c-${i % 9}` }));
    await taken('batch', { batch: views });
    expect(await stored()).toHaveLength(2500);
    await taken('batch', { batch: [] });
    const { status, body } = await send('batch', { batch: Array.from({ length: 10_000 }, (_, i) => ({ ...ORDER, messageId: `x-${i}` })) });
    expect({ status, body }).toMatchObject({ status: 400, body: { error: 'validation_error', message: expect.stringContaining('10000') } });
    expect(await stored()).toHaveLength(2500);
  }, 60_000);

  it.each([
    ['track', []],
    ['track', 7],
    ['batch', {}],
    ['batch', { batch: {} }],
    ['batch', { batch: null }],
  ])('refuses %s with the body %j', async (call, body) => {
    await calls.refused(send(call, body), 400, 'validation_error');
  });

  it('answers calls of any shape without an error of its own', async () => {
    const deep = JSON.parse(`${'['.repeat(2000)}${']'.repeat(2000)}`) as unknown;
    const nasty = [deep, 'x'.repeat(100_000), { $ne: 1 }, true, -0, 1e308, '\u0000', '\ud800', '__proto__'];
    for (const value of nasty) {
      const fields = { userId: value, messageId: value, timestamp: value, event: value, properties: value, traits: value, context: value };
      const batch = [
        ...['track', 'identify', 'page', 'alias', 'group'].map((type) => ({ type, previousId: value, ...fields })),
        {
          ...ORDER,
          messageId: `p ${nasty.indexOf(value)}`,
          properties: { order_id: value, products: value, total: value, currency: value },
        },
        { ...ORDER, messageId: `i ${nasty.indexOf(value)}`, properties: { products: [{ category: value, price: value }, value] } },
        value,
      ];
      expect((await send('batch', { batch, sentAt: value })).body).toEqual(TAKEN);
    }
    expect(await stored()).toContain('i 1');
    const deepest = `${'{"a":'.repeat(40_000)}1${'}'.repeat(40_000)}`;
    const text = `{"type":"track","userId":"c-1","event":"Order Completed","context":${deepest},"properties":{"order_id":"o-2","deep":${deepest}}}`;
    const answer = await merchant.shop.post('/segment/v1/track', text);
    expect(answer.body).toEqual(TAKEN);
  });

  it('needs a key that may send, and stores for its tenant alone', async () => {
    const other = await merchantOf(system);
    await send('track', ORDER, 'not-a-key').expect(401);
    await request(system.api.url).post('/segment/v1/track').send(ORDER).expect(401);
    const { body } = await merchant.owner.post('/tenant/api-keys', { name: 'Reader', scope: 'read' }).expect(201);
    await send('track', ORDER, (body as { api_key: string }).api_key).expect(403);
    expect((await send('track', ORDER, other.shop.apiKey)).body).toEqual(TAKEN);
    expect(await stored()).toEqual([]);
    expect(await other.shop.rows('events')).toHaveLength(1);
    await calls.refused(send('nothing', ORDER), 404, 'not_found');
  });

  it('counts a large batch as several requests, and takes one that is larger than the limit', async () => {
    await system.owner.query('UPDATE tenants SET rate_limit_per_minute = 2 WHERE id = $1', [merchant.shop.tenantId]);
    const views = Array.from({ length: 350 }, (_, i) => ({ type: 'page', messageId: `p-${i}`, userId: 'c-1' }));
    await taken('batch', { batch: views });
    expect(await send('track', ORDER)).toMatchObject({ status: 429, body: { error: 'rate_limited' } });
    expect(await stored()).toHaveLength(350);
  });

  it('counts requests like those that send events, and says when to come back', async () => {
    await system.owner.query('UPDATE tenants SET rate_limit_per_minute = 1 WHERE id = $1', [merchant.shop.tenantId]);
    const answers = [await send('track', ORDER), await send('track', ORDER), await send('track', ORDER)];
    const last = answers.at(-1);
    expect(last).toMatchObject({ status: 429, body: { error: 'rate_limited' } });
    expect(Number(last?.headers['retry-after'])).toBeGreaterThan(0);
  });
});
