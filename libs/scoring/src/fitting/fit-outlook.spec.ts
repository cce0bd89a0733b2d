import { simulatedShop } from '../../test-data/simulated-shop.js';
import { DEFAULT_BANDS } from '../model/label.js';
import { scoreHistory } from '../model/score-history.js';
import { fitModel } from './fit-model.js';
import { fitOutlook } from './fit-outlook.js';

const TODAY = 20_000;
const SHOP = simulatedShop(1500, TODAY);
const model = (horizonDays: number): ReturnType<typeof fitModel> =>
  fitModel(SHOP, { today: TODAY, horizonDays, bands: DEFAULT_BANDS, seed: 7, upTo: 'mbg' });

describe('the outlook of a shop', () => {
  it('brings more in more days, but less than in proportion, because customers leave', () => {
    const { days90, days365 } = model(30).outlook!;
    expect(days90).toBeGreaterThan(1.5);
    expect(days90).toBeLessThan(3);
    expect(days365).toBeGreaterThan(days90);
    expect(days365).toBeLessThan(365 / 30);
  });

  it('is exactly the horizon where both are as long', () => {
    expect(model(90).outlook!.days90).toBeCloseTo(1, 9);
    expect(model(365).outlook!.days365).toBeCloseTo(1, 9);
  });

  it('is unknown without amounts', () => {
    const unvalued = { ...SHOP, value: SHOP.value.map(() => Number.NaN) };
    expect(fitOutlook(unvalued, scoreHistory(unvalued, model(30), TODAY), model(30), TODAY)).toBeNull();
  });
});
