import { LoopbackApi } from '../../test-support/loopback-api.js';
import { ChurnClient } from '../churn-client.js';

const api = new LoopbackApi();
let baseUrl: string;
beforeAll(async () => {
  baseUrl = await api.start();
});
afterAll(() => api.stop());
beforeEach(() => void api.received.splice(0));

const connect = (): ChurnClient => new ChurnClient({ baseUrl, apiKey: 'ck_live_x' });

describe('customers', () => {
  it('are listed by the largest page unless the caller names another', async () => {
    api.answer = () => ({ status: 200, body: { data: [], pagination: { next_cursor: null, has_more: false } } });
    for (const filter of [{}, { limit: undefined }, { limit: 7 }]) await connect().customers.list(filter).next();
    expect(api.received.map(({ path }) => new URLSearchParams(path.split('?')[1]).get('limit'))).toEqual(['200', '200', '7']);
  });

  it('whose id is the name of an operation are asked for in another spelling', async () => {
    api.answer = () => ({ status: 200, body: { external_id: 'export' } });
    await connect().customers.get('export');
    expect(api.received[0]?.path).toBe('/api/v1/customers/%65xport');
  });
});
