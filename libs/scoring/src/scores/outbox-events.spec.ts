import * as fc from 'fast-check';
import { isFirstAlarm, outboxEventsOf, driftAfter } from './outbox-events.js';
import type { Circumstances, Previous } from './outbox-events.js';
import { DEFAULT_BANDS, labelOf } from '../model/label.js';
import type { Label } from '../model/label.js';

const LIVE: Circumstances = { backfill: false, bands: DEFAULT_BANDS, scoreDeltaThreshold: null, reportsFirst: true };
const SCORES: Record<Label, string> = { low: '0.2000', medium: '0.5000', high: '0.7500', critical: '0.9500' };

const before = (score: string, differing: Partial<Previous> = {}): Previous => ({
  score,
  modelVersion: 'm-1.0',
  driftFrom: null,
  ...differing,
});
const after = (score: string, bands = DEFAULT_BANDS) => ({ score, label: labelOf(score, bands), modelVersion: 'm-1.0' });
const kinds = (previous: Previous | null, score: string, circumstances = LIVE): string[] =>
  outboxEventsOf(previous, after(score, circumstances.bands), circumstances).map((each) => each.kind);

describe('the outbox events of a new score', () => {
  it('report a changed label, with the score and label before it', () => {
    expect(outboxEventsOf(before('0.7500'), after('0.2000'), LIVE)).toEqual([
      { kind: 'churn_score_changed', previousScore: '0.7500', previousLabel: 'high' },
    ]);
  });

  it.each<[Label, Label, string[]]>([
    ['low', 'high', ['churn_score_changed', 'high_risk_detected']],
    ['medium', 'critical', ['churn_score_changed', 'high_risk_detected']],
    ['high', 'critical', ['churn_score_changed']],
    ['critical', 'high', ['churn_score_changed']],
    ['low', 'medium', ['churn_score_changed']],
    ['critical', 'low', ['churn_score_changed']],
    ['high', 'high', []],
    ['low', 'low', []],
  ])('from %s to %s are %p', (from, to, wanted) => {
    expect(kinds(before(SCORES[from]), SCORES[to])).toEqual(wanted);
  });

  it.each<[Label, string[]]>([
    ['low', []],
    ['medium', []],
    ['high', ['high_risk_detected']],
    ['critical', ['high_risk_detected']],
  ])('of a first score that is %s are %p', (label, wanted) => {
    expect(kinds(null, SCORES[label])).toEqual(wanted);
    expect(kinds(null, SCORES[label], { ...LIVE, reportsFirst: false })).toEqual([]);
  });

  it('of an entry from below come whether a first score could report or not', () => {
    expect(kinds(before('0.2000'), '0.9500', { ...LIVE, reportsFirst: false })).toEqual(['churn_score_changed', 'high_risk_detected']);
  });

  it('may report a first score only of a late customer whose newest event is not older than the horizon', () => {
    expect(isFirstAlarm({ lateSinceDay: 20_000 }, 90, 90)).toBe(true);
    expect(isFirstAlarm({ lateSinceDay: 20_000 }, 90.1, 90)).toBe(false);
    expect(isFirstAlarm({ lateSinceDay: null }, 0, 90)).toBe(false);
  });

  it('are none for a score that moved within its label', () => {
    expect(kinds(before('0.1000'), '0.3000')).toEqual([]);
  });

  it('are none for a backfill', () => {
    expect(kinds(null, '0.9500', { ...LIVE, backfill: true })).toEqual([]);
    expect(kinds(before('0.2000'), '0.9500', { ...LIVE, backfill: true, scoreDeltaThreshold: 0.1 })).toEqual([]);
  });

  it('are none for a new model', () => {
    expect(kinds(before('0.2000', { modelVersion: 'm-0.9' }), '0.9500', { ...LIVE, scoreDeltaThreshold: 0.1 })).toEqual([]);
  });

  it('are none for other bands alone, but report each change of label within these bands', () => {
    const bands = { medium: 0.1, high: 0.15, critical: 0.9 };
    expect(kinds(before('0.2000'), '0.2000', { ...LIVE, bands })).toEqual([]);
    expect(kinds(before('0.2000'), '0.1200', { ...LIVE, bands })).toEqual(['churn_score_changed']);
    expect(kinds(before('0.1200'), '0.2000', { ...LIVE, bands })).toEqual(['churn_score_changed', 'high_risk_detected']);
  });
});

describe('the outbox events of a tenant with a threshold of a tenth', () => {
  const TENTH: Circumstances = { ...LIVE, scoreDeltaThreshold: 0.1 };

  it.each<[string, string, string[]]>([
    ['0.2000', '0.3000', ['churn_score_changed']],
    ['0.3000', '0.2000', ['churn_score_changed']],
    ['0.2000', '0.2999', []],
    ['0.2000', '0.2000', []],
    ['0.3999', '0.4000', ['churn_score_changed']],
    ['0.6500', '0.7500', ['churn_score_changed', 'high_risk_detected']],
    ['0.9000', '0.9999', []],
  ])('from %s to %s are %p', (from, to, wanted) => {
    expect(kinds(before(from), to, TENTH)).toEqual(wanted);
  });

  /** Scores a customer again and again. @returns the reported moves, as [from, to]. */
  function reportedMoves(scores: readonly string[], circumstances: Circumstances): [string, string][] {
    let previous = before(scores[0] ?? '0.5000');
    return scores.slice(1).flatMap((score): [string, string][] => {
      const next = after(score, circumstances.bands);
      const events = outboxEventsOf(previous, next, circumstances);
      previous = before(score, { driftFrom: driftAfter(previous, next, circumstances) });
      return events.flatMap((each): [string, string][] => (each.kind === 'churn_score_changed' ? [[each.previousScore, score]] : []));
    });
  }

  it('report a move that came in small steps, with the score that it began at', () => {
    expect(reportedMoves(['0.4100', '0.4500', '0.4900', '0.5200', '0.5600', '0.6199', '0.6200'], TENTH)).toEqual([
      ['0.4100', '0.5200'],
      ['0.5200', '0.6200'],
    ]);
  });

  it('are none for a score that goes to and fro', () => {
    expect(reportedMoves(['0.5000', '0.5900', '0.5000', '0.5900', '0.4100', '0.5500'], TENTH)).toEqual([]);
  });

  it('keep the last reported score within a tenth of the present one, whatever the scores', () => {
    const score = fc.integer({ min: 1, max: 9999 }).map((units) => (units / 1e4).toFixed(4));
    fc.assert(
      fc.property(fc.array(score, { minLength: 2, maxLength: 40 }), (scores) => {
        const [first = ''] = scores;
        const last = reportedMoves(scores, TENTH).at(-1)?.[1] ?? first;
        expect(Math.abs(Number(scores.at(-1)) - Number(last))).toBeLessThan(0.1 - 1e-9);
      }),
    );
  });

  it('count from the new score after a new model, a backfill or the end of the threshold', () => {
    const drifting = before('0.4500', { driftFrom: '0.4100' });
    expect(driftAfter(drifting, after('0.4600'), TENTH)).toBe('0.4100');
    expect(driftAfter(drifting, { ...after('0.4600'), modelVersion: 'm-1.1' }, TENTH)).toBeNull();
    expect(driftAfter(drifting, after('0.4600'), { ...TENTH, backfill: true })).toBeNull();
    expect(driftAfter(drifting, after('0.4600'), LIVE)).toBeNull();
    expect(driftAfter(null, after('0.4600'), TENTH)).toBeNull();
  });
});
