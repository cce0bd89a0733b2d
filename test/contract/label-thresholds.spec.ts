import { DEFAULT_LABEL_THRESHOLDS } from '#libs/core';
import { DEFAULT_BANDS } from '#libs/scoring';

it('the default label thresholds of the settings equal the default bands of the score', () => {
  expect(DEFAULT_LABEL_THRESHOLDS).toEqual(DEFAULT_BANDS);
});
