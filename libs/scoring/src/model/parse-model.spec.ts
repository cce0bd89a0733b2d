import { DEFAULT_BANDS } from './label.js';
import { coldStartModel } from './model.js';
import { parseModel } from './parse-model.js';

const MODEL = coldStartModel(90, DEFAULT_BANDS);

describe('a stored model', () => {
  it('comes back as it was', () => {
    expect(parseModel(JSON.parse(JSON.stringify(MODEL)))).toEqual(MODEL);
  });

  it('of an earlier version, which knew neither rhythm nor regular customer, is read without them', () => {
    const { regular: _, rhythm: __, ...rest } = MODEL;
    const fit = { today: 20_000, firstDay: 19_000, customers: 9, orderDays: 20, rows: 0, returns: 0, meanScore: 0.5 };
    const typical = { effects: [0, 0, 0, 0, 0, 0], orderDays: 2, recentOrderDays: 1, tenureDays: 90 };
    const old = parseModel({ ...rest, typical, fit });
    expect(old).toEqual({ ...MODEL, fit: { ...fit, stayedAway: 0, returned: 0 } });
  });

  it.each<[string, unknown, string]>([
    ['no object', 7, 'model must be an object, and is 7'],
    ['an unknown family', { ...MODEL, family: 'x' }, 'model.family must be one of mbg-prior, mbg, mbg+lr, mbg+lr+gbt, and is "x"'],
    ['a missing number', { ...MODEL, mbg: { ...MODEL.mbg, r: undefined } }, 'model.mbg.r must be a number'],
    ['what JSON makes of NaN', { ...MODEL, mbg: { ...MODEL.mbg, alpha: null } }, 'model.mbg.alpha must be a number'],
    ['a negative shape', { ...MODEL, mbg: { ...MODEL.mbg, a: -1 } }, 'and is -1'],
    ['a horizon of no days', { ...MODEL, horizonDays: 0 }, 'model.horizonDays must be a number from 1 to 3650, and is 0'],
  ])('with %s is refused by name', (_what, json, message) => {
    expect(() => parseModel(json)).toThrow(message);
  });
});
