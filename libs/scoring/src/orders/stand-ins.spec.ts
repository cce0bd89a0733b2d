import { SeededRandom } from '../arithmetic/seeded-random.js';
import { OrderCounter } from '../watching/order-counts.js';
import { buyingHistoriesOf } from '../fitting/group-histories.js';
import { contactsOfOne } from './contacts.js';
import { CarriedRounding, contactedSpans, countedOutcomes, lastDayWithoutContact, repetition, represented } from './stand-ins.js';
import { NO_ORDERS, type OrderDays } from './order-days.js';
import { SparseRowsBuilder } from './sparse-rows.js';

type Contact = Parameters<typeof contactsOfOne>[0][number];

interface Customer {
  readonly days: number[];
  readonly contacts?: Partial<Contact>[];
}

const CHOICE: Contact = { day: 100, until: 130, standsFor: 0, draw: 0 };

function historyOf(...customers: Customer[]): OrderDays {
  const [orders, contacts] = [new SparseRowsBuilder(NO_ORDERS), new SparseRowsBuilder(contactsOfOne([]))];
  for (const each of customers) {
    const day = Int32Array.from(each.days);
    orders.add({ offsets: Uint32Array.of(0, day.length), day, value: new Float64Array(day.length) });
    contacts.add(contactsOfOne((each.contacts ?? []).map((contact) => ({ ...CHOICE, ...contact }))));
  }
  return { ...orders.build(), contacts: contacts.build() };
}

/** The horizon has the days 81 to 140. */
const HORIZON = { cutoff: 80, horizonDays: 60 };
const ALL = (n: number): Uint32Array => Uint32Array.from({ length: n }, (_, i) => i);

describe('the outcome of a customer that a campaign chose', () => {
  it.each<[string, Customer, number]>([
    ['does not count after a contact', { days: [50], contacts: [{}] }, 0],
    ['does not count when the order came after the contact', { days: [50, 101], contacts: [{}] }, 0],
    ['does not count when the order came on the day of the contact', { days: [50, 100], contacts: [{}] }, 0],
    [
      'counts in a control group on the day of the choice, as those it stands for do not',
      { days: [50, 100], contacts: [{ standsFor: 5 }] },
      5,
    ],
    ['counts once when the order came before the contact', { days: [50, 99], contacts: [{}] }, 1],
    ['counts once when the contact came after the horizon', { days: [50], contacts: [{ day: 141, until: 171 }] }, 1],
    ['does not count while an earlier contact may still bring an order', { days: [50], contacts: [{ day: 60, until: 81 }] }, 0],
    ['counts once when the window of the contact was over', { days: [50], contacts: [{ day: 50, until: 80 }] }, 1],
    ['counts for all customers that it stands for', { days: [50], contacts: [{ standsFor: 5 }] }, 5],
    ['counts once in a control group, when the order came before', { days: [50, 99], contacts: [{ standsFor: 5 }] }, 1],
    ['counts once for a draw that chose it twice', { days: [50], contacts: [{ standsFor: 5 }, { day: 120, until: 150, standsFor: 5 }] }, 5],
    ['counts for the product of two draws', { days: [50], contacts: [{ standsFor: 2 }, { standsFor: 3.5, draw: 1 }] }, 7],
    ['does not count when another campaign contacted', { days: [50], contacts: [{ standsFor: 5 }, { day: 110, draw: 1 }] }, 0],
    ['counts for 20 at most', { days: [50], contacts: [{ standsFor: 15 }, { standsFor: 2, draw: 1 }] }, 20],
  ])('%s', (_, customer, customers) => expect(represented(historyOf(customer), 0, HORIZON)).toBe(customers));

  it('carries fractions over to the next customers, so that all together have their weight', () => {
    const control = { days: [50], contacts: [{ standsFor: 1.25 }] };
    const history = historyOf(...Array.from({ length: 8 }, () => control), { days: [50], contacts: [{}] }, { days: [60] });
    const { places, isRepeat } = countedOutcomes(history, ALL(10), HORIZON);
    expect([...places]).toEqual([0, 1, 2, 3, 3, 4, 5, 6, 7, 7, 9]);
    expect([...isRepeat!]).toEqual([0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0]);
    expect(repetition(isRepeat)).toBeCloseTo(11 / 9, 12);
  });

  it('counts once, each in its place and without repeats, in a shop without campaigns or control groups', () => {
    const history = historyOf({ days: [1] }, { days: [2] }, { days: [90], contacts: [{ day: 120 }] });
    for (const contacts of [undefined, history.contacts]) {
      const { places, isRepeat } = countedOutcomes({ ...history, contacts }, ALL(3), HORIZON);
      expect([[...places], isRepeat, repetition(isRepeat)]).toEqual([[0, 1, 2], undefined, 1]);
    }
  });
});

describe('a rounding that carries fractions', () => {
  it('keeps the sum of any numbers, to less than one', () => {
    const random = new SeededRandom(5);
    const rounding = new CarriedRounding();
    let [exact, whole] = [0, 0];
    for (let i = 0; i < 1000; i++) {
      const each = random.between(0, 20);
      const rounded = rounding.next(each);
      expect(Number.isInteger(rounded)).toBe(true);
      exact += each;
      whole += rounded;
      expect(exact - whole).toBeGreaterThan(-1e-6);
      expect(exact - whole).toBeLessThan(1);
    }
  });
});

describe('the history of a contacted customer', () => {
  it('ends before the first contact for a fit of buying behaviour, and goes on in a control group', () => {
    const history = historyOf(
      { days: [10, 40, 110], contacts: [{}] },
      { days: [10, 40, 110], contacts: [{ standsFor: 5 }] },
      { days: [110], contacts: [{}] },
    );
    const { x, tx, T } = buyingHistoriesOf(history, 200);
    expect([...x]).toEqual([1, 2, Number.NaN]);
    expect([...tx]).toEqual([30, 100, Number.NaN]);
    expect([...T].slice(0, 2)).toEqual([89, 190]);
    expect(lastDayWithoutContact(history, 1)).toBe(Infinity);
  });

  it('has spans in which orders can be answers, joined where they meet', () => {
    const contacts = [{}, { day: 120, until: 150 }, { day: 160, until: 170, standsFor: 3 }, { day: 200, until: 210 }];
    expect(contactedSpans(historyOf({ days: [10], contacts }), 0)).toEqual([
      { first: 100, last: 150 },
      { first: 200, last: 210 },
    ]);
  });

  it('counts neither as waiting nor as back in these spans, so that a campaign hides no fall', () => {
    const counter = new OrderCounter(0, 200);
    counter.add(historyOf({ days: [90, 105, 140], contacts: [{}] }));
    const { waiting, back, firstDay, days } = counter.build();
    const on = (column: Int32Array, day: number): number => {
      let sum = 0;
      for (let at = day - firstDay; at < column.length; at += days) sum += column[at]!;
      return sum;
    };
    expect([95, 99, 100, 115, 130, 131, 140, 150].map((day) => on(waiting, day))).toEqual([1, 1, 0, 0, 0, 1, 1, 1]);
    expect([105, 140].map((day) => on(back, day))).toEqual([0, 1]);
  });
});
