import { shopFormat } from '../../format/shop-format';
import { winOf, worthOf } from './worth';

const format = shopFormat('EUR', 'UTC');
const sums = { customers: 104, revenue_if_ordered: '9812.40', expected_revenue: '3097.60' };

describe('What the customers who are slipping away are worth', () => {
  it.each([
    [sums, 30, 'Winning them can bring up to €6,715 more in the next 30 days.'],
    [
      { customers: 1, revenue_if_ordered: '1367.01', expected_revenue: '735.18' },
      30,
      'Winning this one can bring up to €632 more in the next 30 days.',
    ],
    [{ ...sums, expected_revenue: '12.34' }, 1, 'Winning them can bring up to €9,800 more by tomorrow.'],
  ])('%j within %d days: %s', (slipping, days, sentence) => expect(worthOf(slipping, days, format)).toBe(sentence));

  it('counts only those who are contacted', () => {
    expect(worthOf(sums, 30, format, 0.9)).toBe('Winning them can bring up to €6,043 more in the next 30 days.');
  });

  it('is left out where nobody slips away, and where no amount or no horizon is known', () => {
    expect(worthOf({ ...sums, customers: 0 }, 30, format)).toBeNull();
    expect(worthOf({ ...sums, revenue_if_ordered: '0.00' }, 30, format)).toBeNull();
    expect(worthOf(sums, null, format)).toBeNull();
  });

  it('is a dash for a customer whose amounts are too small to tell', () => {
    expect(winOf({ revenue_if_ordered: null, expected_revenue: '0.02' }, format)).toBe('–');
    expect(winOf({ revenue_if_ordered: '42.50', expected_revenue: '12.25' }, format)).toBe('up to €30.25');
  });
});
