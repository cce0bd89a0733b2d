import { Injectable } from '@nestjs/common';
import type { EmailAddress, TenantId } from '#libs/core';
import { Database } from '#libs/database';
import { ApiKeys } from '#libs/guards';
import { Attempts } from '../attempts/attempts.js';
import { removeInvitationsOf } from '../members/invitations.sql.js';
import { People } from '../users/people.js';

/** A committed reset. */
export interface Reset {
  readonly tenantId: TenantId;
  readonly email: EmailAddress;
  /** Hashes of API keys that ended with the reset. */
  readonly endedKeys: readonly Buffer[];
}

/** Clears what the transaction of a reset does not reach: other tenants of the person, and what is remembered outside the database. */
@Injectable()
export class ForgetAfterReset {
  constructor(
    private readonly database: Database,
    private readonly people: People,
    private readonly attempts: Attempts,
    private readonly keys: ApiKeys,
  ) {}

  /**
   * Refuses the ended keys at once, opens an account that was locked after failed attempts, and removes the open invitations that the person
   * sent from other tenants: a thief may have invited a mailbox of their own.
   */
  async forget({ tenantId: resetTenantId, email, endedKeys }: Reset): Promise<void> {
    this.keys.forget(endedKeys);
    for (const { tenantId, userId } of await this.people.placesOf(email))
      if (tenantId !== resetTenantId) await this.database.transaction(tenantId, (db) => removeInvitationsOf(db, userId));
    await this.attempts.resetCount(this.attempts.ofLogin(email, null));
  }
}
