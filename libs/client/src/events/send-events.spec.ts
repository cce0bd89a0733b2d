import { orders } from '../../test-support/example-events.js';
import { LoopbackApi } from '../../test-support/loopback-api.js';
import { ChurnClient } from '../churn-client.js';

const accepted = (index: number): object => ({ event_id: `e-${index}`, status: 'accepted', index });

describe('an answer that does not say of each event what became of it', () => {
  let api: LoopbackApi;
  let client: ChurnClient;

  beforeEach(async () => {
    api = new LoopbackApi();
    client = new ChurnClient({ baseUrl: await api.start(), apiKey: 'ck_live_test' });
  });
  afterEach(() => api.stop());

  it.each([
    'null',
    'true',
    '[]',
    '{}',
    '{"results":"ab"}',
    '{"results":[null,null]}',
    JSON.stringify({ results: [accepted(0)] }),
    JSON.stringify({ results: [accepted(0), accepted(1), accepted(2)] }),
    JSON.stringify({ results: [accepted(0), { ...accepted(1), status: 'perhaps' }] }),
  ])('is no answer of the service, and nothing is made up for it: %s', async (body) => {
    api.answer = () => ({ status: 202, body });
    const expected = { name: 'ChurnApiError', code: 'unreadable_answer', status: 202, attempts: 1 };
    await expect(client.sendEvents(orders(2))).rejects.toMatchObject(expected);
    const queued = orders(2).map((event) => client.events.enqueue(event));
    await client.events.close();
    for (const result of queued) await expect(result).rejects.toMatchObject(expected);
  });

  it('is a refusal of all where it is one', async () => {
    api.answer = () => ({ status: 400, body: { error: 'validation_error', message: 'no', results: [accepted(0)] } });
    await expect(client.sendEvents(orders(2))).rejects.toMatchObject({ name: 'ChurnApiError', code: 'validation_error', status: 400 });
  });

  it.each(['null', '[]', '"ok"', '7'])('is none for other calls either when it is no object: %s', async (body) => {
    api.answer = () => ({ status: 200, body });
    await expect(client.customers.page()).rejects.toMatchObject({ name: 'ChurnApiError', code: 'unreadable_answer', status: 200 });
  });
});
