import { nextStepOf } from './next-step';
import type { Compared } from './outcome';

const group = { n: 100, returned: 10, rate: 0.1, revenue: '0', matured: 100 };
const results = (input: Partial<Compared>): Compared => ({
  window_days: 60, treated: group, holdout: group, uplift: 0.07, ci95: [0.02, 0.12], conclusive: true, verdict: 'helps',
  power: null, revenue_uplift: null, ...input,
}); // prettier-ignore
const campaign = {
  status: 'draft',
  holdout_percent: 10,
  last_sent_at: '2026-11-23T09:00:00.000Z',
  cooldown_days: 14,
  contact_within_window: false,
} as const;
const to = (recipients: number, window = 7) => ({ recipients_count: recipients, window_days: window });
const day = (instant: string): string => instant.slice(0, 10);
const waiting = { ...group, matured: 0 };

describe('nextStepOf', () => {
  it('sends the campaign to the next customers after it has helped, and while there are some', () => {
    expect(nextStepOf(results({}), campaign, to(12), day)).toEqual({
      advice:
        'Contact the next ones: 12 customers would get it now. Customers who had a campaign 14 days ago or earlier can be among them again.',
      action: 'send',
    });
    // Where an order may answer the first contact for longer than the pause, the customers come again after that.
    expect(nextStepOf(results({}), campaign, to(12, 56), day)?.advice).toContain('56 days ago or earlier');
    expect(nextStepOf(results({}), { ...campaign, contact_within_window: true }, to(12, 56), day)?.advice).toContain('14 days ago');
    expect(nextStepOf(results({}), { ...campaign, cooldown_days: 0 }, to(12, 56), day)?.advice).toContain('had a campaign before can');
    expect(nextStepOf(results({}), campaign, to(0), day)?.action).toBeNull();
    expect(nextStepOf(results({}), { ...campaign, status: 'paused' }, to(12), day)).toMatchObject({ action: null });
    for (const verdict of ['harms', 'no_difference_seen'] as const)
      expect(nextStepOf(results({ verdict }), campaign, to(12), day)?.action).not.toBe('send');
  });

  it('changes the offer where the campaign does harm or changes nothing', () => {
    const harm = results({ verdict: 'harms', uplift: -0.07, ci95: [-0.12, -0.02] });
    expect(nextStepOf(harm, campaign, to(12), day)).toMatchObject({
      action: 'edit',
      advice: expect.stringContaining('Send it to nobody else'),
    });
    expect(nextStepOf(results({ verdict: 'no_difference_seen' }), campaign, to(12), day)).toMatchObject({
      action: 'edit',
      advice: expect.stringContaining('Try another offer'),
    });
  });

  it('waits while the time to come back runs, and asks for more customers where waiting is in vain', () => {
    const early = results({ verdict: 'too_early', treated: waiting, holdout: waiting });
    expect(nextStepOf(early, campaign, to(12), day)).toMatchObject({
      action: null,
      advice: expect.stringMatching(/^Wait until 2027-01-22\./),
    });
    const small = results({ verdict: 'too_early', treated: waiting, holdout: { ...waiting, n: 5 } });
    expect(nextStepOf(small, campaign, to(12), day)).toEqual({
      advice: 'Contact the next ones: 12 customers would get it now, and they add to both groups.',
      action: 'send',
    });
    expect(nextStepOf(small, campaign, to(0), day)).toMatchObject({ action: 'edit', advice: expect.stringMatching(/^Nothing today\./) });
    const without = results({ verdict: 'too_early', holdout: { ...waiting, n: 0 }, uplift: null, ci95: null });
    expect(nextStepOf(without, { ...campaign, holdout_percent: 0 }, to(12), day)).toMatchObject({ action: 'edit' });
  });

  it('advises nothing for an archived campaign', () => {
    expect(nextStepOf(results({}), { ...campaign, status: 'archived' }, to(12), day)).toBeNull();
  });

  it('offers what pays most alone, also when all offers together show nothing', () => {
    const advice = {
      advice:
        'Make a new campaign for the next customers and give all of them “10 % off”. Keep a control group: it shows what the offer brings compared with no message.',
      action: 'create',
    };
    const unclear = { verdict: 'no_difference_seen' } as const;
    expect(nextStepOf({ ...results({ ...unclear, ci95: [-0.02, 0.12] }), best_arm: '10 % off' }, campaign, to(12), day)).toEqual(advice);
    expect(nextStepOf({ ...results({}), best_arm: '10 % off' }, campaign, to(0), day)).toEqual(advice);
    const harm = results({ uplift: -0.07, ci95: [-0.12, -0.02], verdict: 'harms' });
    expect(nextStepOf({ ...harm, best_arm: '10 % off' }, campaign, to(12), day)?.action).toBe('edit');
  });
});
