import { Injectable } from '@nestjs/common';
import { type AuditAction, Clock, type EmailAddress } from '#libs/core';
import { Database } from '#libs/database';
import { findPasswordPlace, recordAudit } from '#libs/tenants';
import { Afterwards } from '../../http/afterwards.js';
import type { VisitorTraits } from '../../http/request/visitor.js';
import { People } from './people.js';

/** Records changes of a password or second factor in all other tenants of the person. The tenant that has them records them itself. */
@Injectable()
export class RecordElsewhere {
  constructor(
    private readonly database: Database,
    private readonly people: People,
    private readonly afterwards: Afterwards,
    private readonly clock: Clock,
  ) {}

  /** Writes after the answer. */
  record(email: EmailAddress, action: AuditAction, { address }: VisitorTraits): void {
    this.afterwards.start('audit.failed', async () => {
      const passwordAt = await findPasswordPlace(this.database, email);
      for (const { tenantId, userId } of await this.people.placesOf(email)) {
        if (tenantId === passwordAt?.tenantId) continue;
        const record = { action, actor: { kind: 'user', userId }, address } as const;
        await this.database.transaction(tenantId, (db) => recordAudit(db, record, this.clock.now()));
      }
    });
  }
}
