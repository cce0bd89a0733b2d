import fc from 'fast-check';
import { LIMITS } from './limits.js';
import { MOST_TRAIT_CHANGES, thinnedHistory, TRAIT_HISTORY_DAYS, type TraitHistory, traitNameProblem, traitValueProblem, withTraitValue } from './traits.js'; // prettier-ignore

const NOTHING: TraitHistory = { days: [], values: [] };
const TODAY = 20_000;

/** The value on a day. */
function valueOn({ days, values }: TraitHistory, day: number): number | null {
  const place = days.findLastIndex((each) => each <= day);
  return place === -1 ? null : (values[place] ?? null);
}

/** Writes a value on each of the days, one day after another. */
const written = (changes: readonly (readonly [day: number, value: number | null])[]): TraitHistory =>
  changes.reduce((history, [day, value]) => withTraitValue(history, day, value) ?? history, NOTHING);

describe('the name of a trait', () => {
  it.each(['loyalty_points', 'x', 'nps2', 'email_opens', 'phone_orders', 'brand_id', 'rating_number', 'a'.repeat(40)])(
    'may be %s',
    (name) => {
      expect(traitNameProblem(name)).toBeNull();
    },
  );

  it.each(['', 'Points', '1st', 'a-b', 'a.b', '_a', '__proto__', 'constructor', 'prototype', 'é', 'a b', 'a'.repeat(41)])(
    'cannot be %s',
    (name) => {
      expect(traitNameProblem(name)).toMatchObject({
        code: 'invalid_name',
        message: expect.stringContaining('1 to 40 lower-case letters'),
      });
    },
  );

  it.each([
    'email',
    'customer_email',
    'email_hash',
    'phone',
    'phone_number',
    'first_name',
    'birthday',
    'birth_date',
    'date_of_birth',
    'zip_code',
    'ip_address',
    'lat',
  ])(
    // prettier-ignore
    'cannot be %s, which looks like personal data',
    (name) => {
      expect(traitNameProblem(name)).toMatchObject({ code: 'personal_data', message: expect.stringContaining(`"${name}" looks like personal data`) }); // prettier-ignore
    },
  );
});

describe('the value of a trait', () => {
  it.each([0, -1.5, 1e12, -1e12, null])('may be %s', (value) => expect(traitValueProblem('x', value)).toBeNull());

  it.each([1.1e12, -1.1e12, Infinity, Number.NaN])('cannot be %s', (value) => {
    expect(traitValueProblem('x', value)).toMatchObject({
      code: 'out_of_range',
      message: expect.stringContaining(`${LIMITS.traits.value.max}`),
    });
  });

  it('is named by what refuses it', () => {
    const sentence = (value: string) =>
      `the trait x is ${value}: it must be a number from -1000000000000 to 1000000000000, or null to remove it`;
    expect(['gold', 2e12, ['y'.repeat(500)]].map((value) => traitValueProblem('x', value)?.message)).toEqual([
      sentence('"gold"'),
      sentence('2000000000000'),
      sentence(`["${'y'.repeat(LIMITS.traits.nameLength - 2)}`),
    ]);
  });

  it.each(['1', true, {}, [1], undefined])('must be a number or null, and not %s', (value) => {
    expect(traitValueProblem('x', value)).toMatchObject({ code: 'invalid_type' });
  });
});

