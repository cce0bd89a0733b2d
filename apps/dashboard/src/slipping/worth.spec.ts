import { shopFormat } from '../format/shop-format';
import { ifOrderedOf, worthOf } from './worth';

const format = shopFormat('EUR', 'UTC');
const sums = { customers: 104, revenue_if_ordered: '9812.40', expected_revenue: '3097.60' };

describe('What the customers who are slipping away are worth', () => {
  it.each([
    [sums, 30, 'About €9,812 if all of them order in the next 30 days; as things stand we expect €3,098 of it.'],
    [
      { customers: 1, revenue_if_ordered: '1367.01', expected_revenue: '735.18' },
      30,
      'About €1,367 if they order in the next 30 days; as things stand we expect €735 of it.',
    ],
    [{ ...sums, expected_revenue: '12.34' }, 1, 'About €9,812 if all of them order by tomorrow; as things stand we expect €12.34 of it.'],
  ])('%j within %d days: %s', (slipping, days, sentence) => expect(worthOf(slipping, days, format)).toBe(sentence));

  it('is left out where nobody slips away, and where no amount or no horizon is known', () => {
    expect(worthOf({ ...sums, customers: 0 }, 30, format)).toBeNull();
    expect(worthOf({ ...sums, revenue_if_ordered: '0.00' }, 30, format)).toBeNull();
    expect(worthOf(sums, null, format)).toBeNull();
  });

  it('is a dash for a customer whose amounts are too small to tell', () => {
    expect(ifOrderedOf({ revenue_if_ordered: null }, format)).toBe('–');
    expect(ifOrderedOf({ revenue_if_ordered: '42.50' }, format)).toBe('€42.50');
  });
});
