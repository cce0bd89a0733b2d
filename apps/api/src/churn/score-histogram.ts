import { Injectable } from '@nestjs/common';
import type { TenantId } from '#libs/core';
import { Database } from '#libs/database';
import { HUNDREDTHS, type ScoreHistogramDto } from '#libs/dto';
import { countByHundredth } from './score-histogram.sql.js';

/** How many customers have which score, so that label bounds can be tried before they are set. */
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
