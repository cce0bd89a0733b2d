import { Injectable } from '@nestjs/common';
import type { TenantId } from '#libs/core';
import type { TenantJob } from '#libs/queues';
import type { QueuedStage } from '../../runner/stage.js';
import type { Lane } from './lane.js';
import { ScoreDue } from './score-due.js';

/** Scores the customers of the requests of a lane. An import has its own, so that it never delays fresh events. */
@Injectable()
abstract class ScoreLane implements QueuedStage<TenantId, TenantJob> {
  protected abstract readonly lane: Lane;

  constructor(private readonly scoreDue: ScoreDue) {}

  readonly onJob = ({ tenantId }: TenantJob): Promise<boolean> => this.work(tenantId);

  findDue(): Promise<TenantId[]> {
    return this.scoreDue.tenantsWith(this.lane);
  }

  work(tenantId: TenantId): Promise<boolean> {
    return this.scoreDue.scoreDue(tenantId, this.lane);
  }
}

export class ScoreFresh extends ScoreLane {
  protected readonly lane = { backfill: false };
}

export class ScoreBackfill extends ScoreLane {
  protected readonly lane = { backfill: true };
}
