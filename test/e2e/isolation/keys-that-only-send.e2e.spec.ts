import request from 'supertest';
import { OpenApiDocument } from '../../support/openapi/openapi-answers.js';
import { DocumentedCalls } from '../../support/http/documented-calls.js';
import { type Merchant, merchantOf } from '../../support/people/merchant.js';
import { ChurnSystem } from '../../support/servers/churn-system.js';
import { order } from '../../support/shop/builders.js';

/** One request to an operation: its path with the ids filled in, and its body. */
interface Sent {
  readonly path: string;
  readonly body?: object;
}

const EVENT = {
  event_id: 'new-event',
  customer_id: 'known-1',
  event_type: 'order_completed',
  occurred_at: '2026-01-10T10:00:00Z',
  value: 5,
};

/** Texts that only one of the shops knows. */
const SECRETS = ['known-1', 'known-2', 'known-alias', 'known-order', 'secret_trait', '42'];

/** Requests to each operation that a key of the scope `ingest` may use. They name what only one of two shops knows. */
const CASES: Record<string, readonly Sent[]> = {
  'POST /events': [
    { path: '/events', body: { events: [{ ...EVENT, data: { order_id: 'known-order' } }] } },
    { path: '/events?dry_run=true', body: { events: [{ ...EVENT, event_id: 'another-one' }] } },
  ],
  'GET /events/types': [{ path: '/events/types' }],
  'POST /webhooks/custom': [{ path: '/webhooks/custom', body: EVENT }],
  'POST /segment/v1/{call}': [
    { path: '/segment/v1/identify', body: { messageId: 'm-1', userId: 'known-2', traits: { secret_trait: 1, visits: 2 } } },
    { path: '/segment/v1/alias', body: { userId: 'known-1', previousId: 'stranger' } },
    { path: '/segment/v1/alias', body: { userId: 'known-2', previousId: 'known-alias' } },
    {
      path: '/segment/v1/track',
      body: { messageId: 'm-2', userId: 'known-1', event: 'Order Cancelled', properties: { order_id: 'known-order' } },
    },
  ],
  'POST /webhooks/storefront/orders': [{ path: '/webhooks/storefront/orders', body: { id: 1, customer: { id: 'known-1' } } }],
  'POST /webhooks/storefront/customers': [{ path: '/webhooks/storefront/customers', body: { id: 'known-1' } }],
  'PUT /customers/{external_id}/traits': [
    { path: '/customers/known-1/traits', body: {} },
    { path: '/customers/known-1/traits', body: { visits: 3, secret_trait: null } },
    { path: '/customers/known-alias/traits', body: { visits: 4 } },
  ],
  'DELETE /customers/{external_id}/aliases/{alias}': [
    { path: '/customers/known-2/aliases/known-3' },
    { path: '/customers/known-1/aliases/known-alias' },
  ],
  'POST /customers/{external_id}/aliases': [
    { path: '/customers/known-2/aliases', body: { alias: 'known-3' } },
    { path: '/customers/known-2/aliases', body: { alias: 'nobody' } },
    { path: '/customers/known-4/aliases', body: { alias: 'somebody' } },
  ],
};

type WithScope = OpenApiDocument['operations'][number] & { readonly 'x-key-scope'?: string };

