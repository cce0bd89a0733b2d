import { Injectable } from '@nestjs/common';
import { Database, isOutage } from '#libs/database';
import { type Lease, Leases } from '../../runner/leases.js';
import type { Stage } from '../../runner/stage.js';
import { type AloneRequest, findAloneRequests } from './alone-requests.sql.js';
import { ScoreRequests } from '../score/score-requests.js';

/** A request of a single customer is set aside when workers have died with it, or the database took too long, this many times in a row. */
const MOST_DEATHS = 3;

/**
 * Scores the requests of a chunk one at a time after its worker has died. The request that caused the death kills its worker again. It then rests,
 * and is divided into one request per customer.
 * In the end it is known which customer is the cause.
 */
@Injectable()
export class ScoreAlone implements Stage<AloneRequest> {
  constructor(
    private readonly database: Database,
    private readonly leases: Leases,
    private readonly scoring: ScoreRequests,
  ) {}

  findDue(): Promise<AloneRequest[]> {
    return findAloneRequests(this.database);
  }

  work(due: AloneRequest, stopping: AbortSignal): Promise<boolean> {
    const { tenantId, id } = due;
    const work = ({ failures }: Lease): Promise<boolean> =>
      this.tryAlone(due, failures - 1).catch((error: unknown) => {
        // Not the fault of the request, so it does not rest.
        if (isOutage(error)) return false;
        throw error;
      });
    return this.leases.run({ tenantId, kind: 'score', subject: id }, work, stopping);
  }

  private async tryAlone({ tenantId, lane, ...place }: AloneRequest, deaths: number): Promise<boolean> {
    const parts = deaths === 0 ? [place] : await this.scoring.divide(tenantId, lane, place);
    if (parts.length > 1) return true;
    if (deaths < MOST_DEATHS) await this.scoring.scoreNamed(tenantId, lane, parts);
    else await this.scoring.setAside(tenantId, lane, place, new Error('workers died with it, or took too long, again and again'));
    return true;
  }
}
