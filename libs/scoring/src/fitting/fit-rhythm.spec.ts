import { orderDays } from '../../test-data/order-days.js';
import type { OrderDays } from '../orders/order-days.js';
import { fitRhythm } from './fit-rhythm.js';

const DAYS_OF_ONE = 1000;

/** Returns a shop with one customer per gap, who orders every `gap` days. */
const shopOf = (gaps: readonly number[]): OrderDays =>
  orderDays(
    gaps.map((gap) => Array.from({ length: DAYS_OF_ONE }, (_, k) => k * gap)),
    gaps.map(() => Array.from({ length: DAYS_OF_ONE }, () => 1)),
  );

describe('the rhythm of a shop', () => {
  it('is read from at most 200,000 order days', () => {
    const usual = Array.from({ length: 199 }, () => 7);
    const { gaps, typicalGapDays } = fitRhythm(shopOf([...usual, ...Array.from({ length: 60 }, () => 1)]));
    expect(gaps).toBeLessThanOrEqual(200_000);
    expect(gaps).toBeGreaterThan(190_000);
    expect(typicalGapDays).toBe(7);
  });
});
