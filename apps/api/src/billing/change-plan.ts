import { Injectable } from '@nestjs/common';
import { Clock, isHigherPlan, notFound, type PlanId } from '#libs/core';
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

  /**
   * Applies a smaller plan at once. A larger plan is stored as a request until an operator confirms it, because this service takes no payment. A
   * rate limit that was agreed with the tenant stays.
   */
  change(caller: AccountCaller, plan: PlanId, origin: AuditOrigin): Promise<BillingDto> {
    const now = this.clock.now();
    return this.database.transaction(caller.tenantId, async (db) => {
      await lockForOwner(db, caller, now);
      const tenants = db.repository(TenantEntity);
      const tenant = await tenants.findOne({});
      if (tenant === null) throw notFound('tenant');
      const { plan: from, requestedPlan } = tenant;
      const isHigher = isHigherPlan(plan, from);
      const wanted = isHigher ? { plan: from, requestedPlan: plan } : { plan, requestedPlan: null };
      if (wanted.plan !== from || wanted.requestedPlan !== requestedPlan) {
        await tenants.update({}, wanted);
        const action = isHigher ? 'plan.requested' : 'plan.changed';
        if (isHigher || plan !== from) await recordAudit(db, { action, ...origin, details: { from, to: plan } }, now);
      }
      return readBilling(db, now);
    });
  }
}
