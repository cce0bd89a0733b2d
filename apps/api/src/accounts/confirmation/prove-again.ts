import { Injectable } from '@nestjs/common';
import { Clock, LIMITS, unauthorized } from '#libs/core';
import { Database } from '#libs/database';
import { noteProof, recordAudit } from '#libs/tenants';
import type { AccountCaller } from '#libs/guards';
import type { VisitorTraits } from '../../http/request/visitor.js';
import type { ConfirmationDto, ConfirmedDto } from './confirmation.dto.js';
import { ConfirmPerson } from './confirm-person.js';

/** Makes the proof of a session fresh again, for the operations with `@FreshProof()`. */
@Injectable()
export class ProveAgain {
  constructor(
    private readonly person: ConfirmPerson,
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /** @throws the errors of `ConfirmPerson`; AppError `unauthorized` when the session has ended in the meantime. */
  async prove(caller: AccountCaller, input: ConfirmationDto, { address }: VisitorTraits): Promise<ConfirmedDto> {
    await this.person.confirm(caller, input);
    const now = this.clock.now();
    await this.database.transaction(caller.tenantId, async (db) => {
      if (!(await noteProof(db, caller.sessionId, now))) throw unauthorized('the session has ended: sign in again');
      await recordAudit(db, { action: 'session.confirmed', actor: { kind: 'user', userId: caller.userId }, address }, now);
    });
    return { confirmed_until: new Date(now.getTime() + LIMITS.freshProofMs).toISOString() };
  }
}
