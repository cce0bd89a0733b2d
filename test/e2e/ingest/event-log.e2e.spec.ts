import request from 'supertest';
import { batch, daysAgo, order } from '../../support/shop/builders.js';
import { DocumentedCalls } from '../../support/http/documented-calls.js';
import { type Merchant, merchantOf } from '../../support/people/merchant.js';
import { ChurnSystem } from '../../support/servers/churn-system.js';
import { sha256Signature } from '../../support/webhooks/webhook-signer.js';

interface Logged {
  readonly status: string;
  readonly event_id: string | null;
  readonly reason: string | null;
  readonly further: number;
}

describe('the log of events', () => {
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

  const list = async (query = ''): Promise<Logged[]> => (await calls.taken(merchant.shop.get(`/events${query}`))).body.data;
  const idsOf = async (query: string): Promise<unknown[]> => (await list(query)).map(({ event_id: id }) => id);

  it('shows what was accepted and what was rejected, with the rule and without the value', async () => {
    const { shop, owner } = merchant;
    const wrong = { ...order({ event_id: 'e-2', customer_id: 'c-2', data: { order_id: 'o-2' } }), occurred_at: 'jane@shop.example' };
    const answer = await shop.post(
      '/events',
      batch(order({ event_id: 'e-1', customer_id: 'c-1', data: { order_id: 'o-1' } }), wrong, 7 as never),
    );
    expect(answer.status).toBe(207);
    await shop.settled();
    const rejected = {
      status: 'rejected', event_id: 'e-2', customer_id: 'c-2', event_type: 'order_completed', order_id: 'o-2', via: 'api',
      sender: owner.apiKey.slice(8, 16), code: 'invalid_datetime', reason: 'occurred_at: it must be an ISO 8601 date and time that exists, with Z or an offset of less than 16 hours',
    }; // prettier-ignore
    const entries = await list();
    expect(entries).toHaveLength(3);
    expect(entries).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ status: 'accepted', event_id: 'e-1', customer_id: 'c-1', order_id: 'o-1', via: 'api', code: null }),
        expect.objectContaining(rejected),
        expect.objectContaining({ status: 'rejected', event_id: null, customer_id: null, reason: 'the event: it must be an object' }),
      ]),
    );
    expect(JSON.stringify(await shop.rows('rejected_events'))).not.toContain('jane');
    expect((await calls.taken(owner.get('/dashboard/events?status=rejected'))).body.data).toHaveLength(2);
    expect(await idsOf('?status=accepted')).toEqual(['e-1']);
    for (const query of ['customer_id=c-2', 'order_id=o-2', 'event_id=e-2']) expect(await idsOf(`?${query}`)).toEqual(['e-2']);
    for (const query of ['customer_id=c-1', 'order_id=o-1', 'event_id=e-1']) expect(await idsOf(`?${query}`)).toEqual(['e-1']);
    expect(await idsOf('?customer_id=c-1&event_id=e-2')).toEqual([]);
    const other = await merchantOf(system);
    expect((await other.shop.get('/events')).body.data).toEqual([]);
    // A dry run leaves nothing.
    await shop.post('/events?dry_run=true', batch(wrong));
    expect(await list('?status=rejected')).toHaveLength(2);
  });

  it('names the way in and the API key of each event, also of a key that was revoked since', async () => {
    const { shop, owner } = merchant;
    const { body: made } = await owner.post('/tenant/api-keys', { name: 'Shop server', scope: 'ingest' }).expect(201);
    const secret = await system.webhookSecret(shop);
    const send = (path: string, body: object, headers: Record<string, string> = {}) =>
      request(system.api.url).post(path).set('X-API-Key', made.api_key).set(headers).send(JSON.stringify(body)).type('json');
    await send('/events', batch(order({ event_id: 'by-key' }), order({ event_id: 'wrong', value: -1 }))).expect(207);
    const signed = batch(order({ event_id: 'signed' }));
    await send('/webhooks/custom', signed, { 'X-Webhook-Signature': sha256Signature(secret, JSON.stringify(signed)) }).expect(202);
    await shop.send(order({ event_id: 'by-main-key' }));
    await owner.post('/dashboard/events', batch(order({ event_id: 'by-hand' }))).expect(202);
    await owner.call('DELETE', `/tenant/api-keys/${made.id}`).expect(204);
    await shop.settled();
    const named = { sender: made.prefix, key_name: 'Shop server' };
    const rows = (await calls.taken(shop.get('/events'))).body.data as (Logged & { via: string; sender: string; key_name: string })[];
    expect(Object.fromEntries(rows.map(({ event_id: id, via, sender, key_name }) => [id, { via, sender, key_name }]))).toEqual({
      'by-key': { via: 'api', ...named },
      wrong: { via: 'api', ...named },
      signed: { via: 'webhook', ...named },
      'by-main-key': { via: 'api', sender: owner.apiKey.slice(8, 16), key_name: 'Main key' },
      'by-hand': { via: 'upload', sender: null, key_name: null },
    });
  });

  it('pages through both kinds, newest first, each event once', async () => {
    const { shop } = merchant;
    for (let i = 0; i < 6; i += 1) {
      const event = order({ event_id: `a-${i}`, customer_id: `c-${i % 3}`, occurred_at: daysAgo(i) });
      await shop.post('/events', batch(event, order({ event_id: `r-${i}`, value: -1 })));
    }
    await shop.settled();
    const seen: unknown[] = [];
    let cursor = '';
    do {
      const { body } = await calls.taken(shop.get(`/events?limit=5${cursor}`));
      seen.push(...body.data.map(({ event_id: id }: Logged) => id));
      cursor = body.pagination.next_cursor === null ? '' : `&cursor=${body.pagination.next_cursor}`;
    } while (cursor !== '');
    expect(seen.filter((id) => String(id).startsWith('r'))).toEqual(['r-5', 'r-4', 'r-3', 'r-2', 'r-1', 'r-0']);
    expect(seen.filter((id) => String(id).startsWith('a'))).toEqual(['a-0', 'a-1', 'a-2', 'a-3', 'a-4', 'a-5']);
    const { body } = await calls.taken(shop.get('/events?limit=5'));
    const taken = body.pagination.next_cursor as string;
    for (const query of [
      `cursor=${taken}&status=rejected`,
      'cursor=-1',
      'cursor=W10',
      'status=odd',
      'since=yesterday',
      'limit=0',
      'customer_id=',
    ])
      await calls.refused(shop.get(`/events?${query}`), 422, 'validation_error');
    expect((await (await merchantOf(system)).shop.get(`/events?cursor=${taken}`)).status).toBe(422);
  });

  it('keeps few rejected events of a request and of a minute, and counts the rest', async () => {
    const { shop } = merchant;
    const hundred = Array.from({ length: 100 }, (_, i) => order({ event_id: `r-${i}`, value: -1 }));
    await shop.post('/events', batch(...hundred));
    const rows = await list('?limit=200');
    expect(rows).toHaveLength(20);
    expect(rows.reduce((sum, { further }) => sum + further, rows.length)).toBe(100);
    await Promise.all(Array.from({ length: 20 }, () => shop.post('/events', batch(...hundred))));
    // Two processes might each keep as many; this system has one.
    expect(await shop.rows('rejected_events')).toHaveLength(200);
  });

  it('overwrites the oldest rejected events of a tenant when there are too many', async () => {
    const { shop } = merchant;
    await system.owner.query(
      `INSERT INTO rejected_events (tenant_id, slot, number, received_at, via, code, reason)
       SELECT $1, i, i, now() - interval '1 day' + i * interval '1 second', 'api', 'required', 'x'
       FROM generate_series(0, 1999) AS i`,
      [shop.tenantId],
    );
    await shop.post('/events', batch(order({ event_id: 'r-1', value: -1 }), order({ event_id: 'r-2', value: -1 })));
    const rows = await shop.rows<{ slot: number; event_id: string | null }>('rejected_events');
    expect(rows).toHaveLength(2000);
    expect(rows.flatMap(({ slot, event_id: id }) => (id === null ? [] : `${slot} ${id}`)).toSorted()).toEqual(['0 r-1', '1 r-2']);
  });

  it('forgets the rejected events of a customer who is erased, also of one with nothing else', async () => {
    const { shop } = merchant;
    await shop.post('/events', batch(order({ event_id: 'r-1', customer_id: 'gone', value: -1 })));
    expect(await idsOf('?customer_id=gone')).toEqual(['r-1']);
    expect((await shop.delete('/customers/gone')).status).toBe(404);
    expect(await idsOf('?customer_id=gone')).toEqual([]);
  });
});
