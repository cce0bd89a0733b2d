import { Injectable } from '@nestjs/common';
import { Clock, type TenantId } from '#libs/core';
import { Database, type TenantDb } from '#libs/database';
import { recordAudit } from '#libs/tenants';
import type { LoginReplyDto } from '../sessions/session.dto.js';
import type { VisitorTraits } from '../../http/request/visitor.js';
import { BeginSession } from '../sessions/begin-session.js';
import { SecondFactor } from '../two-factor/second-factor.js';
import { lockUser, type LoginRow } from '../users/find-user.sql.js';
import { toUserDto } from '../users/user-reply.js';

/** The outcome of a sign-in with a correct password. */
export type Admission = LoginReplyDto | 'refused' | 'totp_required' | 'totp_locked';

/** Begins a session after a correct password, if the second factor is correct as well. */
@Injectable()
export class SignIn {
  constructor(
    private readonly database: Database,
    private readonly beginSession: BeginSession,
    private readonly secondFactor: SecondFactor,
    private readonly clock: Clock,
  ) {}

  /** @param known the row that the password check read. A refusal is a result: an error would roll back the use of a code. */
  signIn(
    { tenantId, known, code }: { tenantId: TenantId; known: LoginRow; code: string | null },
    visitor: VisitorTraits,
  ): Promise<Admission> {
    return this.database.transaction(tenantId, (db) => this.decide(db, known, code, visitor));
  }

  private async decide(db: TenantDb, known: LoginRow, code: string | null, visitor: VisitorTraits): Promise<Admission> {
    // A password change ends all sessions, so no session may begin later with the old password.
    const user = await lockUser(db, known.id);
    if (user?.password_hash == null || user.password_hash !== known.password_hash) return 'refused';
    if (user.has_second_factor && code === null) return 'totp_required';
    const now = this.clock.now();
    const check = user.has_second_factor ? await this.secondFactor.useCode(db, user.id, code ?? '', now) : 'right';
    if (check !== 'right') return check === 'locked' ? 'totp_locked' : 'refused';
    const tokens = await this.beginSession.begin(db, user.id, now, visitor);
    await recordAudit(db, { action: 'user.logged_in', actor: { kind: 'user', userId: user.id }, address: visitor.address }, now);
    return { ...tokens, user: toUserDto(db.tenantId, user) };
  }
}
