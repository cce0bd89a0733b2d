import { confidenceOf, confidenceText } from './confidence.js';

const FIT = {
  today: 20_000,
  firstDay: 19_000,
  customers: 500,
  orderDays: 900,
  rows: 0,
  returns: 0,
  stayedAway: 50,
  returned: 50,
  meanScore: 0.5,
};
const customer = (ordersTotal: number, tx: number, orderDays = ordersTotal) => ({ ordersTotal, orderDays, tx }); // prettier-ignore

describe('the confidence of a score', () => {
  it('rises with the order days of the customer', () => {
    expect([1, 2, 3, 4].map((orderDays) => confidenceOf({ orderDays }, FIT))).toEqual(['low', 'medium', 'medium', 'high']);
    expect([1, 2, 4].map((orderDays) => confidenceOf({ orderDays }, null))).toEqual(['low', 'medium', 'medium']);
  });

  it('is never high where the history of the shop is too short to test the score', () => {
    expect(confidenceOf({ orderDays: 40 }, { ...FIT, returned: 49 })).toBe('medium');
    expect(confidenceOf({ orderDays: 40 }, { ...FIT, stayedAway: 49 })).toBe('medium');
    expect(confidenceOf({ orderDays: 40 }, { ...FIT, customers: 4 })).toBe('low');
  });

  it('says its reason in words', () => {
    expect(confidenceText(customer(14, 240), FIT)).toBe('High confidence: 14 orders over 8 months.');
    expect(confidenceText(customer(2, 1), FIT)).toBe('Medium confidence: 2 orders over 1 day.');
    expect(confidenceText(customer(1, 0), FIT)).toBe('Low confidence: one order.');
    expect(confidenceText(customer(3, 0, 1), FIT)).toBe('Low confidence: 3 orders on one day.');
    expect(confidenceText(customer(14, 240), { ...FIT, returned: 3 })).toBe(
      'Medium confidence: 14 orders over 8 months, and too little history of your shop to test the score.',
    );
    expect(confidenceText(customer(2, 20), null)).toBe('Medium confidence: 2 orders over 20 days, and no model of your own yet.');
  });
});
