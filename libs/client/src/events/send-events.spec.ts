import { orders } from '../../test-support/example-events.js';
import { LoopbackApi } from '../../test-support/loopback-api.js';
import { ChurnClient } from '../churn-client.js';

const accepted = (index: number): object => ({ event_id: `e-${index}`, status: 'accepted', index });

describe('an answer without a result for each event', () => {
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
  ])('is reported as unreadable, and no result is invented: %s', async (body) => {
    api.answer = () => ({ status: 202, body });
    const expected = { name: 'ChurnApiError', code: 'unreadable_answer', status: 202, attempts: 1 };
    await expect(client.sendEvents(orders(2))).rejects.toMatchObject(expected);
    const queued = orders(2).map((event) => client.events.enqueue(event));
    await client.events.close();
    for (const result of queued) await expect(result).rejects.toMatchObject(expected);
  });

  it('is thrown as a ChurnApiError when it is an error answer', async () => {
    api.answer = () => ({ status: 400, body: { error: 'validation_error', message: 'no', results: [accepted(0)] } });
    await expect(client.sendEvents(orders(2))).rejects.toMatchObject({ name: 'ChurnApiError', code: 'validation_error', status: 400 });
  });

  it.each(['null', '[]', '"ok"', '7'])('is unreadable for other calls too when it is not an object: %s', async (body) => {
    api.answer = () => ({ status: 200, body });
    await expect(client.customers.page()).rejects.toMatchObject({ name: 'ChurnApiError', code: 'unreadable_answer', status: 200 });
  });
});
