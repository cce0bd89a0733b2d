import {
  CONTACT_LIFECYCLES as STORED_CONTACT,
  DEFAULT_LABEL_THRESHOLDS,
  LIFECYCLES as STORED,
  SLIPPING_SCORE as LEAST_LISTED,
} from '#libs/core';
import { CONTACT_LIFECYCLES, DEFAULT_BANDS, LIFECYCLES, SLIPPING_SCORE } from '#libs/scoring';

it('the default label thresholds of the settings equal the default bands of the score', () => {
  expect(DEFAULT_LABEL_THRESHOLDS).toEqual(DEFAULT_BANDS);
});

it('the lifecycles that are stored and shown are those that scoring computes', () => {
  expect(STORED).toEqual(LIFECYCLES);
  expect(STORED_CONTACT).toEqual(CONTACT_LIFECYCLES);
});

it('lists skip the scores below which scoring calls nobody slipping or lost', () => {
  expect(LEAST_LISTED).toBe(SLIPPING_SCORE);
});
