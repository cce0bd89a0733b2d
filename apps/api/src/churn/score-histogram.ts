import { Injectable } from '@nestjs/common';
import type { TenantId } from '#libs/core';
import { Database, type TenantDb } from '#libs/database';
import { HUNDREDTHS, type ScoreHistogramDto } from '#libs/dto';

interface HundredthRow {
  readonly hundredth: number;
  readonly customers: number;
}

// Reads only index customers_by_score, all entries of a tenant. score_order is the score times -10000, or 1 without a score.
const COUNT_BY_HUNDREDTH = `
SELECT -score_order / 100 AS hundredth, count(*)::int AS customers
FROM customers WHERE tenant_id = $1 AND score_order <= 0 GROUP BY 1`;

/** Counts customers per hundredth of the score. Empty hundredths are absent. */
const countByHundredth = (db: TenantDb): Promise<HundredthRow[]> => db.prepared<HundredthRow>(COUNT_BY_HUNDREDTH);

/** Counts customers per score, so that people can try label bands before they save them. */
@Injectable()
export class ScoreHistogram {
  constructor(private readonly database: Database) {}

  get(tenantId: TenantId): Promise<ScoreHistogramDto> {
    return this.database.read(tenantId, async (db) => {
      const counts = Array.from({ length: HUNDREDTHS }, () => 0);
      for (const { hundredth, customers } of await countByHundredth(db)) counts[hundredth] = customers;
      return { counts };
    });
  }
}
