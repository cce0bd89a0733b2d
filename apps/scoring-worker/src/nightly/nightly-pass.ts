import { Injectable } from '@nestjs/common';
import { Clock, HOUR_MS, MINUTE_MS, type TenantId } from '#libs/core';
import { Database } from '#libs/database';
import { openPass } from '#libs/work';
import { Log } from '#libs/observability';
import { JobPublisher } from '#libs/queues';
import type { Stage } from '../runner/stage.js';
import { NightlyTasks } from './nightly-tasks.js';
import { tenantsWithoutPass } from './passes-due.sql.js';

/** A tenant without a pass for the day. */
interface DuePass {
  readonly tenantId: TenantId;
  /** UTC, `2026-11-21`. */
  readonly day: string;
}

/** Time limit for the transaction that lists the customers who are due. */
const OPEN_MS = 5 * MINUTE_MS;

/**
 * Recalculates due scores once a day: a customer who buys nothing sends no event, yet becomes more likely to have left. Runs the tasks of the night
 * as well.
 */
@Injectable()
export class NightlyPass implements Stage<DuePass> {
  constructor(
    private readonly database: Database,
    private readonly publisher: JobPublisher,
    private readonly clock: Clock,
    private readonly log: Log,
    private readonly tasks: NightlyTasks,
  ) {}

  async findDue(): Promise<DuePass[]> {
    const now = this.clock.now();
    const day = now.toISOString().slice(0, 10);
    const dueAt = new Date(Date.parse(`${day}T00:00:00Z`) + this.tasks.hourUtc * HOUR_MS);
    if (now < dueAt) return [];
    const tenants = await tenantsWithoutPass(this.database, day, dueAt);
    return tenants.map((tenantId) => ({ tenantId, day }));
  }

  /** Opens the pass as a job over the customers who are due, and runs the tasks of the night. */
  async work({ tenantId, day }: DuePass): Promise<boolean> {
    const now = this.clock.now();
    const opened = await this.database.transaction(tenantId, (db) => openPass(db, day, now), OPEN_MS);
    // Another worker was first.
    if (opened === null) return false;
    const { jobId, queued } = opened;
    this.log.info('nightly_pass.opened', { tenantId, jobId, day, queued });
    this.publisher.recalculate({ v: 1, tenantId, jobId });
    await this.tasks.runAll(tenantId, now);
    return false;
  }
}