describe('the past of a trait', () => {
  it('has a value from the day on which it was set, and none from the day on which it was removed', () => {
    const history = written([[TODAY - 5, 1], [TODAY - 3, 2], [TODAY, null]]); // prettier-ignore
    expect([6, 5, 4, 3, 1, 0].map((ago) => valueOn(history, TODAY - ago))).toEqual([null, 1, 1, 2, 2, null]);
  });

  it('does not change when the value is the same, or an absent one is removed', () => {
    expect(withTraitValue(NOTHING, TODAY, null)).toBeNull();
    expect(withTraitValue(written([[TODAY - 9, 4]]), TODAY, 4)).toBeNull();
  });

  it('continues the history of the customer when an alias has the latest value', () => {
    const [own, alias] = [written([[TODAY - 9, 7]]), written([[TODAY - 3, 5]])]; // prettier-ignore
    expect(withTraitValue(own, TODAY, 5, [alias])).toBeNull();
    expect(withTraitValue(own, TODAY, 7, [alias])).toEqual({ days: [TODAY - 9, TODAY], values: [7, 7] });
    expect(withTraitValue(NOTHING, TODAY, null, [alias])).toEqual({ days: [TODAY], values: [null] });
    expect(withTraitValue(alias, TODAY, 7, [own])).toEqual({ days: [TODAY - 3, TODAY], values: [5, 7] });
  });

  it('takes the value of the customer itself when an alias got one on the same day', () => {
    const [own, alias] = [written([[TODAY, 7]]), written([[TODAY, 5]])]; // prettier-ignore
    expect(withTraitValue(own, TODAY, 7, [alias])).toBeNull();
    expect(withTraitValue(own, TODAY, 5, [alias])).toEqual({ days: [TODAY], values: [5] });
  });

  it('has the last value of a day, and no value before the last day when a clock is behind', () => {
    expect(written([[TODAY, 1], [TODAY, 2]])).toEqual({ days: [TODAY], values: [2] }); // prettier-ignore
    expect(written([[TODAY, 1], [TODAY - 1, 3]])).toEqual({ days: [TODAY], values: [3] }); // prettier-ignore
  });

  it('takes a bounded number of changes, however often the value changes', () => {
    const daily = Array.from({ length: 1500 }, (_, i) => [TODAY - 1499 + i, i] as const);
    const history = written(daily);
    expect(history.days.length).toBeLessThanOrEqual(MOST_TRAIT_CHANGES);
    expect(history.days.length).toBeGreaterThan(90);
    // The last weeks to the day, older values within a week.
    for (let ago = 0; ago < 28; ago++) expect(valueOn(history, TODAY - ago)).toBe(1499 - ago);
    for (let ago = 28; ago < TRAIT_HISTORY_DAYS - 7; ago++) {
      const late = 1499 - ago - valueOn(history, TODAY - ago)!;
      expect(late).toBeGreaterThanOrEqual(0);
      expect(late).toBeLessThan(7);
    }
  });

  const changes = fc
    .uniqueArray(fc.tuple(fc.integer({ min: TODAY - 700, max: TODAY }), fc.option(fc.integer({ min: 0, max: 5 }))), { selector: ([day]) => day, maxLength: 60 })
    .map((each) => each.toSorted(([one], [other]) => one - other)); // prettier-ignore

  it('tells nothing of what came after a day', () => {
    fc.assert(
      fc.property(changes, fc.integer({ min: 0, max: TRAIT_HISTORY_DAYS - 1 }), (all, ago) => {
        const day = TODAY - ago;
        const known = all.filter(([each]) => each <= day);
        expect(valueOn(thinnedHistory(written(all), TODAY), day)).toBe(valueOn(thinnedHistory(written(known), TODAY), day));
      }),
    );
  });

  it('is the same whether it is thinned once or again and again', () => {
    fc.assert(
      fc.property(changes, (all) => {
        const whole = { days: all.map(([day]) => day), values: all.map(([, value]) => value) };
        const [once, often] = [thinnedHistory(whole, TODAY), thinnedHistory(written(all), TODAY)];
        for (let ago = 0; ago <= TRAIT_HISTORY_DAYS; ago++) expect(valueOn(often, TODAY - ago)).toBe(valueOn(once, TODAY - ago));
      }),
      // The bound of the history falls into the week of a change.
      {
        examples: [
          [
            [
              [19300, 0],
              [19457, null],
              [19491, 0],
            ],
          ],
        ],
      },
    );
  });
});
