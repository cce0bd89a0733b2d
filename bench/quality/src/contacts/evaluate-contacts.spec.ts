import { describeWithLogs, orderLogPath } from '../../../../libs/scoring/test-data/order-logs.js';
import { evaluateContacts } from './evaluate-contacts.js';
import { qiniOf } from './qini.js';
import { readMailTest } from './read-mail-test.js';
import { type Planted, simulateContacts } from './simulated-contacts.js';

const simulated = (planted: Planted, size = 20_000, shops = 20) => simulateContacts(planted, { shops, size, seed: 11 });

describe('the value of a contact in simulated shops', () => {
  it('finds an effect on those who bought a category, and reports this category only as helped', () => {
    const result = simulated('category');
    expect(result.found).toBeGreaterThan(0.95);
    expect(result.coffeeHelped).toBe(1);
    expect(result.wrong).toBeLessThanOrEqual(0.1);
    expect(result.covered).toBeGreaterThan(0.93);
  });

  it('finds an effect on late customers with groups that do not matter', () => {
    const result = simulated('lateness');
    expect(result.found).toBeGreaterThan(0.65);
    expect(result.covered).toBeGreaterThan(0.93);
  });

  it('reports no group and few customers as worth a contact when contacts change nothing', () => {
    // In one shop of ten, chance makes the mean effect look better than none.
    const result = simulated('none', 6000, 60);
    expect(result).toMatchObject({ found: null });
    expect(result.wrong).toBeLessThanOrEqual(0.05);
    expect(result.worth).toBeLessThan(0.12);
  });

  it('reports a category that contacts harm, and spends nothing on it', () => {
    const result = simulated('harmful');
    expect(result).toMatchObject({ coffeeHelped: 0, coffeeHarmed: 1 });
    expect(result.found).toBeGreaterThan(0.75);
    // Those who did not buy Coffee.
    expect(result.worth).toBeLessThan(0.62);
  });
});

describe('the Qini coefficient', () => {
  const customers = Array.from({ length: 2000 }, (_, i) => ({ isContacted: i % 2 === 0, wins: i % 4 < 2 }));
  const of = (rank: (wins: boolean) => number): number =>
    qiniOf(customers.map(({ isContacted, wins }) => ({ isContacted, outcome: Number(isContacted && wins), rank: rank(wins) })));

  it('is a quarter when the better half comes first, and minus a quarter when it comes last', () => {
    expect(of((wins) => Number(wins))).toBeCloseTo(0.25, 2);
    expect(of((wins) => -Number(wins))).toBeCloseTo(-0.25, 2);
    expect(of(() => 0)).toBeCloseTo(0, 2);
  });
});

describeWithLogs('the value of a contact in the e-mail test of Hillstrom', () => {
  it('finds the customers that the mail about women’s clothes brings back, where neither score nor money does', async () => {
    const { results, falseGroups } = evaluateContacts(await readMailTest(orderLogPath('hillstrom.csv.gz')), {
      seed: 2,
      splits: 2,
      falseRuns: 20,
      shops: 1,
      contactedShops: 0,
    });
    const { rankings } = results.find(({ mail, outcome }) => mail === 'womens' && outcome === 'visit')!;
    expect(rankings['contact value'].mean).toBeGreaterThan(0.13);
    expect(rankings['churn score'].mean).toBeLessThan(0.08);
    expect(rankings.money.mean).toBeLessThan(0.08);
    expect(falseGroups.helped).toBeLessThanOrEqual(2);
  }, 60_000);
});
