import { MaturedColumns } from './matured.js';

const outcomeOf = (day: number, orderDays: number[], horizonDays = 30): { happened: number[]; recencyDays: number[] } => {
  const matured = new MaturedColumns(horizonDays);
  matured.add({ day, score: 0.5 }, Int32Array.from(orderDays));
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
});
