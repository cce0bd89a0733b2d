import { powerWords } from './power-words';

const group = (n: number) => ({ n, returned: 0, rate: null, revenue: '0.00', matured: n, contaminated: 0 });
const groups = { treated: group(241), holdout: group(43) };
const power = { effect: 0.05, customers_needed: 4800, detectable_effect: 0.184 };

describe('powerWords', () => {
  it('names further customers only where the shop has them', () => {
    expect(powerWords({ ...groups, power }, 20_000)).toContain('about 4,800 more customers are needed');
    expect(powerWords({ ...groups, power }, null)).toContain('about 4,800 more customers are needed');
  });

  it('says what a smaller shop can see instead, and how many such campaigns show the rest together', () => {
    const words = powerWords({ ...groups, power }, 1472);
    expect(words).not.toContain('4,800');
    expect(words).toContain('Your shop has 1,472 customers, so this campaign alone cannot show an effect of 5 in 100.');
    expect(words).toContain('It shows one of 18.4 in 100 or more.');
    expect(words).toContain('about 18 of this size show 5 in 100');
  });
});
