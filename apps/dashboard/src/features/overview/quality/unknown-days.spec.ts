import { areLastDaysUnknown } from './unknown-days';

const unknown = { last_order_at: null };

describe('The list of customers to contact', () => {
  it('says that it knows no days where no listed customer has a day of the last order', () => {
    expect(areLastDaysUnknown([unknown, unknown])).toBe(true);
    expect(areLastDaysUnknown([unknown, { last_order_at: '2026-11-01T09:00:00.000Z' }])).toBe(false);
    expect(areLastDaysUnknown([])).toBe(false);
  });
});
