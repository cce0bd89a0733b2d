import { announcementsOf } from './announcements.js';
import type { Previous } from './announcements.js';
import type { Label } from './label.js';

const LIVE = { backfill: false };
const scored = (label: Label, differing: Partial<Previous> = {}): Previous => ({
  score: '0.5000',
  label,
  modelVersion: 'm-1.0',
  ...differing,
});
const kinds = (previous: Previous | null, next: Previous, circumstances = LIVE): string[] =>
  announcementsOf(previous, next, circumstances).map((each) => each.kind);

describe('a tenant is told', () => {
  it('of a changed label, with the score and label before it', () => {
    expect(announcementsOf(scored('high', { score: '0.7500' }), scored('low'), LIVE)).toEqual([
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
  ])('from %s to %s: %p', (before, after, wanted) => {
    expect(kinds(scored(before), scored(after))).toEqual(wanted);
  });

  it.each<[Label, string[]]>([
    ['low', []],
    ['medium', []],
    ['high', ['high_risk_detected']],
    ['critical', ['high_risk_detected']],
  ])('of a first score that is %s: %p', (label, wanted) => {
    expect(kinds(null, scored(label))).toEqual(wanted);
  });

  it('nothing of a score that moved within its label', () => {
    expect(kinds(scored('low', { score: '0.1000' }), scored('low', { score: '0.3000' }))).toEqual([]);
  });

  it('nothing by a backfill', () => {
    expect(kinds(null, scored('critical'), { backfill: true })).toEqual([]);
    expect(kinds(scored('low'), scored('critical'), { backfill: true })).toEqual([]);
  });

  it('nothing by a new model', () => {
    expect(kinds(scored('low', { modelVersion: 'm-0.9' }), scored('critical'))).toEqual([]);
  });
});
