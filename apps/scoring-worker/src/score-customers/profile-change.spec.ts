import { profileChange, type StoredProfile } from './profile-change.js';

const STORED: StoredProfile = { score: '0.5000', label: 'medium', lifecycle: 'active', modelVersion: 'm-1', movedFrom: null };
const next = (score: string, differing: Partial<StoredProfile> = {}) => ({ ...STORED, score, ...differing });

describe('a profile', () => {
  it.each<[string, StoredProfile, ReturnType<typeof next>, string, string | null]>([
    ['another label', STORED, next('0.5001', { label: 'high' }), 'changed', null],
    ['another lifecycle', STORED, next('0.5000', { lifecycle: 'slipping' }), 'changed', null],
    ['a move of .05', STORED, next('0.5500'), 'changed', null],
    ['a smaller move', STORED, next('0.5499'), 'none', '0.5000'],
    ['no move', STORED, next('0.5000'), 'none', null],
    ['small steps that add up', { ...STORED, score: '0.5400', movedFrom: '0.5000' }, next('0.5500'), 'changed', null],
    ['a way back', { ...STORED, score: '0.5400', movedFrom: '0.5000' }, next('0.5000'), 'none', null],
    ['a new model', STORED, next('0.9000', { modelVersion: 'm-2', label: 'critical' }), 'silent', null],
  ])('with %s', (_case, before, after, kind, movedFrom) => {
    expect(profileChange(before, after, 'events')).toEqual({ kind, movedFrom });
  });

  it('is new with a first score, but waits for the resync when the score comes from imported history', () => {
    expect(profileChange(null, STORED, 'events').kind).toBe('changed');
    expect(profileChange(null, STORED, 'pass').kind).toBe('silent');
    expect(profileChange(null, STORED, 'backfill').kind).toBe('silent');
    expect(profileChange(STORED, next('0.9000', { label: 'critical' }), 'backfill').kind).toBe('silent');
  });
});
