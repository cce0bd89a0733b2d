import { Injectable } from '@nestjs/common';
import { AppError, Clock, conflict, type EmailAddress, isUuid, LIMITS, newId, notFound, readEmailAddress } from '#libs/core';
import { Database, type TenantDb } from '#libs/database';
import { recordAudit } from '#libs/tenants';
import { TenantEntity, UserEntity } from '#libs/entities';
import type { AccountCaller } from '#libs/guards';
import { invitationMail } from '#libs/mail';
import type { InvitationDto, InvitationListDto, InviteDto } from './member.dto.js';
import { lockForOwner } from '../../http/access/lock-for-role.js';
import type { VisitorTraits } from '../../http/request/visitor.js';
import { OutgoingMail } from '../../mail/outgoing-mail.js';
import { Attempts } from '../attempts/attempts.js';
import { newMailedToken } from '#libs/credentials';
import { insertInvitation, type InvitationRow, isMember, listInvitations, removeInvitation } from './invitations.sql.js';

/** Invites people to a tenant by mail. */
@Injectable()
export class Invite {
  constructor(
    private readonly database: Database,
    private readonly outgoing: OutgoingMail,
    private readonly attempts: Attempts,
    private readonly clock: Clock,
  ) {}

  /**
   * The inviting person never learns whether the address has an account with another tenant. Only the person who opens the mail does.
   * @throws AppError like `lockForOwner`; `conflict` when the address is already a member, or too many invitations are open; `rate_limited` when the address
   * or all invitees of the tenant got too many mails.
   */
  async invite(caller: AccountCaller, input: InviteDto, visitor: VisitorTraits): Promise<InvitationDto> {
    const email = readEmailAddress(input.email) as EmailAddress;
    for (const mails of this.attempts.ofInvitation(caller.tenantId, email)) await this.attempts.countAttempt(mails);
    const invitation = await this.database.transaction(caller.tenantId, async (db) => {
      await lockForOwner(db, caller, this.clock.now());
      if (await isMember(db, email)) throw conflict('somebody with this e-mail address is a member already');
      return this.insert(db, caller, { email, role: input.role }, visitor);
    });
    this.outgoing.wakeSender();
    return toInvitation(invitation);
  }

  async list({ tenantId }: AccountCaller): Promise<InvitationListDto> {
    const rows = await this.database.transaction(tenantId, (db) => listInvitations(db, this.clock.now()));
    return { data: rows.map(toInvitation) };
  }

  /** @throws AppError `not_found` when the tenant has no invitation with this id, also for a malformed id. */
  async revoke(caller: AccountCaller, id: string, { address }: VisitorTraits): Promise<void> {
    if (!isUuid(id)) throw notFound('invitation');
    const { tenantId, userId } = caller;
    const now = this.clock.now();
    await this.database.transaction(tenantId, async (db) => {
      await lockForOwner(db, caller, now);
      if (!(await removeInvitation(db, id))) throw notFound('invitation');
      await recordAudit(db, { action: 'member.invitation_revoked', actor: { kind: 'user', userId }, address }, now);
    });
  }

  private async insert(
    db: TenantDb,
    { tenantId, userId }: AccountCaller,
    input: { email: EmailAddress; role: InvitationRow['role'] },
    { address }: VisitorTraits,
  ): Promise<InvitationRow> {
    const now = this.clock.now();
    const id = newId();
    const { token, hash } = newMailedToken(tenantId, id);
    const expiresAt = new Date(now.getTime() + LIMITS.invitationMs);
    const made = await insertInvitation(db, { ...input, id, hash, invitedBy: userId, now, expiresAt }, LIMITS.openInvitations);
    if (made === null) throw new AppError('conflict', `${LIMITS.openInvitations} invitations wait already: revoke some first`);
    await recordAudit(db, { action: 'member.invited', actor: { kind: 'user', userId }, address, details: { role: input.role } }, now);
    const tenant = await db.repository(TenantEntity).findOne({});
    if (tenant === null) throw notFound('tenant');
    const inviter = await db.repository(UserEntity).findOne({ id: userId });
    const about = { company: tenant.name, by: inviter?.email ?? tenant.name, role: input.role };
    const mail = invitationMail(input.email, { ...about, link: this.outgoing.links.acceptInvitation(token) });
    await this.outgoing.queue(db, mail, { now, lifetimeMs: LIMITS.invitationMs });
    return made;
  }
}

const toInvitation = (row: InvitationRow): InvitationDto => ({
  id: row.id,
  email: row.email,
  role: row.role,
  created_at: row.created_at.toISOString(),
  expires_at: row.expires_at.toISOString(),
});
