import { merchantOf } from '../../support/people/merchant.js';
import { ChurnSystem } from '../../support/servers/churn-system.js';
import { batch, daysAgo, order } from '../../support/shop/builders.js';

describe('An event in another currency than that of the settings', () => {
  let system: ChurnSystem;

  beforeAll(async () => {
    system = await ChurnSystem.shared();
  }, 60_000);
  afterAll(() => system.stop());

  it('is named in the answer, until the settings have that currency', async () => {
    const { shop, owner } = await merchantOf(system);
    const warningsOf = async (currency?: string): Promise<unknown> =>
      (await shop.post('/events', batch(order({ data: currency === undefined ? {} : { currency } }))).expect(202)).body.warnings;
    const foreign = 'data.currency in 1 event is USD, and that of your settings is EUR: the orders count, and sums of money leave them out';
    expect(await warningsOf('USD')).toEqual([foreign]);
    expect(await warningsOf('EUR')).toBeUndefined();
    expect(await warningsOf('eur')).toBeUndefined();
    expect(await warningsOf()).toBeUndefined();
    expect((await owner.call('PATCH', '/settings').send({ currency: 'USD' })).status).toBe(200);
    expect(await warningsOf('USD')).toBeUndefined();
    expect(await warningsOf('EUR')).toHaveLength(1);
  });

  it('is named also when it sums up earlier orders, and when a person uploads it', async () => {
    const { shop, owner } = await merchantOf(system);
    const history = { orders: 2, spent: 90, currency: 'JPY', until: daysAgo(60) };
    const summary = order({ event_type: 'customer_history', value: undefined, occurred_at: daysAgo(60), data: history });
    const named = [expect.stringMatching(/^data\.currency in 1 event is JPY, and that of your settings is EUR/)];
    expect((await shop.post('/events?dry_run=true', batch(summary))).body.warnings).toEqual(named);
    expect((await owner.post('/dashboard/events', batch(summary))).body.warnings).toEqual(named);
  });
});
