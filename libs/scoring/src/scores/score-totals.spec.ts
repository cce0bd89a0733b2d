import * as fc from 'fast-check';
import { isNoChange, type Standing, totalsChange } from './score-totals.js';

const standing = (
  label: Standing['label'],
  score: string,
  revenueAtRisk: string,
  lifecycle: Standing['lifecycle'] = 'active',
  lateSinceDay: number | null = lifecycle === 'slipping' || lifecycle === 'lost' ? 20_000 : null,
): Standing => ({
  label,
  score,
  lifecycle,
  lateSinceDay,
  expectedRevenue: `1${revenueAtRisk}`,
  revenueAtRisk,
});

const NO_MONEY = { atRisk: '0.00', expected: '0.00', ifOrdered: '0.00' };
const NOBODY_TO_CONTACT = { second_order_due: NO_MONEY, slipping: NO_MONEY };
const NOBODY_LATE = { contact: NOBODY_TO_CONTACT, lateActive: 0, lateActiveSum: '0.00' };
const NOTHING = {
  customers: { low: 0, medium: 0, high: 0, critical: 0 },
  lifecycles: { new: 0, second_order_due: 0, active: 0, slipping: 0, lost: 0 },
  scoreSum: '0.0000',
  revenueSum: '0.00',
  expectedSum: '0.00',
  ...NOBODY_LATE,
};

const anyStanding = fc.option(
  fc
    .tuple(fc.constantFrom('low', 'medium', 'high', 'critical'), fc.integer({ min: 1, max: 9999 }), fc.bigInt({ min: 0n, max: 999_999_999_999_900n }))
    .map(([label, units, cents]) => {
      const digits = cents.toString().padStart(3, '0');
      return standing(label, (units / 10_000).toFixed(4), `${digits.slice(0, -2)}.${digits.slice(-2)}`);
    }),
); // prettier-ignore

describe('the totals of a shop', () => {
  it('rise by a customer with a first score', () => {
    expect(totalsChange([null], [standing('high', '0.7123', '45.60')])).toEqual({
      customers: { low: 0, medium: 0, high: 1, critical: 0 },
      lifecycles: { new: 0, second_order_due: 0, active: 1, slipping: 0, lost: 0 },
      scoreSum: '0.7123',
      revenueSum: '45.60',
      expectedSum: '145.60',
      ...NOBODY_LATE,
    });
  });

  it('fall by a customer who has no score any more', () => {
    expect(totalsChange([standing('low', '0.1000', '0.07')], [null])).toEqual({
      customers: { low: -1, medium: 0, high: 0, critical: 0 },
      lifecycles: { new: 0, second_order_due: 0, active: -1, slipping: 0, lost: 0 },
      scoreSum: '-0.1000',
      revenueSum: '-0.07',
      expectedSum: '-10.07',
      ...NOBODY_LATE,
    });
  });

  it('move a customer from one label and lifecycle to another', () => {
    expect(totalsChange([standing('medium', '0.6999', '10.00', 'slipping')], [standing('critical', '0.9999', '9.99', 'lost')])).toEqual({
      customers: { low: 0, medium: -1, high: 0, critical: 1 },
      lifecycles: { new: 0, second_order_due: 0, active: 0, slipping: -1, lost: 1 },
      scoreSum: '0.3000',
      revenueSum: '-0.01',
      expectedSum: '-90.01',
      contact: { second_order_due: NO_MONEY, slipping: { atRisk: '-10.00', expected: '-110.00', ifOrdered: '-366.54' } },
      lateActive: 0,
      lateActiveSum: '0.00',
    });
  });

  it('add up late customers apart: those who slip away, and those who are likely to order all the same', () => {
    const onTime = standing('low', '0.3000', '7.00');
    const late = standing('low', '0.3900', '8.00', 'active', 20_000);
    const slipping = standing('medium', '0.4000', '9.00', 'slipping');
    expect(totalsChange([onTime, late], [late, slipping])).toMatchObject({
      contact: { slipping: { atRisk: '9.00' } },
      lateActive: 0,
      lateActiveSum: '0.00',
    });
    expect(totalsChange([onTime], [late])).toMatchObject({
      contact: { slipping: { atRisk: '0.00' } },
      lateActive: 1,
      lateActiveSum: '8.00',
    });
    expect(totalsChange([late], [slipping])).toMatchObject({
      contact: { slipping: { atRisk: '9.00' } },
      lateActive: -1,
      lateActiveSum: '-8.00',
    });
  });

  it.each(['second_order_due', 'slipping'] as const)('tell of %s what is expected, and what comes if all of them order', (lifecycle) => {
    const worth = (expectedRevenue: string): Standing => ({ ...standing('medium', '0.6000', '9.00', lifecycle), expectedRevenue });
    expect(totalsChange([null], [worth('20.00')]).contact).toEqual({
      ...NOBODY_TO_CONTACT,
      [lifecycle]: { atRisk: '9.00', expected: '20.00', ifOrdered: '50.00' },
    });
    // A few cents are rounded too much to tell.
    expect(totalsChange([worth('20.00')], [worth('0.04')])).toMatchObject({
      contact: { [lifecycle]: { expected: '-19.96', ifOrdered: '-50.00' } },
    });
  });

  it('stay as they are when nobody has a score', () => {
    expect(totalsChange([], [])).toEqual(NOTHING);
    expect(totalsChange([null, null], [null, null])).toEqual(NOTHING);
  });

  it('stay as they are when everybody does, whatever the amounts', () => {
    fc.assert(
      fc.property(fc.array(anyStanding, { maxLength: 40 }), (standings) => {
        const change = totalsChange(standings, standings.toReversed());
        expect(change).toEqual(NOTHING);
        expect(isNoChange(change)).toBe(true);
      }),
    );
  });

  it('rise by exactly what has been added, to the last cent', () => {
    fc.assert(
      fc.property(fc.array(anyStanding, { minLength: 1, maxLength: 40 }), (standings) => {
        const { customers, lifecycles, scoreSum, revenueSum, expectedSum } = totalsChange([], standings);
        const scored = standings.filter((one) => one !== null);
        const exact = (texts: readonly string[]): bigint => texts.reduce((sum, text) => sum + BigInt(text.replace('.', '')), 0n);
        expect(BigInt(scoreSum.replace('.', ''))).toBe(exact(scored.map(({ score }) => score)));
        expect(BigInt(revenueSum.replace('.', ''))).toBe(exact(scored.map(({ revenueAtRisk }) => revenueAtRisk)));
        expect(BigInt(expectedSum.replace('.', ''))).toBe(exact(scored.map(({ expectedRevenue }) => expectedRevenue)));
        expect(Object.values(lifecycles).reduce((sum, count) => sum + count, 0)).toBe(scored.length);
        expect(Object.values(customers).reduce((sum, count) => sum + count, 0)).toBe(scored.length);
        expect(isNoChange(totalsChange([], standings))).toBe(scored.length === 0);
      }),
    );
  });
});
