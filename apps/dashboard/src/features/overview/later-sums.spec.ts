import { shopFormat } from '../../format/shop-format';
import { laterOf } from './later-sums';

const format = shopFormat('EUR', 'UTC');
const sum = (days: number, p10: string | null, p90: string | null) => ({
  days,
  expected: '392000.00',
  p10,
  p90,
  replays: p10 === null ? 2 : 22,
  independent_replays: 5.4,
  at_risk: null,
});

describe('The revenue that is expected later', () => {
  it('is a range', () =>
    expect(laterOf([sum(90, '120100.00', '140300.00'), sum(365, '350000.00', '430000.00')], format)).toEqual([
      '€120.1K to €140.3K in 90 days',
      '€350.0K to €430.0K in a year',
    ]));

  it('is left out where the past of the shop gives no range', () =>
    expect(laterOf([sum(90, '120100.00', '140300.00'), sum(365, null, null)], format)).toEqual(['€120.1K to €140.3K in 90 days']));
});
