import { EVENT_TYPES, isBehaviour } from '#libs/core';
import { REASON_FACTORS as DOCUMENTED_FACTORS } from '#libs/dto';
import { REASON_FACTORS, SIGNALS } from '#libs/scoring';

describe('behaviour', () => {
  it('is read from every event type that is about neither an order nor the customer record', () => {
    expect(SIGNALS.map(([type]) => type).toSorted()).toEqual(EVENT_TYPES.filter(isBehaviour).toSorted());
  });

  it('has its factors in the documented list of reasons', () => {
    expect(DOCUMENTED_FACTORS.toSorted()).toEqual(REASON_FACTORS.toSorted());
  });
});
