import { Injectable } from '@nestjs/common';
import { EVENT_ROLES, EVENT_TYPES, ORDER_ASPECTS, type TenantId, type UsedBehaviour } from '#libs/core';
import { Database, type TenantDb } from '#libs/database';
import type { EventTypeListDto } from './event-types.dto.js';

/** Lists the event types, with what they mean to the tenant's model. */
@Injectable()
export class ListEventTypes {
  constructor(private readonly database: Database) {}

  async list(tenantId: TenantId): Promise<EventTypeListDto> {
    const used = new Set((await this.database.read(tenantId, findUsed)).flatMap(({ eventTypes }) => eventTypes));
    return {
      data: EVENT_TYPES.map((type) => ({ type, role: EVENT_ROLES[type], used_by_model: ORDER_ASPECTS[type] !== null || used.has(type) })),
    };
  }
}

// Needs index models_one_active.
const FIND_USED = `SELECT behaviour FROM models WHERE tenant_id = $1 AND status = 'active'`;

async function findUsed(db: TenantDb): Promise<readonly UsedBehaviour[]> {
  const [row] = await db.prepared<{ behaviour: readonly UsedBehaviour[] }>(FIND_USED);
  return row?.behaviour ?? [];
}
