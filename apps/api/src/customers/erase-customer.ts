import { Injectable } from '@nestjs/common';
import { Clock, customerIdOf, newId, notFound, type TenantId } from '#libs/core';
import { Database } from '#libs/database';
import type { ErasureDto } from '#libs/dto';
import { findErasure, openErasure } from './erase-customer.sql.js';

/** Opens the job that erases a customer. A worker's sweep finds it within a second, so nobody is told of it. */
@Injectable()
export class EraseCustomer {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /** @throws AppError `not_found` when nothing is stored about the customer. */
  async start(tenantId: TenantId, externalId: string): Promise<ErasureDto> {
    const customerId = customerIdOf(tenantId, externalId);
    const jobId = newId();
    const openedId = await this.database.transaction(tenantId, async (db) =>
      (await openErasure(db, jobId, customerId, this.clock.now())) ? jobId : findErasure(db, customerId),
    );
    if (openedId === null) throw notFound('customer');
    return { job_id: openedId };
  }
}
