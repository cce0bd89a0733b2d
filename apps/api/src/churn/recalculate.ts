import { Injectable } from '@nestjs/common';
import { Clock, type CustomerId, customerIdOf, LIMITS, type TenantId, unavailable } from '#libs/core';
import { customerOf, Database, type TenantDb } from '#libs/database';
import { hasTooManyRecalculations, openCustomersJob, openWholeTenantJob } from '#libs/work';
import { tooManyInDay } from '#libs/tenants';
import type { RecalculationDto } from '#libs/dto';
import { createWaitingCustomers } from '#libs/ingestion';
import { type JobOrigin, JobPublisher } from '#libs/queues';
import type { RecalculateInput } from './recalculate.pipe.js';

interface RunningJob {
  readonly id: string;
  readonly queued: number;
  readonly force: boolean;
}

// Needs the unique index churn_jobs_one_whole_tenant, which allows one job at most.
const FIND_WHOLE_TENANT = `
SELECT id, queued, force FROM churn_jobs WHERE tenant_id = $1 AND whole_tenant AND status IN ('queued', 'running')`;

async function findWholeTenantJob(db: TenantDb): Promise<RunningJob | null> {
  const [job] = await db.query<RunningJob>(FIND_WHOLE_TENANT);
  return job ?? null;
}

// Needs the primary key of customers.
const KNOWN_CUSTOMERS = `
SELECT c.id AS asked, ${customerOf('c.id')} AS id FROM customers c WHERE c.tenant_id = $1 AND c.id = ANY ($2::uuid[])`;

/** Returns the customers of those identifiers that are known: for an alias another one. */
async function knownCustomers(db: TenantDb, ids: readonly CustomerId[]): Promise<Map<CustomerId, CustomerId>> {
  const rows = await db.query<{ asked: CustomerId; id: CustomerId }>(KNOWN_CUSTOMERS, [ids]);
  return new Map(rows.map(({ asked, id }) => [asked, id]));
}

/** Retries when a job ends between the two queries. More than this is not a coincidence. */
const LOOKS = 5;

/** Opens jobs that recalculate scores. Workers run them. If the wake-up of a job is lost, their sweep finds it. */
@Injectable()
export class Recalculate {
  constructor(
    private readonly database: Database,
    private readonly publisher: JobPublisher,
    private readonly clock: Clock,
  ) {}

  /** @throws QuotaExceeded after too many recalculations within a day */
  async start(tenantId: TenantId, { externalIds, force }: RecalculateInput, origin: JobOrigin): Promise<RecalculationDto> {
    const reply = await this.database.transaction(tenantId, async (db) => {
      if (await hasTooManyRecalculations(db, this.clock.now()))
        throw tooManyInDay(`a tenant asks for at most ${LIMITS.jobs.recalculationsPerDay} recalculations`);
      return externalIds === null ? this.forAll(db, force) : this.forSome(db, externalIds, force);
    });
    this.publisher.recalculate({ v: 1, tenantId, jobId: reply.job_id, origin });
    return reply;
  }

  private async forAll(db: TenantDb, force: boolean): Promise<RecalculationDto> {
    for (let look = 0; look < LOOKS; look += 1) {
      const opened = await openWholeTenantJob(db, { type: 'recalculate', force }, this.clock.now());
      if (opened !== null) return toReply(opened.jobId, opened.queued, `${customers(opened.queued)} queued`);
      const running = await findWholeTenantJob(db);
      if (running !== null) return toReply(running.id, running.queued, describe(running, force));
    }
    throw unavailable('the recalculation');
  }

  private async forSome(db: TenantDb, externalIds: readonly string[], force: boolean): Promise<RecalculationDto> {
    const ids = new Map(externalIds.map((externalId) => [externalId, customerIdOf(db.tenantId, externalId)]));
    await createWaitingCustomers(db, [...ids.values()]);
    const known = await knownCustomers(db, [...ids.values()]);
    const opened = await openCustomersJob(db, [...new Set(known.values())], force, this.clock.now());
    const unknown = externalIds.filter((externalId) => !known.has(ids.get(externalId) as CustomerId));
    const message = `${customers(opened.queued)} queued${unknown.length === 0 ? '' : `, ${unknown.length} not known`}`;
    return toReply(opened.jobId, opened.queued, message, unknown);
  }
}

const customers = (count: number): string => (count === 1 ? '1 customer' : `${count} customers`);

function describe(running: RunningJob, force: boolean): string {
  const known = 'a job over all customers is under way already; this is that job';
  return force && !running.force ? `${known}, which keeps recent scores: ask again with force when it has ended` : known;
}

const toReply = (job_id: string, queued: number, message: string, unknown: string[] = []): RecalculationDto => ({
  job_id,
  queued,
  message,
  unknown,
});
