import { Injectable } from '@nestjs/common';
import { Clock, notFound, type TenantId } from '#libs/core';
import { Database } from '#libs/database';
import { findDeletion } from '#libs/tenants';
import { toDeletion } from '#libs/dto';
import { ApiKeyEntity, TenantEntity } from '#libs/entities';
import type { ApiKeySummaryDto, TenantDto } from './tenant.dto.js';

@Injectable()
export class GetTenant {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  get(tenantId: TenantId): Promise<TenantDto> {
    const now = this.clock.now();
    return this.database.transaction(tenantId, async (db) => {
      const tenant = await db.repository(TenantEntity).findOne({});
      if (tenant === null) throw notFound('tenant');
      const keys = await db.repository(ApiKeyEntity).find({}, { order: { createdAt: 'DESC', id: 'DESC' } });
      const deletion = await findDeletion(db);
      const { id, name, plan, currency, timezone, createdAt } = tenant;
      const good = keys.filter(({ expiresAt }) => expiresAt === null || expiresAt > now);
      const summary = { id, name, plan, currency, timezone, created_at: createdAt.toISOString() };
      return { ...summary, api_keys: good.map(toSummary), deletion: deletion && toDeletion(deletion) };
    });
  }
}

const toSummary = ({ prefix, createdAt, expiresAt }: ApiKeyEntity): ApiKeySummaryDto => ({
  prefix,
  created_at: createdAt.toISOString(),
  expires_at: expiresAt?.toISOString() ?? null,
});
