import type { CustomerId } from '#libs/core';
import { DEFAULT_BANDS, type Scored } from '#libs/scoring';
import { causeOf, pastScore, type StoredScore } from './past-score.js';

const AT = Date.UTC(2026, 10, 21, 9);
const LATER = Date.UTC(2026, 10, 21, 23, 59);
const TOMORROW = Date.UTC(2026, 10, 22);

const stored: StoredScore = {
  id: '36e58027-35d1-50b2-ba09-6de8da2de2ba' as CustomerId,
  score: '0.5000',
  label: 'medium',
  lifecycle: 'active',
  model_version: 'mbg-1.6/h90/2026-11-01',
  cause: 'aging',
  calculatedMs: AT,
};
const scored = (differing: Partial<Scored> = {}): Scored =>
  ({ score: '0.5100', label: 'medium', lifecycle: 'active', modelVersion: 'mbg-1.6/h90/2026-11-01', ...differing }) as Scored;

describe('the score that the history gets', () => {
  it('is none while a new one of the same day only refreshes it, so that the last score of a day stays', () => {
    expect(pastScore(stored, scored(), LATER)).toBeNull();
  });

  it('is none on a day before, when the clock that wrote the stored score was ahead', () => {
    expect(pastScore({ ...stored, calculatedMs: TOMORROW }, scored(), LATER)).toBeNull();
  });

  it('is the one before, on a later day, with another label or lifecycle, and without a score', () => {
    const { id, calculatedMs, score, label, lifecycle, model_version, cause } = stored;
    const past = { id, calculatedMs, score, label, lifecycle, model_version, cause };
    expect(pastScore(stored, scored(), TOMORROW)).toEqual(past);
    expect(pastScore(stored, scored({ label: 'high' }), LATER)).toEqual(past);
    expect(pastScore(stored, scored({ lifecycle: 'slipping' }), LATER)).toEqual(past);
    expect(pastScore(stored, null, LATER)).toEqual(past);
  });

  it('is none for a first score', () => {
    expect(pastScore({ ...stored, score: null, label: null }, scored(), LATER)).toBeNull();
  });
});

describe('the cause of a score', () => {
  const cause = (customer: StoredScore, next: Scored, occasion: 'events' | 'pass' = 'events', isRefreshed = false): string =>
    causeOf(customer, next, DEFAULT_BANDS, { occasion, isRefreshed, hasNewInputs: false, hasSetHorizon: true });

  it('is the orders or the waiting while model and settings stay', () => {
    expect(cause(stored, scored())).toBe('events');
    expect(cause(stored, scored(), 'pass')).toBe('aging');
  });

  it('is the model when another version calculated it', () => {
    expect(cause(stored, scored({ modelVersion: 'mbg+lr-1.6/h90/2026-11-21' }), 'pass')).toBe('model');
  });

  it('is the settings when the horizon or the bounds of the labels changed', () => {
    expect(cause(stored, scored({ modelVersion: 'mbg-1.6/h30/2026-11-21' }), 'pass')).toBe('settings');
    expect(cause({ ...stored, label: 'high' }, scored(), 'pass')).toBe('settings');
  });

  it('is the model when a fit has chosen another horizon', () => {
    const next = scored({ modelVersion: 'mbg-1.6/h30/2026-11-21' });
    expect(causeOf(stored, next, DEFAULT_BANDS, { occasion: 'pass', isRefreshed: false, hasNewInputs: false, hasSetHorizon: false })).toBe(
      'model',
    );
  });

  it('is the settings when a trait was freed or the currency changed', () => {
    const circumstance = { occasion: 'pass', isRefreshed: false, hasNewInputs: true, hasSetHorizon: false } as const;
    expect(causeOf(stored, scored({ label: 'high' }), DEFAULT_BANDS, circumstance)).toBe('settings');
  });

  it('stays the model or the settings while later scores only refresh it', () => {
    expect(cause({ ...stored, cause: 'model' }, scored(), 'events', true)).toBe('model');
    expect(cause({ ...stored, cause: 'settings' }, scored(), 'pass', true)).toBe('settings');
    expect(cause({ ...stored, cause: 'model' }, scored(), 'events', false)).toBe('events');
    expect(cause({ ...stored, cause: 'aging' }, scored(), 'events', true)).toBe('events');
  });
});
