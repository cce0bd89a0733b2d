import type { ControlGroup } from '#libs/core';
import type { ListedConditions } from '#libs/database';
import { mayHaveCustomers, positionIn, sectionsAfter } from './to-win-order.js';

const endAt = (value: string) => ({ isScored: true, value, id: '00000000-0000-4000-8000-000000000000' });

describe('the order by what there is to win', () => {
  it('begins with customers whom a campaign may contact', () => {
    expect(sectionsAfter(null).map(({ section }) => section)).toEqual([
      'usual',
      'unusual',
      'unknown_day',
      'kept_out',
      'kept_out_unknown_day',
    ]);
  });

  it.each(['-9223372036854775808', '-1', '0', '9223372036854775807'])('goes on in its section after position %s', (position) => {
    const [first, next] = sectionsAfter(endAt(positionIn('kept_out', position)));
    expect(first).toEqual({ section: 'kept_out', after: endAt(position) });
    expect(next).toEqual({ section: 'kept_out_unknown_day', after: null });
  });

  const controlsOf = (...groups: ControlGroup[]) => ({ controls: { groups, seed: '1', percent: 5, kept: [], observed: [] } });

  it.each([
    ['nothing', {}, ['usual', 'unusual', 'unknown_day', 'kept_out', 'kept_out_unknown_day']],
    ['a day of the last order', { last_order_to: '7d' }, ['usual', 'unusual', 'kept_out']],
    ['two orders', { orders_min: 2 }, ['usual', 'unknown_day', 'kept_out', 'kept_out_unknown_day']],
    ['a control group', controlsOf('shop', 'campaign'), ['kept_out', 'kept_out_unknown_day']],
    ['no control group', controlsOf('none'), ['usual', 'unusual', 'unknown_day', 'kept_out', 'kept_out_unknown_day']],
    ['a refusal', { marketing_consent: ['no'] }, ['kept_out', 'kept_out_unknown_day']],
    ['a consent', { marketing_consent: ['yes'] }, ['usual', 'unusual', 'unknown_day', 'kept_out', 'kept_out_unknown_day']],
    ['a consent and no control group', { marketing_consent: ['yes'], ...controlsOf('none') }, ['usual', 'unusual', 'unknown_day']],
  ] as const)('reads only sections in which a list by %s may have customers', (_what, conditions, expected) => {
    const kept = (usualMost: number | null) =>
      sectionsAfter(null)
        .map(({ section }) => section)
        .filter((section) => mayHaveCustomers(section, conditions as ListedConditions, { now: new Date(), usualMost }));
    expect(kept(20_000)).toEqual(expected);
    expect(kept(null)).toEqual(expected.filter((section) => section !== 'unusual'));
  });
});
