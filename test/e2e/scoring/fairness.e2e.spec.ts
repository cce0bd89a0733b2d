import { batch, daysAgo, order } from '../../support/shop/builders.js';
import { ChurnSystem } from '../../support/servers/churn-system.js';
import type { Shop } from '../../support/shop/shop.js';
import { eventually } from '../../support/waiting/eventually.js';

const ordersOf = (prefix: string, count: number): ReturnType<typeof order>[] =>
  Array.from({ length: count }, (_, i) => order({ customer_id: `${prefix}-${i}`, occurred_at: daysAgo(1 + (i % 300)) }));

describe('beside tenants with much to do, a tenant with one event', () => {
  let system: ChurnSystem;
  let small: Shop;
  beforeAll(async () => {
    system = await ChurnSystem.start();
  }, 60_000);
  afterAll(() => system.stop());
  beforeEach(async () => {
    small = await system.shop();
  });

  it('has its score before any of the others is half done', async () => {
    await system.worker.stop();
    // More tenants than chunks that a worker works on at the same time.
    const busy = await Promise.all(Array.from({ length: 6 }, () => system.shop({ plan: 'enterprise' })));
    const batches = 10;
    for (let b = 0; b < batches; b += 1) {
      await Promise.all(busy.map((shop) => shop.post('/events', batch(...ordersOf(`c-${b}`, 1000))).expect(202)));
    }
    await small.post('/events', batch(order({ customer_id: 'only' }))).expect(202);
    await system.worker.start();
    const left = async (shop: Shop): Promise<number> => (await shop.rows('score_requests', 'id')).length;
    await eventually('the score of the small tenant', async () => (await left(small)) === 0 || null);
    const othersLeft = await Promise.all(busy.map(left));
    expect(Math.min(...othersLeft)).toBeGreaterThanOrEqual(batches / 2);
    await Promise.all(busy.map((shop) => shop.settled(120_000)));
  }, 240_000);

  it('has its answer before most batches that another tenant sent first', async () => {
    const busy = await system.shop({ plan: 'enterprise' });
    const bodies = Array.from({ length: 40 }, (_, b) => batch(...ordersOf(`d-${b}`, 1000)));
    const answered: string[] = [];
    const sent = bodies.map(async (body) => {
      const { status } = await busy.post('/events', { ...body, backfill: true });
      answered.push(`busy ${status}`);
    });
    // Until the first of the batches is stored, the others wait in line.
    await eventually('the first answer', () => answered.length > 0 || null);
    await small.post('/events', batch(order({ customer_id: 'only' }))).expect(202);
    answered.push('small');
    await Promise.all(sent);
    // What is refused, because it has waited for too long, is sent again by a client.
    expect([answered, answered.indexOf('small') < bodies.length / 2]).toEqual([answered, true]);
    await busy.settled(120_000);
  }, 240_000);
});
