import { simulateContactedShops } from './contacted-shops.js';

const LONG_MS = 600_000;

it(
  'the score of customers without a contact has no bias from contacts of others',
  () => {
    const result = simulateContactedShops({ customers: 4000, contacted: 0.8, uplift: 0.05 }, { shops: 6, seed: 7 });
    expect(Math.abs(result.bias)).toBeLessThan(0.5);
    // A fit that ignores contacts counts the orders that they brought.
    expect(result.biasUnaware).toBeLessThan(-1);
    expect(result.loss).toBeLessThan(result.lossUnaware);
  },
  LONG_MS,
);
