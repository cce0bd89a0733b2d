import { contactsOfOne, NO_ORDERS, type OrderDays } from '#libs/scoring';
import { MaturedColumns } from './matured.js';

const historyOn = (...days: number[]): OrderDays => ({
  ...NO_ORDERS,
  offsets: Uint32Array.of(0, days.length),
  day: Int32Array.from(days),
  value: new Float64Array(days.length),
});

const outcomeOf = (day: number, orderDays: number[], horizonDays = 30): { happened: number[]; recencyDays: number[] } => {
  const matured = new MaturedColumns(horizonDays);
  matured.add({ day, score: 0.5 }, historyOn(...orderDays));
  const { happened, recencyDays } = matured.build();
  return { happened: [...happened], recencyDays: [...recencyDays] };
};

describe('a prediction whose horizon has passed', () => {
  it.each<[string, number[], number]>([
    ['comes true when the customer does not order', [80, 90], 1],
    ['does not come true when the customer orders on the next day', [90, 101], 0],
    ['does not come true when the customer orders on the last day', [90, 130], 0],
    ['comes true when the customer orders one day too late', [90, 131], 1],
    ['ignores orders on the day of the prediction', [90, 100], 1],
  ])('%s', (_, orderDays, happened) => {
    expect(outcomeOf(100, orderDays).happened).toEqual([happened]);
  });

  it('knows the days between the last order and the prediction', () => {
    expect(outcomeOf(100, [80, 90, 110]).recencyDays).toEqual([10]);
    expect(outcomeOf(100, [100]).recencyDays).toEqual([0]);
  });

  it('is skipped when the order behind it has been cancelled since', () => {
    expect(outcomeOf(100, [110])).toEqual({ happened: [], recencyDays: [] });
    expect(outcomeOf(100, [])).toEqual({ happened: [], recencyDays: [] });
  });

  it('is left out when a contact may have brought the order, and the control group counts for it, without being more evidence', () => {
    const matured = new MaturedColumns(30);
    const chosen = (standsFor: number) => ({ contacts: contactsOfOne([{ day: 110, until: 140, standsFor, draw: 0 }]) });
    matured.add({ day: 100, score: 0.5 }, { ...historyOn(90, 115), ...chosen(0) });
    expect(matured.build().happened).toHaveLength(0);
    matured.add({ day: 100, score: 0.5 }, { ...historyOn(90, 105), ...chosen(0) });
    for (let i = 0; i < 2; i++) matured.add({ day: 100, score: 0.7 }, { ...historyOn(80), ...chosen(2.5) });
    const { happened, isRepeat } = matured.build();
    expect([[...happened], [...isRepeat!]]).toEqual([
      [0, 1, 1, 1, 1, 1],
      [0, 0, 1, 0, 1, 1],
    ]);
  });
});
