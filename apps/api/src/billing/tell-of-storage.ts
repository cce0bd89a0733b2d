import { Injectable } from '@nestjs/common';
import { Clock, DAY_MS, type TenantId } from '#libs/core';
import { Database, type TenantDb } from '#libs/database';
import { storageMail } from '#libs/mail';
import { Log, STORAGE_QUOTA } from '#libs/observability';
import { isNearly, noteQuotaMail, readStorageUse, UsageMeter } from '#libs/tenants';
import { OutgoingMail } from '../mail/outgoing-mail.js';

/** Tells the owners of tenants whose quota of stored bytes is nearly used up, once a day at most. */
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
      const told = await this.database.transaction(tenantId, (db) => this.tellOwners(db));
      if (told) this.note(tenantId);
    }
  }

  private async tellOwners(db: TenantDb): Promise<boolean> {
    const now = this.clock.now();
    const use = await readStorageUse(db, now);
    if (!isNearly(use) || !(await noteQuotaMail(db, now))) return false;
    await this.outgoing.queueToOwners(db, (to) => storageMail(to, use), { now, lifetimeMs: DAY_MS });
    return true;
  }

  private note(tenantId: TenantId): void {
    STORAGE_QUOTA.inc({ outcome: 'near' });
    this.log.warn('quota.nearly_used', { tenantId });
    this.outgoing.wakeSender();
  }
}
