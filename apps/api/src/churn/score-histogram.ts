import { Injectable } from '@nestjs/common';
import type { TenantId } from '#libs/core';
import { Database } from '#libs/database';
import { HUNDREDTHS, type ScoreHistogramDto } from '#libs/dto';
import { countByHundredth } from './score-histogram.sql.js';

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
