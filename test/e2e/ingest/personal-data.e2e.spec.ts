import { batch, order } from '../../support/shop/builders.js';
import { ChurnSystem } from '../../support/servers/churn-system.js';
import type { Shop } from '../../support/shop/shop.js';

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

  it('stores no personal data of an event and names what it left out', async () => {
    const data = { order_id: 'o-1', email: 'jane@shop.example', customer: { first_name: 'Jane', vip: true } };
    const event = order({ event_id: 'e-1', data });
    const warnings = ['data holds personal data in 1 event, which is not stored: email, first_name left out'];
    const dryRun = await shop.post('/events?dry_run=true', batch(event));
    expect(dryRun.body).toMatchObject({ accepted: 1, warnings });
    const sent = await shop.post('/events', batch(event));
    expect(sent.status).toBe(202);
    expect(sent.body).toMatchObject({ accepted: 1, warnings });
    expect(await shop.rows('events')).toMatchObject([{ data: { order_id: 'o-1', customer: { vip: true } } }]);
    const again = await shop.post('/events', batch({ ...event, data: { order_id: 'o-1', customer: { vip: true } } }));
    expect(again.body).toEqual({ accepted: 0, rejected: 0, duplicates: 1, results: [{ event_id: 'e-1', status: 'duplicate', index: 0 }] });
  });
});
