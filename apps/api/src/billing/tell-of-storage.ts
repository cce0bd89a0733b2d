import { Injectable } from '@nestjs/common';
import { Clock, type TenantId } from '#libs/core';
import { Database } from '#libs/database';
import { Log, STORAGE_QUOTA } from '#libs/observability';
import { UsageMeter } from '#libs/tenants';
import { OutgoingMail } from '../mail/outgoing-mail.js';

/** Tells owners when their tenant has nearly used up its quota of stored bytes. */
@Injectable()
export class TellOfStorage {
  constructor(
    private readonly database: Database,
    private readonly meter: UsageMeter,
    private readonly outgoing: OutgoingMail,
    private readonly clock: Clock,
    private readonly log: Log,
  ) {}

  async tell(): Promise<void> {
    for (const tenantId of this.meter.quota.takeNearlyUsed()) {
      const told = await this.database.transaction(tenantId, (db) => this.outgoing.tellOfStorage(db, this.clock.now()));
      if (told) this.note(tenantId);
    }
  }

  private note(tenantId: TenantId): void {
    STORAGE_QUOTA.inc({ outcome: 'near' });
    this.log.warn('quota.nearly_used', { tenantId });
    this.outgoing.wakeSender();
  }
}
