import type { CustomerId } from '#libs/core';
import type { TenantDb } from '#libs/database';
import { coldStartModel, DEFAULT_BANDS } from '#libs/scoring';
import { readCovariates } from './read-covariates.js';

describe('reading what customers do other than ordering', () => {
  it('sends no statement where no model uses it', async () => {
    const noDatabase = Object.freeze({}) as TenantDb;
    const found = await readCovariates(noDatabase, [coldStartModel(30, DEFAULT_BANDS)], ['a' as CustomerId], 20_000);
    expect(found.size).toBe(0);
  });
});
