import { Injectable } from '@nestjs/common';
import { DEFAULT_LABEL_THRESHOLDS, notFound, requestsPerMinuteOf, type TenantId } from '#libs/core';
import { Database } from '#libs/database';
import { TenantEntity } from '#libs/entities';
import type { SettingsDto } from './settings.dto.js';

@Injectable()
export class GetSettings {
  constructor(private readonly database: Database) {}

  async get(tenantId: TenantId): Promise<SettingsDto> {
    const tenant = await this.database.transaction(tenantId, (db) => db.repository(TenantEntity).findOne({}));
    if (tenant === null) throw notFound('tenant');
    return toSettings(tenant);
  }
}

export const toSettings = (tenant: TenantEntity): SettingsDto => ({
  name: tenant.name,
  currency: tenant.currency,
  timezone: tenant.timezone,
  label_thresholds: { ...(tenant.labelThresholds ?? DEFAULT_LABEL_THRESHOLDS) },
  horizon_days: tenant.horizonDays,
  rate_limit_per_minute: requestsPerMinuteOf(tenant.plan, tenant.rateLimitPerMinute),
});
