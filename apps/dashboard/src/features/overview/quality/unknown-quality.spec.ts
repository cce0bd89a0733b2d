import { whyUnknown } from './unknown-quality';

const FITTED = { trained_at: '2026-11-20T03:00:00.000Z', horizon_days: 30 };

describe('Why the quality of the scores is not known', () => {
  it('names the customers that a shop with a model needs, and promises nothing to a small shop with a long history', () => {
    const { short, long } = whyUnknown(FITTED);
    expect(short).toBe('We check scores that are 30 days old: at least 50 customers must have ordered since then, and 50 must not.');
    expect(long.join(' ')).toContain('A small shop may never have so many customers.');
    expect(`${short} ${long.join(' ')}`).not.toMatch(/weeks|today/);
  });

  it('says that a shop without a model of its own has to wait for one', () => {
    expect(whyUnknown({ trained_at: null, horizon_days: 90 }).short).toBe('We check it once we have learned from your orders.');
  });
});
