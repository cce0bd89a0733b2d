import { shopFormat } from '../../format/shop-format';
import { sumsOf, winOf, worthOf } from './worth';

const format = shopFormat('EUR', 'UTC');
const sums = { customers: 104, toWin: 6714.8 };

describe('What the customers who are slipping away are worth', () => {
  it.each([
    [sums, 30, 'Contacts that work well can bring up to €6,715 more in the next 30 days.'],
    [{ customers: 1, toWin: 631.83 }, 30, 'A contact that works well can bring up to €632 more in the next 30 days.'],
    [sums, 1, 'Contacts that work well can bring up to €6,715 more by tomorrow.'],
  ])('%j within %d days: %s', (slipping, days, sentence) => expect(worthOf(slipping, days, format)).toBe(sentence));

  it('counts only those who are contacted', () => {
    expect(worthOf(sums, 30, format, 0.9)).toBe('Contacts that work well can bring up to €6,043 more in the next 30 days.');
  });

  it('is left out where no customer slips away, and where no amount or no horizon is known', () => {
    expect(worthOf({ ...sums, customers: 0 }, 30, format)).toBeNull();
    expect(worthOf({ ...sums, toWin: 0 }, 30, format)).toBeNull();
    expect(worthOf(sums, null, format)).toBeNull();
  });

  it('adds up the revenue at risk of the states, by which the list is sorted', () => {
    const late = {
      second_order_due: { customers: 3, revenue_at_risk: '12.10', expected_revenue: '20.00', revenue_if_ordered: '70.00' },
      slipping: { customers: 2, revenue_at_risk: '30.05', expected_revenue: '50.00', revenue_if_ordered: '90.00' },
      active: { customers: 9, revenue_at_risk: '5.00' },
    };
    expect(sumsOf(late, ['second_order_due', 'slipping'])).toEqual({ customers: 5, toWin: 42.15 });
    expect(sumsOf(late, ['slipping'])).toEqual({ customers: 2, toWin: 30.05 });
  });

  it('is a dash for a customer without a known amount', () => {
    expect(winOf({ revenue_at_risk: null }, format)).toBe('–');
    expect(winOf({ revenue_at_risk: '0.00' }, format)).toBe('–');
    expect(winOf({ revenue_at_risk: '30.25' }, format)).toBe('up to €30.25');
  });
});
