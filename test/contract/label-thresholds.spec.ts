import { DEFAULT_LABEL_THRESHOLDS } from '#libs/core';
import { DEFAULT_BANDS } from '#libs/scoring';

it('labels begin where the settings say they do, for tenants that have set nothing', () => {
  expect(DEFAULT_LABEL_THRESHOLDS).toEqual(DEFAULT_BANDS);
});
