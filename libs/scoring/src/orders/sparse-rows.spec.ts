import { activityOfOne, type Activity, type ActivityRow, NO_ACTIVITY } from './activity.js';
import { chosenRows, customerView, endOnDay, endsOnDay, SparseRowsBuilder } from './sparse-rows.js';
import { traitsOfOne } from './traits.js';

/** One event of type 2 on each of the days. */
const onDays = (...days: number[]): Activity => activityOfOne(days.map((day): ActivityRow => ({ day, signal: 2, count: day })));

function together(...customers: Activity[]): Activity {
  const builder = new SparseRowsBuilder(NO_ACTIVITY);
  for (const each of customers) builder.add(each);
  return builder.build();
}

const SHOP = together(onDays(10, 20, 30), onDays(), onDays(25, 40));

describe('sparse rows', () => {
  it('hold the columns of one customer after those of another', () => {
    expect(SHOP).toEqual({
      offsets: Uint32Array.of(0, 3, 3, 5),
      day: Int32Array.of(10, 20, 30, 25, 40),
      signal: Uint8Array.of(2, 2, 2, 2, 2),
      count: Uint16Array.of(10, 20, 30, 25, 40),
    });
  });

  it('grow with any number of customers and rows, of one customer or of many at a time', () => {
    const many = Array.from({ length: 3000 }, (_, i) => onDays(...Array.from({ length: i % 4 }, (__, k) => i + k)));
    const builder = new SparseRowsBuilder(NO_ACTIVITY);
    for (const part of [many.slice(0, 10), many.slice(10)]) builder.add(together(...part));
    expect(builder.size).toBe(4500);
    const built = builder.build();
    expect(built).toEqual(together(...many));
    for (const i of [0, 3, 1027, 2999]) expect(customerView(built, i)).toEqual(many[i]);
  });

  it('are built without the rows of the template, which stays as it was', () => {
    const template = traitsOfOne(['age'], [{ day: 1, trait: 0, value: 7 }]);
    const builder = new SparseRowsBuilder(template);
    builder.add(traitsOfOne(['age'], [{ day: 2, trait: 0, value: 8 }]));
    expect(builder.build()).toEqual(traitsOfOne(['age'], [{ day: 2, trait: 0, value: 8 }]));
    expect(template.day).toEqual(Int32Array.of(1));
  });

  it('keep what is no column when customers are chosen', () => {
    const traits = traitsOfOne(['age'], [{ day: 1, trait: 0, value: Number.NaN }]);
    expect(chosenRows(traits, Uint32Array.of(0))).toEqual(traits);
    expect(customerView(traits, 0)).toEqual(traits);
  });

  it('can be copied for some customers in any order, also for the same one twice', () => {
    expect(chosenRows(SHOP, Uint32Array.of(2, 1, 0))).toEqual(together(onDays(25, 40), onDays(), onDays(10, 20, 30)));
    expect(chosenRows(SHOP, Uint32Array.of(0, 2, 0))).toEqual(together(onDays(10, 20, 30), onDays(25, 40), onDays(10, 20, 30)));
    expect(chosenRows(SHOP, new Uint32Array())).toEqual(together());
  });

  it('can be copied up to and including a day', () => {
    expect(chosenRows(SHOP, Uint32Array.of(2, 0), endsOnDay(SHOP, 25))).toEqual(together(onDays(25), onDays(10, 20)));
    expect(chosenRows(SHOP, Uint32Array.of(2, 0), endsOnDay(SHOP, 9))).toEqual(together(onDays(), onDays()));
  });

  it('share memory with the view of one customer', () => {
    expect(customerView(SHOP, 2)).toEqual(onDays(25, 40));
    expect(customerView(SHOP, 1)).toEqual(onDays());
    expect(customerView(SHOP, 2).day.buffer).toBe(SHOP.day.buffer);
  });
});

describe('the end of the rows on a day', () => {
  it('comes after the rows of that day and before those of the next', () => {
    expect([9, 10, 19, 20, 29, 30, 31].map((day) => endOnDay(SHOP, 0, day))).toEqual([0, 1, 1, 2, 2, 3, 3]);
    expect([24, 25, 39, 40].map((day) => endOnDay(SHOP, 2, day))).toEqual([3, 4, 4, 5]);
  });

  it('comes after all rows of the day where there are several', () => {
    const rows = activityOfOne([3, 1, 2].map((signal): ActivityRow => ({ day: 5, signal, count: 1 })));
    expect([4, 5].map((day) => endOnDay(rows, 0, day))).toEqual([0, 3]);
  });

  it('is the start for a customer without rows', () => {
    expect(endOnDay(SHOP, 1, 100)).toBe(3);
    expect(endsOnDay(SHOP, 25)).toEqual(Uint32Array.of(2, 3, 4));
    expect(endsOnDay(together(), 25)).toEqual(new Uint32Array());
  });
});

describe('the rows of one customer', () => {
  it('are sorted by day and type of event, with counts of at most 65,535', () => {
    const rows = [
      { day: 8, signal: 1, count: 70_000 },
      { day: 7, signal: 4, count: 2 },
      { day: 7, signal: 3, count: 1 },
    ];
    expect(activityOfOne(rows)).toEqual({
      offsets: Uint32Array.of(0, 3),
      day: Int32Array.of(7, 7, 8),
      signal: Uint8Array.of(3, 4, 1),
      count: Uint16Array.of(1, 2, 65_535),
    });
  });
});
