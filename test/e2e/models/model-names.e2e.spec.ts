import { toTenantId } from '#libs/core';
import { freeVersion } from '../../../apps/scoring-worker/src/models/shared/models.sql.js';
import { ChurnSystem } from '../../support/servers/churn-system.js';

const NAME = 'mbg/2026-11-21';

describe('the name of a new model', () => {
  let system: ChurnSystem;

  beforeAll(async () => {
    system = await ChurnSystem.shared();
  }, 60_000);
  afterAll(() => system.stop());

  it.each([
    ['is that of its day', [], NAME],
    ['counts the fits of the day', ['', '.2'], `${NAME}.3`],
    ['is never that of a model that was deleted, which processes may have in memory', ['.2', '.3', '.9', '.10'], `${NAME}.11`],
  ])('%s', async (_what, taken, expected) => {
    const { tenantId } = await system.shop();
    for (const suffix of taken)
      await system.owner.query(
        `INSERT INTO models (tenant_id, version, status, reason, procedure, horizon_days, parameters, customers, fitted_at)
         VALUES ($1, $2, 'rejected', '', '', 30, '{}', 1, now())`,
        [tenantId, NAME + suffix],
      );
    expect(await system.transaction(toTenantId(tenantId), (db) => freeVersion(db, NAME))).toBe(expected);
  });
});