describe('a key that only sends', () => {
  let system: ChurnSystem;
  let calls: DocumentedCalls;
  let knowing: Merchant;
  let empty: Merchant;

  beforeAll(async () => {
    system = await ChurnSystem.shared();
    calls = await DocumentedCalls.load(system.api.url);
    [knowing, empty] = [await merchantOf(system), await merchantOf(system)];
    for (const id of ['known-1', 'known-2', 'known-3', 'known-4'])
      await knowing.shop.send(order({ customer_id: id, data: { order_id: id === 'known-1' ? 'known-order' : `order-${id}` } }));
    await knowing.shop.call('PUT', '/customers/known-1/traits').send({ secret_trait: 42 }).expect(200);
    await knowing.shop.post('/customers/known-1/aliases', { alias: 'known-alias' }).expect(200);
    await knowing.shop.settled();
  }, 120_000);
  afterAll(() => system.stop());

  const keyOf = async ({ owner }: Merchant, scope: string): Promise<string> =>
    ((await owner.post('/tenant/api-keys', { name: `For ${scope}`, scope }).expect(201)).body as { api_key: string }).api_key;

  /** The answer without what differs between any two requests. */
  async function answerTo(key: string, method: string, { path, body }: Sent): Promise<object> {
    const call = request(system.api.url)[method.toLowerCase() as 'get'](path).set('X-API-Key', key);
    const answer = await (body === undefined ? call : call.send(body));
    const text = JSON.stringify(answer.body)
      .replaceAll(/"request_id":"[^"]*"/g, '"request_id":""')
      .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'some time');
    return { status: answer.status, body: JSON.parse(text) as object };
  }

  it('has a case here for every operation that is open to it', () => {
    const operations = calls.document.operations as readonly WithScope[];
    const open = operations.filter((operation) => ['ingest', 'any'].includes(operation['x-key-scope'] ?? ''));
    const names = open.map(({ method, path }) => `${method} ${path.replace('/api/v1', '')}`);
    expect(names.toSorted()).toEqual(Object.keys(CASES).toSorted());
  });

  it('gets the same answers whether or not the shop knows what it names, and nothing that it did not send', async () => {
    const [inKnowing, inEmpty] = [await keyOf(knowing, 'ingest'), await keyOf(empty, 'ingest')];
    for (const [name, requests] of Object.entries(CASES)) {
      const [method = ''] = name.split(' ');
      for (const sent of requests) {
        const answers = [await answerTo(inKnowing, method, sent), await answerTo(inEmpty, method, sent)];
        expect([name, sent, answers[0]]).toEqual([name, sent, answers[1]]);
        const unsent = SECRETS.filter((secret) => !JSON.stringify(sent).includes(secret));
        expect([name, sent, unsent.filter((secret) => JSON.stringify(answers[0]).includes(secret))]).toEqual([name, sent, []]);
      }
    }
  });

  it('changes what it names all the same, also for a customer whom no event has named', async () => {
    const key = await keyOf(empty, 'import');
    await answerTo(key, 'PUT', { path: '/customers/first-by-traits/traits', body: { visits: 7 } });
    await empty.shop.settled();
    expect((await empty.shop.get('/customers/first-by-traits')).body).toMatchObject({ traits: { visits: 7 }, churn: null });
  });

  it('learns only that two identifiers cannot be joined, not which others stand in the way', async () => {
    const key = await keyOf(await merchantWithAlias(), 'ingest');
    const refused = (await answerTo(key, 'POST', { path: '/customers/other/aliases', body: { alias: 'known-alias' } })) as {
      status: number;
      body: { message: string };
    };
    expect(refused).toMatchObject({ status: 409, body: { error: 'conflict' } });
    expect(refused.body.message).not.toContain('known-1');
  });

  async function merchantWithAlias(): Promise<Merchant> {
    const merchant = await merchantOf(system);
    await merchant.shop.send(order({ customer_id: 'known-1' }));
    await merchant.shop.post('/customers/known-1/aliases', { alias: 'known-alias' }).expect(200);
    return merchant;
  }

  it.each(['GET /events/pseudonym-key', 'POST /customers/by-orders', 'POST /customers/known'])(
    'may not ask what an import asks: %s',
    async (call) => {
      const [method = '', path = ''] = call.split(' ');
      const sent = {
        path,
        ...(method === 'POST' && { body: path === '/customers/known' ? { customer_ids: ['known-1'] } : { order_ids: ['known-order'] } }),
      };
      const refused = await answerTo(await keyOf(await merchantOf(system), 'ingest'), method, sent);
      expect(refused).toMatchObject({ status: 403, body: { error: 'forbidden', message: expect.stringContaining('"import" or "all"') } });
      const importing = await merchantOf(system);
      const key = await keyOf(importing, 'import');
      expect(await answerTo(key, method, sent)).toMatchObject({ status: 200 });
      expect(await answerTo(key, 'GET', { path: '/customers' })).toMatchObject({ status: 403 });
    },
  );
});
