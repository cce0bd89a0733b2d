import { ChurnSystem } from '../../support/servers/churn-system.js';
import { batch, order } from '../../support/shop/builders.js';
import { DocumentedCalls } from '../../support/http/documented-calls.js';
import { merchantOf } from '../../support/people/merchant.js';

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
      const answer = await owner.get(`/dashboard/customers.csv${query}`);
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
    expect((await other.owner.get('/dashboard/customers.csv')).text.trimEnd().split('\r\n')).toHaveLength(1);
    await calls.refused(owner.get('/dashboard/customers.csv?sort=odd'), 422, 'validation_error');
  }, 60_000);
});
