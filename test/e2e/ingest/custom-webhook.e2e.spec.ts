import { randomBytes } from 'node:crypto';
import { request as httpRequest } from 'node:http';
import { deflateSync, gzipSync } from 'node:zlib';
import request, { type Test } from 'supertest';
import { batch, order } from '../../support/shop/builders.js';
import { ChurnSystem } from '../../support/servers/churn-system.js';
import type { Shop } from '../../support/shop/shop.js';
import { bytesOf, sha256Signature, standardHeaders } from '../../support/webhooks/webhook-signer.js';

const UNAUTHORIZED = { error: 'unauthorized', message: expect.stringContaining('webhook signature'), request_id: expect.any(String) };

describe('POST /webhooks/custom', () => {
  let system: ChurnSystem;
  let shop: Shop;
  let secret: string;
  const event = JSON.stringify(order({ event_id: 'e-1' }));

  beforeAll(async () => {
    system = await ChurnSystem.shared();
  }, 60_000);
  afterAll(() => system.stop());
  beforeEach(async () => {
    shop = await system.shop();
    secret = await system.webhookSecret(shop);
  });

  /** Sends exactly these bytes with exactly these headers and the API key. */
  const send = (body: string | Buffer, headers: Record<string, string>, as: Shop = shop): Test =>
    request(system.api.url)
      .post('/webhooks/custom')
      .set({ 'X-API-Key': as.apiKey, 'Content-Type': 'application/json', ...headers })
      .serialize((raw: unknown) => raw as string)
      .send(body as string);
  const signed = (body: string | Buffer, headers: Record<string, string> = {}): Test =>
    send(body, { 'X-Webhook-Signature': sha256Signature(secret, body), ...headers });

  const storedIds = async (): Promise<string[]> =>
    (await shop.rows<{ event_id: string }>('events', 'event_id')).map((row) => row.event_id).toSorted();

  describe('with a valid signature', () => {
    it('accepts the event, scores the customer and answers as for a batch', async () => {
      const response = await signed(event);
      expect(response.status).toBe(202);
      const results = [{ event_id: 'e-1', status: 'accepted', index: 0 }];
      expect(response.body).toEqual({ accepted: 1, rejected: 0, duplicates: 0, results });
      await shop.settled();
      expect((await shop.churnOf('c-1')).features_extended.orders_total).toBe(1);
    });

    it('accepts each header name in any case, and the secret as text or as bytes', async () => {
      for (const name of ['X-Webhook-Signature', 'x-service-signature', 'X-HUB-SIGNATURE-256']) {
        for (const key of [secret, bytesOf(secret)]) {
          expect((await send(event, { [name]: sha256Signature(key, event) })).status).toBe(202);
        }
      }
    });

    it('accepts the headers of Standard Webhooks, also next to its own', async () => {
      expect((await send(event, standardHeaders(secret, event))).body).toMatchObject({ accepted: 1 });
      expect((await signed(event, standardHeaders(secret, event))).body).toMatchObject({ duplicates: 1 });
    });

    it('accepts a batch, an array or one event', async () => {
      for (const body of [
        batch(order({ event_id: 'a' })),
        [order({ event_id: 'b' }), order({ event_id: 'c' })],
        order({ event_id: 'd' }),
      ]) {
        expect((await signed(JSON.stringify(body))).status).toBe(202);
      }
      expect(await storedIds()).toEqual(['a', 'b', 'c', 'd']);
    });

    it('counts an event once, however often it is sent on this path or the other', async () => {
      await signed(event);
      const replayed = await signed(event);
      expect(replayed.status).toBe(202);
      expect(replayed.body).toMatchObject({ accepted: 0, rejected: 0, duplicates: 1, results: [{ status: 'duplicate' }] });
      expect((await shop.post('/events', `{"events":[${event}]}`)).body).toMatchObject({ duplicates: 1 });
      expect(await storedIds()).toEqual(['e-1']);
    });

    it('answers 202 when some events are rejected and 400 when all are, with a result for each', async () => {
      const mixed = await signed(JSON.stringify([order({ event_id: 'good' }), order({ value: -1 })]));
      expect(mixed.status).toBe(202);
      expect(mixed.body).toMatchObject({
        accepted: 1,
        rejected: 1,
        duplicates: 0,
        results: [{ status: 'accepted' }, { code: 'out_of_range' }],
      });
      const none = await signed(JSON.stringify([order({ value: -1 }), {}]));
      expect(none.status).toBe(400);
      expect(none.body).toMatchObject({ error: 'validation_error', accepted: 0, rejected: 2, results: [{}, { code: 'required' }] });
      expect(await storedIds()).toEqual(['good']);
    });

    it('checks the bytes that are sent: any whitespace, any script, and compressed bodies as they are', async () => {
      const spaced = `\r\n { "events" : [ ${event} ] }\t\n`;
      const unicode = JSON.stringify(order({ event_id: 'é-😀-\u202e', data: { note: '日本語 \ud83d\ude00 "\\' } }));
      const escaped = unicode.replace('é', String.raw`\u00e9`).replaceAll('é-', 'e2-');
      for (const body of [spaced, unicode, Buffer.from(escaped)]) expect((await signed(body)).status).toBe(202);
      expect((await signed(gzipSync(event), { 'Content-Encoding': 'gzip' })).body).toMatchObject({ duplicates: 1 });
      expect((await signed(deflateSync(event), { 'Content-Encoding': 'deflate' })).body).toMatchObject({ duplicates: 1 });
      expect((await signed(event, { 'Content-Type': 'application/cloudevents+json; charset=utf-8' })).body).toMatchObject({
        duplicates: 1,
      });
    });

    it.each([
      ['JSON that ends too early', '{"events":[', 400, 'the body is not valid JSON'],
      ['a NUL byte', '{"event_id":"e\u0000"}', 400, 'the body is not valid JSON'],
      ['an escaped NUL', String.raw`{"event_id":"e\u0000"}`, 400, 'control characters'],
      ['bytes that are no text', Buffer.from([0x7b, 0xff, 0x00, 0xfe]), 400, ''],
      ['a number', '5', 400, 'the body must be a JSON object'],
      ['no event', '[]', 400, 'events is empty'],
      ['101 events', JSON.stringify(Array.from({ length: 101 }, () => ({}))), 400, 'at most 100'],
    ])('refuses the body and not the signature: %s', async (_what, body, status, sentence) => {
      const response = await signed(body);
      expect(response.status).toBe(status);
      expect(response.body).toMatchObject({ error: 'validation_error', message: expect.stringContaining(sentence) });
      expect(await storedIds()).toEqual([]);
    });

    it('refuses a body that is empty, not JSON, broken gzip, or larger than the plan allows', async () => {
      expect((await signed('')).status).toBe(400);
      expect((await signed(event, { 'Content-Type': 'text/plain' })).status).toBe(415);
      expect((await signed(event, { 'Content-Encoding': 'gzip' })).status).toBe(400);
      expect((await signed(event, { 'Content-Encoding': 'zstandard' })).status).toBe(415);
      const bomb = gzipSync(Buffer.alloc(64 * 2 ** 20, ' '));
      expect((await signed(bomb, { 'Content-Encoding': 'gzip' })).status).toBe(413);
    });

    it('stores nothing in a dry run', async () => {
      const response = await request(system.api.url).post('/webhooks/custom?dry_run=true').set({ 'X-API-Key': shop.apiKey, 'Content-Type': 'application/json' })
        .set('X-Webhook-Signature', sha256Signature(secret, event)).send(event); // prettier-ignore
      expect(response.body).toMatchObject({ accepted: 1 });
      expect(await storedIds()).toEqual([]);
    });
  });

  describe('answers exactly 401 and stores nothing', () => {
    const hex = '0'.repeat(64);
    it.each<[string, Record<string, string>]>([
      ['no signature', {}],
      ['an empty signature', { 'X-Webhook-Signature': '' }],
      ['a wrong signature', { 'X-Webhook-Signature': `sha256=${hex}` }],
      ['a short signature', { 'X-Webhook-Signature': 'sha256=abcd' }],
      ['one digit too few', { 'X-Webhook-Signature': `sha256=${hex.slice(1)}` }],
      ['a signature that is not hex', { 'X-Webhook-Signature': `sha256=${'z'.repeat(64)}` }],
      ['a signature without its hash', { 'X-Webhook-Signature': hex }],
      ['a signature of another hash', { 'X-Webhook-Signature': `sha512=${hex}` }],
      ['letters beyond ASCII', { 'X-Service-Signature': `sha256=${'é'.repeat(64)}` }],
      ['only some of the Standard Webhooks headers', { 'webhook-id': 'msg_1', 'webhook-signature': 'v1,AAAA' }],
      [
        'a timestamp that is not a number',
        { 'webhook-id': 'msg_1', 'webhook-timestamp': 'now', 'webhook-signature': `v1,${'A'.repeat(43)}=` },
      ],
      ['a signature in a form body', { 'Content-Type': 'application/x-www-form-urlencoded', 'X-Webhook-Signature': `sha256=${hex}` }],
      ['a body that is not gzip as declared', { 'Content-Encoding': 'gzip', 'X-Webhook-Signature': `sha256=${hex}` }],
      ['an encoding that does not exist', { 'Content-Encoding': 'nonsense', 'X-Webhook-Signature': `sha256=${hex}` }],
      ['a charset that does not exist', { 'Content-Type': 'application/json; charset=nonsense', 'X-Webhook-Signature': `sha256=${hex}` }],
    ])('for %s', async (_what, headers) => {
      const response = await send(event, headers);
      expect(response.status).toBe(401);
      expect(response.body).toEqual(UNAUTHORIZED);
      expect(response.headers['x-request-id']).toBe(response.body.request_id);
      expect(await storedIds()).toEqual([]);
    });

    it('for a signature of other bytes, with another secret, or next to a bad one', async () => {
      const good = sha256Signature(secret, event);
      const refusals: [string | Buffer, Record<string, string>][] = [
        [`${event} `, { 'X-Webhook-Signature': good }],
        [gzipSync(event), { 'X-Webhook-Signature': good, 'Content-Encoding': 'gzip' }],
        [event, { 'X-Webhook-Signature': sha256Signature(`whsec_${randomBytes(32).toString('base64')}`, event) }],
        [event, { 'X-Webhook-Signature': sha256Signature('', event) }],
        [event, { 'X-Webhook-Signature': sha256Signature(shop.apiKey, event) }],
        [event, { 'X-Webhook-Signature': good, 'X-Hub-Signature-256': `sha256=${hex}` }],
        [event, { 'X-Webhook-Signature': `${good}, ${good}` }],
        [event, standardHeaders(secret, `${event} `)],
        [event, { ...standardHeaders(secret, event), 'webhook-id': 'msg_2' }],
        [event, standardHeaders(secret, event, -310)],
        [event, standardHeaders(secret, event, 310)],
        [event, { 'X-Webhook-Signature': good, ...standardHeaders(secret, event, -310) }],
        ['', { 'X-Webhook-Signature': good }],
      ];
      for (const [body, headers] of refusals) {
        const response = await send(body, headers);
        expect([headers, response.status]).toEqual([headers, 401]);
        expect(response.body).toEqual(UNAUTHORIZED);
      }
      expect(await storedIds()).toEqual([]);
    });

    it('for two valid signatures in one header', async () => {
      const good = sha256Signature(secret, event);
      const status = await new Promise((resolve, reject) => {
        const headers = { 'X-API-Key': shop.apiKey, 'Content-Type': 'application/json', 'X-Webhook-Signature': [good, good] };
        const sent = httpRequest(`${system.api.url}/webhooks/custom`, { method: 'POST', headers }, (response) => {
          response.resume();
          resolve(response.statusCode);
        });
        sent.on('error', reject).end(event);
      });
      expect(status).toBe(401);
    });

    it('for a tenant without a secret, with any signature', async () => {
      const without = await system.shop();
      for (const key of [secret, '', 'whsec_']) {
        const response = await send(event, { 'X-Webhook-Signature': sha256Signature(key, event) }, without);
        expect(response.body).toEqual(UNAUTHORIZED);
      }
    });

    it('for the key of one tenant with the signature of another', async () => {
      const other = await system.shop();
      await system.webhookSecret(other);
      const response = await send(event, { 'X-Webhook-Signature': sha256Signature(secret, event) }, other);
      expect(response.body).toEqual(UNAUTHORIZED);
      expect(await other.rows('events')).toEqual([]);
      expect((await other.get('/customers/c-1/churn')).status).toBe(404);
    });

    it('for a valid signature without a valid API key', async () => {
      for (const key of ['', 'ck_live_wrong']) {
        const response = await send(event, { 'X-Webhook-Signature': sha256Signature(secret, event), 'X-API-Key': key });
        expect(response.status).toBe(401);
        expect(response.body).toMatchObject({ error: 'unauthorized', message: expect.stringContaining('API key') });
      }
    });
  });

  describe('during a secret rotation', () => {
    const statusWith = async (key: string): Promise<number> =>
      (await send(event, { 'X-Webhook-Signature': sha256Signature(key, event) })).status;

    it('accepts the new secret at once and the old one until it expires, and never more than two', async () => {
      const made = await system.admin('webhook-secret', 'create', '--tenant', shop.tenantId, '--grace-hours', '1');
      const ends = new Date(String(made['previous_secret_expires_at'])).getTime() - new Date(String(made['created_at'])).getTime();
      expect(ends).toBe(3_600_000);
      expect([await statusWith(secret), await statusWith(String(made['secret']))]).toEqual([202, 202]);
      const third = await system.webhookSecret(shop);
      expect([await statusWith(secret), await statusWith(String(made['secret'])), await statusWith(third)]).toEqual([401, 202, 202]);
      await system.owner.query(`UPDATE webhook_secrets SET expires_at = now() WHERE expires_at IS NOT NULL AND tenant_id = $1`, [
        shop.tenantId,
      ]);
      expect([await statusWith(String(made['secret'])), await statusWith(third)]).toEqual([401, 202]);
    });

    it('ends the old secret at once on request', async () => {
      const newer = await system.webhookSecret(shop, '0');
      expect([await statusWith(secret), await statusWith(newer)]).toEqual([401, 202]);
    });

    it('keeps one current secret when two rotations run at the same moment', async () => {
      const made = await Promise.all([system.webhookSecret(shop), system.webhookSecret(shop)]);
      const results = await Promise.all(made.map(statusWith));
      expect(results).toEqual([202, 202]);
      expect(await shop.rows('webhook_secrets', 'id')).toHaveLength(2);
    });
  });

  describe('uses a secret that', () => {
    it('is whsec_ and 32 bytes, is shown once, and is not stored in plain text', async () => {
      expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
      await signed(event);
      const { rows: tables } = await system.owner.query<{ name: string }>(
        `SELECT relname AS name FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace`,
      );
      expect(tables.length).toBeGreaterThan(10);
      // As text, and as its bytes. The first characters are stored to identify the secret.
      const traces = [secret.slice('whsec_'.length + 4, -1), bytesOf(secret).toString('hex').slice(6), Buffer.from(secret).toString('hex')];
      for (const { name } of tables) {
        const holding = `SELECT count(*)::int AS found FROM ${name} t, unnest($1::text[]) AS trace WHERE strpos(t::text, trace) > 0`;
        expect([name, (await system.owner.query(holding, [traces])).rows]).toEqual([name, [{ found: 0 }]]);
      }
      const [row] = await shop.rows<{ hint: string; key_id: string }>('webhook_secrets');
      expect(row).toMatchObject({ hint: secret.slice('whsec_'.length, 'whsec_'.length + 4), key_id: 'test' });
      expect(system.api.output).not.toContain(secret.slice('whsec_'.length));
    });

    it('is useless in the row of another tenant', async () => {
      const other = await system.shop();
      const otherSecret = await system.webhookSecret(other);
      const [foreign] = await other.rows<{ ciphertext: Buffer }>('webhook_secrets', 'ciphertext');
      await system.owner.query('UPDATE webhook_secrets SET ciphertext = $2 WHERE tenant_id = $1', [shop.tenantId, foreign!.ciphertext]);
      for (const key of [secret, otherSecret]) {
        const response = await send(event, { 'X-Webhook-Signature': sha256Signature(key, event) });
        expect(response.status).toBe(503);
        expect(response.body).toMatchObject({ error: 'service_unavailable' });
      }
    });
  });
});
