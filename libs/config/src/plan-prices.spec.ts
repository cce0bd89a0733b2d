import { readPlanPrices } from './plan-prices.js';

describe('the prices of the plans', () => {
  it('are read with two decimals, for the plans that have one', () => {
    expect(readPlanPrices('')).toEqual({});
    expect(readPlanPrices('starter=0 EUR, pro=99.5 EUR,enterprise=1200 USD')).toEqual({
      starter: { amount: '0.00', currency: 'EUR' },
      pro: { amount: '99.50', currency: 'EUR' },
      enterprise: { amount: '1200.00', currency: 'USD' },
    });
  });

  it.each(['pro', 'pro=', 'pro=99', 'pro=99 eur', 'pro=-1 EUR', 'pro=99.999 EUR', 'gold=1 EUR', 'pro=1 EUR,pro=2 EUR', 'pro=1 EUR,'])(
    'are refused as %j',
    (text) => {
      expect(readPlanPrices(text)).toBeNull();
    },
  );
});
