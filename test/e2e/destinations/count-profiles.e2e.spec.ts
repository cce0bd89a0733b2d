import { DocumentedCalls } from '../../support/http/documented-calls.js';
import { merchantOf } from '../../support/people/merchant.js';
import { ChurnSystem } from '../../support/servers/churn-system.js';
import { daysAgo, order } from '../../support/shop/builders.js';

const PATH = '/settings/destinations/profiles';

describe('The profiles that a vendor can find', () => {
  let system: ChurnSystem;
  let calls: DocumentedCalls;

  beforeAll(async () => {
    system = await ChurnSystem.shared();
    calls = await DocumentedCalls.load(system.api.url);
  });
  afterAll(() => system.stop());

  it('are those of customers with a score and an ID of the shop, counted for one shop alone', async () => {
    const { owner, shop } = await merchantOf(system);
    const stranger = await merchantOf(system);
    const [code, nearly] = [`email:${'5d'.repeat(32)}`, `email:${'5d'.repeat(31)}`];
    await shop.send(...['c-1', nearly, code].map((id) => order({ customer_id: id, occurred_at: daysAgo(3) })));
    await shop.settled();
    expect((await calls.taken(owner.get(PATH))).body).toEqual({ matched_by_id: 2, left_out: 1 });
    expect((await calls.taken(stranger.owner.get(PATH))).body).toEqual({ matched_by_id: 0, left_out: 0 });
  });
});
