import { Injectable } from '@nestjs/common';
import type { TenantId } from '#libs/core';
import type { ScoreCustomersJob } from '#libs/queues';
import type { QueuedStage } from '../runner/stage.js';
import { ScoreDue } from './score-due.js';

const FRESH = { backfill: false };
const BACKFILL = { backfill: true };

/** Scores customers with new events. */
@Injectable()
export class ScoreFresh implements QueuedStage<TenantId, ScoreCustomersJob> {
  constructor(private readonly scoreDue: ScoreDue) {}

  readonly onJob = ({ tenantId }: ScoreCustomersJob): Promise<boolean> => this.work(tenantId);

  findDue(): Promise<TenantId[]> {
    return this.scoreDue.tenantsWith(FRESH);
  }

  work(tenantId: TenantId): Promise<boolean> {
    return this.scoreDue.scoreDue(tenantId, FRESH);
  }
}

/** Scores customers with imported history. It has its own lane, so that an import never delays fresh events. */
@Injectable()
export class ScoreBackfill implements QueuedStage<TenantId, ScoreCustomersJob> {
  constructor(private readonly scoreDue: ScoreDue) {}

  readonly onJob = ({ tenantId }: ScoreCustomersJob): Promise<boolean> => this.work(tenantId);

  findDue(): Promise<TenantId[]> {
    return this.scoreDue.tenantsWith(BACKFILL);
  }

  work(tenantId: TenantId): Promise<boolean> {
    return this.scoreDue.scoreDue(tenantId, BACKFILL);
  }
}
