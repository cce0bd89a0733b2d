import request, { type Response } from 'supertest';
import { ChurnSystem } from '../../support/servers/churn-system.js';
import { batch, order } from '../../support/shop/builders.js';
import { DocumentedCalls } from '../../support/http/documented-calls.js';
import { merchantOf } from '../../support/people/merchant.js';

/** Reads an answer of any type as text. */
function textOf(answer: Response, done: (error: Error | null, text: string) => void): void {
  let text = '';
  const stream = answer as unknown as NodeJS.ReadableStream;
  stream.on('data', (part: Buffer) => (text += part.toString()));
  stream.on('end', () => done(null, text));
}

describe('the list of customers as a file', () => {
  let system: ChurnSystem;
  let calls: DocumentedCalls;

  beforeAll(async () => {
    system = await ChurnSystem.shared();
    calls = await DocumentedCalls.load(system.api.url);
  }, 60_000);
  afterAll(() => system.stop());

  it('has every customer once, beyond one page, with the filters of the list', async () => {
    const { owner, shop } = await merchantOf(system);
    const ids = Array.from({ length: 1250 }, (_, i) => `c-${i}`);
    const events = ids.map((id, i) => order({ event_id: id, customer_id: id, value: i }));
    for (let i = 0; i < events.length; i += 100)
      await shop.post('/events', { ...batch(...events.slice(i, i + 100)), backfill: true }).expect(202);
    await shop.settled();
    const idsIn = async (query: string): Promise<string[]> => {
      const answer = await owner.get(`/dashboard/customers/export${query}`);
      expect([answer.status, answer.headers['content-type'], answer.headers['cache-control']]).toEqual([
        200,
        'text/csv; charset=utf-8',
        'no-store',
      ]);
      const [head = '', ...lines] = answer.text.trimEnd().split('\r\n');
      expect(head.startsWith('\uFEFFexternal_id,lifecycle,')).toBe(true);
      return lines.map((line) => line.split(',')[0] ?? '');
    };
    expect((await idsIn('')).toSorted()).toEqual(ids.toSorted());
    expect(await idsIn('')).toEqual(await idsIn('?sort=created_asc'));
    expect(await idsIn('?spend_min=1248&sort=monetary_desc')).toEqual(['c-1249', 'c-1248']);
    const other = await merchantOf(system);
    expect((await other.owner.get('/dashboard/customers/export')).text.trimEnd().split('\r\n')).toHaveLength(1);
    await calls.refused(owner.get('/dashboard/customers/export?sort=odd'), 422, 'validation_error');

    const exported = await shop.get('/customers/export?format=ndjson').buffer(true).parse(textOf).expect(200);
    expect([exported.headers['content-type'], exported.headers['content-disposition']]).toEqual([
      'application/x-ndjson',
      expect.stringMatching(/^attachment; filename="customers-\d{4}-\d\d-\d\d\.ndjson"$/),
    ]);
    const lines = String(exported.body).trimEnd().split('\n').map((line) => JSON.parse(line) as { external_id: string }); // prettier-ignore
    expect(lines.map(({ external_id }) => external_id).toSorted()).toEqual(ids.toSorted());
    expect(lines[0]).toEqual((await shop.get('/customers?sort=created_asc&limit=1')).body.data[0]);
    expect((await shop.get('/customers/export')).text).toBe((await owner.get('/dashboard/customers/export')).text);
    const foreign = await other.shop.get('/customers/export?format=ndjson').buffer(true).parse(textOf).expect(200);
    expect(foreign.body).toBe('');
  }, 60_000);

  it('is for keys that may read, with a filter, and leaves the customer with the id export in reach', async () => {
    const { owner, shop } = await merchantOf(system);
    await shop.send(order({ customer_id: 'export', value: 10 }), order({ customer_id: 'c-1', value: 900 }));
    const { body } = await owner.post('/tenant/api-keys', { name: 'Till', scope: 'ingest' }).expect(201);
    await calls.refused(request(system.api.url).get('/customers/export').set('X-API-Key', body.api_key), 403, 'forbidden');
    await calls.refused(shop.get('/customers/export?format=xml'), 422, 'validation_error');
    await calls.refused(shop.get('/customers/export?colour=red'), 422, 'validation_error');
    const { text } = await shop.get('/customers/export?spend_max=100').expect(200);
    expect(text.trimEnd().split('\r\n').map((line) => line.split(',')[0])).toEqual(['\uFEFFexternal_id', 'export']); // prettier-ignore
    expect(await shop.client().customers.get('export')).toMatchObject({ external_id: 'export', orders_count: 1 });
    expect(await shop.client().customers.churn('export')).toMatchObject({ external_id: 'export' });
  });
});
