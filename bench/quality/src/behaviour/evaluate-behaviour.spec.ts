import { evaluateBehaviour, evaluateTraits } from './evaluate-behaviour.js';

/** A small version of what `npm run evaluate` measures. */
const PLAN = { customers: 1200, days: 420, cutoff: 390, horizonDays: 30, seed: 3 };
const [signals, noise, subscriptions] = evaluateBehaviour(PLAN);
/** A trait saves less than visits do, so it takes more customers to prove. */
const [trait, noiseTrait] = evaluateTraits({ ...PLAN, customers: 4000, days: 600, cutoff: 570 });

const savedBy = ({ orders, everything }: { orders: number; everything: number }): number => orders - everything;

describe('behaviour with planted effects', () => {
  it('improves the score by more than half of what the truth knows of it', () => {
    expect(signals!.groups).toContain('visits');
    expect(savedBy(signals!.score)).toBeGreaterThan(0.5 * savedBy(signals!.truth));
    expect(savedBy(signals!.score)).toBeLessThan(1.5 * savedBy(signals!.truth));
  });

  it('improves the score by nearly all that a cancelled subscription says', () => {
    expect(subscriptions!.groups).toEqual(['subscriptions']);
    expect(savedBy(subscriptions!.score)).toBeGreaterThan(0.85 * savedBy(subscriptions!.truth));
  });

  it('changes the log-loss by less than 0.1 % where it is noise', () => {
    expect(Math.abs(savedBy(noise!.score))).toBeLessThan(0.001 * noise!.score.orders);
  });

  it('improves the score by more than half of what a trait tells, and leaves a noise trait out', () => {
    expect(trait!.groups).toEqual(['trait:rating']);
    expect(savedBy(trait!.score)).toBeGreaterThan(0.5 * savedBy(trait!.truth));
    expect(savedBy(trait!.score)).toBeLessThan(1.5 * savedBy(trait!.truth));
    expect(Math.abs(savedBy(noiseTrait!.score))).toBeLessThan(0.001 * noiseTrait!.score.orders);
  });

  it('never beats the truth', () => {
    for (const { score, truth } of [signals!, noise!, subscriptions!, trait!, noiseTrait!])
      expect(score.everything).toBeGreaterThan(truth.everything - 0.005);
  });
});
