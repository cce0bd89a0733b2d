import type { Scored } from '#libs/scoring';
import { profileChange, type StoredProfile } from './customer-profile.js';

const STORED: StoredProfile = { score: '0.5000', label: 'medium', lifecycle: 'active', model_version: 'm-1', profile_from: null };
const FIRST: StoredProfile = { score: null, label: null, lifecycle: null, model_version: null, profile_from: null };
const SMALL_STEPS: StoredProfile = { ...STORED, score: '0.5400', profile_from: '0.5000' };
const next = (score: string, differing: Partial<Scored> = {}) =>
  ({ label: 'medium', lifecycle: 'active', modelVersion: 'm-1', ...differing, score }) as const;

describe('a profile', () => {
  it.each<[string, StoredProfile, ReturnType<typeof next>, string, string | null]>([
    ['another label', STORED, next('0.5001', { label: 'high' }), 'changed', null],
    ['another lifecycle', STORED, next('0.5000', { lifecycle: 'slipping' }), 'changed', null],
    ['a move of .05', STORED, next('0.5500'), 'changed', null],
    ['a smaller move', STORED, next('0.5499'), 'none', '0.5000'],
    ['no move', STORED, next('0.5000'), 'none', null],
    ['small steps that add up', SMALL_STEPS, next('0.5500'), 'changed', null],
    ['a way back', SMALL_STEPS, next('0.5000'), 'none', null],
    ['a new model', STORED, next('0.9000', { modelVersion: 'm-2', label: 'critical' }), 'silent', null],
  ])('with %s', (_case, before, after, kind, movedFrom) => {
    expect(profileChange(before, after, 'events')).toEqual({ kind, movedFrom });
  });

  it('is new with a first score, but waits for the resync when the score comes from imported history', () => {
    expect(profileChange(FIRST, next('0.5000'), 'events').kind).toBe('changed');
    expect(profileChange(FIRST, next('0.5000'), 'pass').kind).toBe('silent');
    expect(profileChange(FIRST, next('0.5000'), 'backfill').kind).toBe('silent');
    expect(profileChange(STORED, next('0.9000', { label: 'critical' }), 'backfill').kind).toBe('silent');
  });
});

describe('the profile of a customer whom the shop has deleted', () => {
  it('has changed, also when an import says so, because no resync would clear it', () => {
    expect(profileChange(STORED, null, 'events').kind).toBe('changed');
    expect(profileChange(STORED, null, 'backfill').kind).toBe('changed');
  });

  it('has not changed again, once there is no score left', () => {
    expect(profileChange(FIRST, null, 'pass').kind).toBe('none');
  });
});
