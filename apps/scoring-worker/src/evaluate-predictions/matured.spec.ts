import { MaturedColumns } from './matured.js';

const judge = (day: number, orderDays: number[], horizonDays = 30): { happened: number[]; recencyDays: number[] } => {
  const matured = new MaturedColumns(horizonDays);
  matured.add({ day, score: 0.5 }, Int32Array.from(orderDays));
  const { happened, recencyDays } = matured.build();
  return { happened: [...happened], recencyDays: [...recencyDays] };
};

describe('a prediction whose horizon has passed', () => {
  it.each<[string, number[], number]>([
    ['came true when the customer did not order', [80, 90], 1],
    ['did not when the customer ordered on the day after', [90, 101], 0],
    ['did not when the customer ordered on the last day', [90, 130], 0],
    ['came true when the customer ordered a day too late', [90, 131], 1],
    ['says nothing of orders on the day that it was made', [90, 100], 1],
  ])('%s', (_, orderDays, happened) => {
    expect(judge(100, orderDays).happened).toEqual([happened]);
  });

  it('knows how long ago the last order was on its day', () => {
    expect(judge(100, [80, 90, 110]).recencyDays).toEqual([10]);
    expect(judge(100, [100]).recencyDays).toEqual([0]);
  });

  it('is passed over when the order that it came from has been cancelled since', () => {
    expect(judge(100, [110])).toEqual({ happened: [], recencyDays: [] });
    expect(judge(100, [])).toEqual({ happened: [], recencyDays: [] });
  });
});
