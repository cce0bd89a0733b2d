import { Injectable } from '@nestjs/common';
import { Clock, type TenantId } from '#libs/core';
import { Database, SecretBox } from '#libs/database';
import { findLiveConnection, type LiveConnection } from './live-connection.sql.js';

/** Finds the shop that a tenant has connected. Every call reads it, so a disconnected shop is refused from its next call on. */
@Injectable()
export class ConnectedShops {
  constructor(
    private readonly database: Database,
    private readonly box: SecretBox,
    private readonly clock: Clock,
  ) {}

  /** @returns null when the tenant has no connected shop, or does not exist. */
  find(tenantId: TenantId): Promise<LiveConnection | null> {
    return this.database.transaction(tenantId, (db) => findLiveConnection(db, this.box, this.clock.now()));
  }
}
