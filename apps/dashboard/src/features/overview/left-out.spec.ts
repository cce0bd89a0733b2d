import { reasonsOf } from './left-out';

const NONE = { holdout: 0, cooldown: 0, erased: 0, max_recipients: 0, unscored: 0, other_control: 0, tenant_control: 0, reserved: 0, unsubscribed: 0, no_consent: 0 }; // prettier-ignore

describe('Why customers are not in the list to contact', () => {
  it('is said with the number for each reason', () => {
    const leftOut = {
      ...NONE,
      cooldown: 12,
      reserved: 1,
      tenant_control: 4,
      other_control: 1,
      unsubscribed: 1,
      no_consent: 2,
      erased: 1,
      unscored: 7,
    };
    expect(reasonsOf(leftOut)).toBe(
      '12 got a campaign recently, or were in its control group; 1 is on a list that waits; 5 are in a control group that gets nothing; 1 has unsubscribed; 2 do not accept marketing; 1 is left out for another reason',
    );
  });

  it('is only what holds for somebody', () => {
    expect(reasonsOf({ ...NONE, tenant_control: 5 })).toBe('5 are in a control group that gets nothing');
  });
});
