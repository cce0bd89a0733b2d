import { Injectable } from '@nestjs/common';
import { Clock, LIMITS, notFound, type TenantId } from '#libs/core';
import { Database } from '#libs/database';
import { type AuditOrigin, recordAudit } from '#libs/tenants';
import type { FreedTraitDto, TraitListDto } from './trait.dto.js';
import { freeTrait, listTraits, scoreAllAgain, readUse } from './traits.sql.js';

/** Lists the names of a tenant's traits, and frees them. */
@Injectable()
export class ManageTraits {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  list(tenantId: TenantId): Promise<TraitListDto> {
    return this.database.transaction(tenantId, async (db) => {
      const [rows, isUsed] = [await listTraits(db), await readUse(db)];
      return {
        data: rows.map((row) => ({ name: row.name, used_by_model: isUsed(row), created_at: row.created_at.toISOString() })),
        limit: LIMITS.traits.names,
      };
    });
  }

  /** Frees a name. Its values no longer count. @throws AppError `not_found` when the tenant does not have the trait */
  async free(tenantId: TenantId, name: string, origin: AuditOrigin): Promise<FreedTraitDto> {
    const now = this.clock.now();
    await this.database.transaction(tenantId, async (db) => {
      const freed = await freeTrait(db, name, now);
      if (freed === null) throw notFound('trait');
      if ((await readUse(db))(freed)) await scoreAllAgain(db);
      await recordAudit(db, { action: 'trait.freed', ...origin, details: { name } }, now);
    });
    return { freed: name };
  }
}
