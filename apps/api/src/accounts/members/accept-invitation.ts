import { Injectable } from '@nestjs/common';
import { type AppError, Clock, conflict, type EmailAddress, hashEmailAddress, invalid, toTenantId } from '#libs/core';
import { Database, type TenantDb } from '#libs/database';
import { insertUser, recordAudit } from '#libs/tenants';
import type { AcceptInvitationDto } from './member.dto.js';
import type { LoginReplyDto } from '../sessions/session.dto.js';
import type { VisitorTraits } from '../../http/request/visitor.js';
import { OutgoingMail } from '../../mail/outgoing-mail.js';
import { type MailedToken, readMailedToken } from '#libs/credentials';
import { NewPasswords, wordsAbout } from '../users/new-passwords.js';
import { BeginSession } from '../sessions/begin-session.js';
import { toUserDto } from '../users/user-reply.js';
import { lockUser } from '../users/find-user.sql.js';
import { findInvitation, takeInvitation } from './invitations.sql.js';
import { removeUser } from './members.sql.js';

/** Creates an account for the person who opened the invitation mail, and signs them in. */
@Injectable()
export class AcceptInvitation {
  constructor(
    private readonly database: Database,
    private readonly passwords: NewPasswords,
    private readonly beginSession: BeginSession,
    private readonly outgoing: OutgoingMail,
    private readonly clock: Clock,
  ) {}

  /** @throws AppError `validation_error` when the token is not valid, `conflict` when its address has an account by now. */
  async accept(input: AcceptInvitationDto, visitor: VisitorTraits): Promise<LoginReplyDto> {
    const token = readMailedToken(input.token);
    // Checked before the password is hashed, so that invented tokens cost next to nothing.
    const about = token === null ? null : await this.wordsAbout(token);
    if (token === null || about === null) throw wrongInvitation();
    const passwordHash = await this.passwords.hash(input.password, 'password', about.words);
    await this.freeAddress(about.email, visitor);
    const reply = await this.database.transaction(token.tenantId, (db) => this.join(db, token, passwordHash, visitor));
    this.outgoing.wakeSender();
    return reply;
  }

  /** @returns null when the token is not valid. */
  private wordsAbout(token: MailedToken): Promise<{ email: EmailAddress; words: string[] } | null> {
    return this.database.transaction(token.tenantId, async (db) => {
      const invitation = await findInvitation(db, token, this.clock.now());
      if (invitation === null) return null;
      return { email: invitation.email as EmailAddress, words: await wordsAbout(db, invitation.email) };
    });
  }

  /**
   * Removes an account that holds the address and has never proven it. The token shows that the mailbox belongs to the caller, so a stranger who
   * registered the address first cannot keep the caller out. The stranger's tenant stays, for the operator.
   */
  private async freeAddress(email: EmailAddress, { address }: VisitorTraits): Promise<void> {
    const holder = await this.database.findLogin(hashEmailAddress(email));
    if (holder === null) return;
    await this.database.transaction(toTenantId(holder.tenant_id), async (db) => {
      const user = await lockUser(db, holder.user_id);
      if (user === null || user.is_verified) return;
      await removeUser(db, user.id);
      const details = { user_id: user.id, address_proven_elsewhere: true };
      await recordAudit(db, { action: 'member.removed', actor: { kind: 'system' }, address, details }, this.clock.now());
    });
  }

  private async join(db: TenantDb, token: MailedToken, passwordHash: string, visitor: VisitorTraits): Promise<LoginReplyDto> {
    const now = this.clock.now();
    const invitation = await takeInvitation(db, token, now);
    if (invitation === null) throw wrongInvitation();
    const user = await insertUser(db, { email: invitation.email, passwordHash, role: invitation.role, verifiedAt: now }, now);
    if (user === null) throw conflict('the e-mail address has an account already: sign in, and accept the invitation there');
    const record = { action: 'member.joined', actor: { kind: 'user', userId: user.id }, details: { role: user.role } } as const;
    await recordAudit(db, { ...record, address: visitor.address }, now);
    if (user.role === 'owner') await this.outgoing.notify(db, { kind: 'owner_added', about: user.email }, now);
    const tokens = await this.beginSession.begin(db, user.id, now, visitor);
    return { ...tokens, user: toUserDto(db.tenantId, { ...user, has_second_factor: false, is_verified: true }) };
  }
}

export const wrongInvitation = (): AppError =>
  invalid('token', 'wrong', 'token is not valid, was used or taken back, or is older than seven days: ask to be invited again');
