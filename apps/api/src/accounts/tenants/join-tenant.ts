import { Injectable } from '@nestjs/common';
import { Clock, conflict, forbidden, notFound } from '#libs/core';
import { type MailedToken, readMailedToken } from '#libs/credentials';
import { Database, type TenantDb } from '#libs/database';
import type { AccountCaller } from '#libs/guards';
import { insertMember, recordAudit } from '#libs/tenants';
import { TenantEntity } from '#libs/entities';
import type { VisitorTraits } from '../../http/request/visitor.js';
import { OutgoingMail } from '../../mail/outgoing-mail.js';
import { wrongInvitation } from '../members/accept-invitation.js';
import { findInvitation, isMember, takeInvitation } from '../members/invitations.sql.js';
import { type OwnTenant, People } from '../users/people.js';

/** Makes a signed-in person a member of another tenant, which has invited them. */
@Injectable()
export class JoinTenant {
  constructor(
    private readonly database: Database,
    private readonly people: People,
    private readonly outgoing: OutgoingMail,
    private readonly clock: Clock,
  ) {}

  /**
   * @throws AppError `validation_error` when the token is not valid; `forbidden` when another address is invited; `conflict` when the person is
   * in the tenant already, or in too many
   */
  async join(caller: AccountCaller, text: string, visitor: VisitorTraits): Promise<OwnTenant> {
    const email = await this.people.addressOf(caller);
    const token = readMailedToken(text);
    const invited = token === null ? null : await this.invitedAddress(token);
    if (token === null || invited === null) throw wrongInvitation();
    if (invited !== email)
      throw forbidden('the invitation is for another e-mail address: sign in with that one, or ask to be invited with yours');
    await this.people.requireRoom(email);
    const joined = await this.database.transaction(token.tenantId, (db) => this.insert(db, token, visitor));
    this.outgoing.wakeSender();
    return joined;
  }

  /** Returns null when the token is not valid. */
  private async invitedAddress(token: MailedToken): Promise<string | null> {
    const invitation = await this.database.transaction(token.tenantId, (db) => findInvitation(db, token, this.clock.now()));
    return invitation?.email ?? null;
  }

  private async insert(db: TenantDb, token: MailedToken, { address }: VisitorTraits): Promise<OwnTenant> {
    const now = this.clock.now();
    const invitation = await takeInvitation(db, token, now);
    const tenant = await db.repository(TenantEntity).findOne({});
    if (invitation === null) throw wrongInvitation();
    if (tenant === null) throw notFound('tenant');
    if (await isMember(db, invitation.email)) throw conflict('you are a member of this tenant already');
    const user = await insertMember(db, { email: invitation.email, role: invitation.role }, now);
    const record = { action: 'member.joined', actor: { kind: 'user', userId: user.id }, details: { role: user.role } } as const;
    await recordAudit(db, { ...record, address }, now);
    if (user.role === 'owner') await this.outgoing.notify(db, { kind: 'owner_added', about: user.email }, now);
    return { id: tenant.id, name: tenant.name, role: user.role };
  }
}
