import { Injectable } from '@nestjs/common';
import { Clock, notFound, type PlanId } from '#libs/core';
import { Database } from '#libs/database';
import { type AuditOrigin, recordAudit } from '#libs/tenants';
import { TenantEntity } from '#libs/entities';
import type { AccountCaller } from '#libs/guards';
import { lockForOwner } from '../http/access/lock-for-role.js';
import type { BillingDto } from './billing.dto.js';
import { readBilling } from './get-billing.js';

@Injectable()
export class ChangePlan {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /** Keeps a rate limit that was agreed with the tenant. A new plan does not change it. */
  change(caller: AccountCaller, plan: PlanId, origin: AuditOrigin): Promise<BillingDto> {
    const now = this.clock.now();
    return this.database.transaction(caller.tenantId, async (db) => {
      await lockForOwner(db, caller, now);
      const tenants = db.repository(TenantEntity);
      const tenant = await tenants.findOne({});
      if (tenant === null) throw notFound('tenant');
      if (tenant.plan !== plan) {
        await tenants.update({}, { plan });
        await recordAudit(db, { action: 'plan.changed', ...origin, details: { from: tenant.plan, to: plan } }, now);
      }
      return readBilling(db, now);
    });
  }
}
