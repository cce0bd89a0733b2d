import { DEFAULT_LABEL_THRESHOLDS, LIFECYCLES as STORED } from '#libs/core';
import { DEFAULT_BANDS, LIFECYCLES } from '#libs/scoring';

it('the default label thresholds of the settings equal the default bands of the score', () => {
  expect(DEFAULT_LABEL_THRESHOLDS).toEqual(DEFAULT_BANDS);
});

it('the lifecycles that are stored and shown are those that scoring computes', () => {
  expect(STORED).toEqual(LIFECYCLES);
});
