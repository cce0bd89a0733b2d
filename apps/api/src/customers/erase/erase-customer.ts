import { Injectable } from '@nestjs/common';
import { Clock, customerIdOf, newId, notFound, type TenantId } from '#libs/core';
import { Database, type TenantDb } from '#libs/database';
import { type AuditOrigin, recordAudit } from '#libs/tenants';
import type { ErasureDto } from '#libs/dto';
import { createWaitingCustomers } from '#libs/ingestion';
import { findCustomerOf } from '../aliases/aliases.sql.js';
import { forgetRejected, openErasure } from './erase-customer.sql.js';
import { lockPerson, withWholePerson } from './lock-person.js';

/** Opens the job that erases a customer. A worker's sweep finds it within a second, so it needs no wake-up. */
@Injectable()
export class EraseCustomer {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /** @throws AppError `not_found` when we store nothing about the customer. */
  async start(tenantId: TenantId, externalId: string, origin: AuditOrigin): Promise<ErasureDto> {
    const namedId = customerIdOf(tenantId, externalId);
    const jobId = newId();
    const now = this.clock.now();
    const open = async (db: TenantDb): Promise<string | null> => {
      await forgetRejected(db, namedId);
      await createWaitingCustomers(db, [namedId]);
      await lockPerson(db, async () => [namedId, await findCustomerOf(db, namedId)]);
      // The job erases the aliases of the customer too.
      const customerId = await findCustomerOf(db, namedId);
      const opened = await openErasure(db, { id: jobId, customerId, shop: '' }, now);
      if (opened !== jobId) return opened;
      // The log names the job, not the customer, because the log outlives the erased data.
      await recordAudit(db, { action: 'customer.erasure_requested', ...origin, details: { job_id: jobId } }, now);
      return jobId;
    };
    const openedId = await withWholePerson(() => this.database.transaction(tenantId, open));
    if (openedId === null) throw notFound('customer');
    return { job_id: openedId };
  }
}
