import { Injectable } from '@nestjs/common';
import { Clock, type TenantId } from '#libs/core';
import { Database, SecretBox } from '#libs/database';
import { findLiveConnection, type LiveConnection } from './live-connection.sql.js';

/** Which shop a tenant has connected. Asked for every call, so that one that was disconnected is refused from the next on. */
@Injectable()
export class ConnectedShops {
  constructor(
    private readonly database: Database,
    private readonly box: SecretBox,
    private readonly clock: Clock,
  ) {}

  /** @returns null when the tenant has no connected shop, or is none at all. */
  find(tenantId: TenantId): Promise<LiveConnection | null> {
    return this.database.transaction(tenantId, (db) => findLiveConnection(db, this.box, this.clock.now()));
  }
}
