import { positionIn, stretchesAfter } from './to-win-order.js';

const endAt = (value: string) => ({ isScored: true, value, id: '00000000-0000-4000-8000-000000000000' });

describe('the order by what there is to win', () => {
  it('begins with customers whom a campaign may contact', () => {
    expect(stretchesAfter(null).map(({ stretch }) => stretch)).toEqual([
      'usual',
      'unusual',
      'unknown_day',
      'kept_out',
      'kept_out_unknown_day',
    ]);
  });

  it.each(['-9223372036854775808', '-1', '0', '9223372036854775807'])('goes on in its stretch after position %s', (position) => {
    const [first, next] = stretchesAfter(endAt(positionIn('kept_out', position)));
    expect(first).toEqual({ stretch: 'kept_out', after: endAt(position) });
    expect(next).toEqual({ stretch: 'kept_out_unknown_day', after: null });
  });
});
