import { shopFormat } from '../../format/shop-format';
import { countToContact, winOf, worthOf } from './worth';

const format = shopFormat('EUR', 'UTC');
const sums = { customers: 104, toWin: 6714.8 };

describe('What the customers who are slipping away are worth', () => {
  it.each([
    [sums, 30, 'Contacts that work well can bring up to €6,715 more in the next 30 days.'],
    [{ customers: 1, toWin: 631.83 }, 30, 'A contact that works well can bring up to €632 more in the next 30 days.'],
    [sums, 1, 'Contacts that work well can bring up to €6,715 more by tomorrow.'],
  ])('%j within %d days: %s', (slipping, days, sentence) => expect(worthOf(slipping, days, format)).toBe(sentence));

  it('is left out where no customer slips away, and where no amount or no horizon is known', () => {
    expect(worthOf({ ...sums, customers: 0 }, 30, format)).toBeNull();
    expect(worthOf({ ...sums, toWin: 0 }, 30, format)).toBeNull();
    expect(worthOf(sums, null, format)).toBeNull();
  });

  it('are as many as the states have', () => {
    const late = {
      second_order_due: { customers: 3, revenue_at_risk: '12.10', expected_revenue: '20.00', revenue_if_ordered: '70.00' },
      slipping: { customers: 2, revenue_at_risk: '30.05', expected_revenue: '50.00', revenue_if_ordered: '90.00' },
      active: { customers: 9, revenue_at_risk: '5.00' },
    };
    expect(countToContact(late, ['second_order_due', 'slipping'])).toBe(5);
    expect(countToContact(late, ['slipping'])).toBe(2);
  });

  it('is a dash for a customer without a known amount', () => {
    expect(winOf({ revenue_at_risk: null }, format)).toBe('–');
    expect(winOf({ revenue_at_risk: '0.00' }, format)).toBe('–');
    expect(winOf({ revenue_at_risk: '30.25', last_order_at: null }, format)).toBe('–');
    expect(winOf({ revenue_at_risk: '30.25', last_order_at: '2026-11-01T09:00:00.000Z' }, format)).toBe('up to €30.25');
    expect(winOf({ revenue_at_risk: '30.25' }, format)).toBe('up to €30.25');
  });
});
