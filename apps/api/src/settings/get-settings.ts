import { Injectable } from '@nestjs/common';
import { DEFAULT_LABEL_THRESHOLDS, notFound, requestsPerMinuteOf, type TenantId } from '#libs/core';
import { Database } from '#libs/database';
import { TenantEntity } from '#libs/entities';
import type { SettingsDto } from './settings.dto.js';

@Injectable()
export class GetSettings {
  constructor(private readonly database: Database) {}

  get(tenantId: TenantId): Promise<SettingsDto> {
    return this.database.transaction(tenantId, async (db) => {
      const tenant = await db.repository(TenantEntity).findOne({});
      if (tenant === null) throw notFound('tenant');
      return toSettings(tenant);
    });
  }
}

export function toSettings(tenant: TenantEntity): SettingsDto {
  return {
    name: tenant.name,
    currency: tenant.currency,
    timezone: tenant.timezone,
    label_thresholds: { ...(tenant.labelThresholds ?? DEFAULT_LABEL_THRESHOLDS) },
    horizon_days: tenant.horizonDays,
    retention_months: tenant.retentionMonths,
    control_percent: tenant.controlPercent,
    contact_cost: Number(tenant.contactCost),
    customer_url: tenant.customerUrl,
    allowed_data_fields: tenant.allowedDataFields,
    retained_from: tenant.retainedFrom?.toISOString() ?? null,
    rate_limit_per_minute: requestsPerMinuteOf(tenant.plan, tenant.rateLimitPerMinute),
  };
}
