import { Injectable } from '@nestjs/common';
import { Clock, conflict, isUuid, notFound, type Role, toUserId, type UserId } from '#libs/core';
import { Database, type TenantDb } from '#libs/database';
import { moveSignIn, recordAudit, SecretBox } from '#libs/tenants';
import type { MadeKeyDto, MemberDto, MemberListDto } from './member.dto.js';
import type { AccountCaller } from '#libs/guards';
import { lockForOwner, lockForRole } from '../../http/access/lock-for-role.js';
import type { VisitorTraits } from '../../http/request/visitor.js';
import { OutgoingMail } from '../../mail/outgoing-mail.js';
import { removeInvitationsOf } from './invitations.sql.js';
import { findUser } from '../users/find-user.sql.js';
import { People } from '../users/people.js';
import { countOtherOwners, listMembers, type MemberRow, removeUser, setRole, validKeysOf } from './members.sql.js';

/** Lists, changes and removes the people of a tenant. */
@Injectable()
export class Members {
  constructor(
    private readonly database: Database,
    private readonly box: SecretBox,
    private readonly people: People,
    private readonly outgoing: OutgoingMail,
    private readonly clock: Clock,
  ) {}

  async list({ tenantId }: AccountCaller): Promise<MemberListDto> {
    const rows = await this.database.transaction(tenantId, listMembers);
    const data: MemberDto[] = [];
    for (const row of rows) data.push(await this.shown(row));
    return { data };
  }

  /** @throws AppError like `lockForOwner`, `not_found` for an id of another tenant, `conflict` when the tenant would have no owner left. */
  async changeRole(caller: AccountCaller, id: string, role: Role, { address }: VisitorTraits): Promise<MemberDto> {
    if (!isUuid(id)) throw notFound('member');
    const userId = toUserId(id);
    const now = this.clock.now();
    const changed = await this.database.transaction(caller.tenantId, async (db) => {
      await lockForOwner(db, caller, now);
      const wasOwner = (await findUser(db, userId))?.role === 'owner';
      const owners = await countOtherOwners(db, userId);
      if (!(await setRole(db, userId, role))) throw notFound('member');
      if (owners === 0 && role !== 'owner') throw lastOwner();
      const revoked = role === 'owner' ? {} : await revokeInvitationsOf(db, userId);
      const details = { user_id: id, role, ...revoked };
      const record = { action: 'member.role_changed', actor: actorOf(caller), address, details } as const;
      await recordAudit(db, record, now);
      const member = (await listMembers(db)).find((row) => row.id === userId);
      if (member === undefined) throw notFound('member');
      if (role === 'owner' && !wasOwner) await this.outgoing.notify(db, { kind: 'owner_added', about: member.email }, now);
      return member;
    });
    this.outgoing.wakeSender();
    return this.shown(changed);
  }

  /**
   * The person stays in their other tenants.
   * @returns the API keys that the member made and that still work: the person may know them
   * @throws AppError like `changeRole`
   */
  async remove(caller: AccountCaller, id: string, visitor: VisitorTraits): Promise<MadeKeyDto[]> {
    if (!isUuid(id)) throw notFound('member');
    return this.end(caller, toUserId(id), 'owner', visitor);
  }

  /** Ends the membership of the caller. @throws AppError `conflict` for the last owner */
  async leave(caller: AccountCaller, visitor: VisitorTraits): Promise<void> {
    await this.end(caller, caller.userId, 'viewer', visitor);
  }

  private async end(caller: AccountCaller, userId: UserId, least: Role, { address }: VisitorTraits): Promise<MadeKeyDto[]> {
    const now = this.clock.now();
    // A refusal must change nothing, and each tenant has a transaction of its own.
    await this.database.transaction(caller.tenantId, async (db) => {
      await lockForRole(db, caller, least, now);
      if ((await findUser(db, userId)) === null) throw notFound('member');
      if ((await countOtherOwners(db, userId)) === 0) throw lastOwner();
    });
    await moveSignIn(this.database, this.box, { tenantId: caller.tenantId, userId });
    return this.database.transaction(caller.tenantId, async (db) => {
      await lockForRole(db, caller, least, now);
      const owners = await countOtherOwners(db, userId);
      if (!(await removeUser(db, userId))) throw notFound('member');
      if (owners === 0) throw lastOwner();
      const details = { user_id: userId, ...(await revokeInvitationsOf(db, userId)) };
      await recordAudit(db, { action: 'member.removed', actor: actorOf(caller), address, details }, now);
      return validKeysOf(db, userId, now);
    });
  }

  private async shown(row: MemberRow): Promise<MemberDto> {
    return toMember({ ...row, has_second_factor: await this.people.hasSecondFactor(row) });
  }
}

/** Revokes a former owner's invitations, so that they cannot return as an owner through a mailbox that they invited. */
const revokeInvitationsOf = async (db: TenantDb, userId: UserId): Promise<{ invitations_revoked: number }> => ({
  invitations_revoked: await removeInvitationsOf(db, userId),
});

const actorOf = ({ userId }: AccountCaller) => ({ kind: 'user', userId }) as const;

const lastOwner = () => conflict('it is the last owner: make somebody else an owner first');

const toMember = (row: MemberRow): MemberDto => ({
  id: row.id,
  email: row.email,
  role: row.role,
  two_factor_enabled: row.has_second_factor,
  created_at: row.created_at.toISOString(),
});
