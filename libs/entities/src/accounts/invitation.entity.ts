import type { Role, TenantId, UserId } from '#libs/core';
import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A mailed invitation that has not been accepted yet. */
@Entity('invitations')
export class InvitationEntity {
  @PrimaryColumn('uuid')
  tenantId: TenantId;

  @PrimaryColumn('uuid')
  id: string;

  @Column('text')
  email: string;

  /** The role that the person gets. */
  @Column('text')
  role: Role;

  /** SHA-256 of the token in the link, 32 bytes. */
  @Column('bytea')
  tokenHash: Buffer;

  @Column('uuid')
  invitedBy: UserId;

  @Column('timestamptz')
  createdAt: Date;

  @Column('timestamptz')
  expiresAt: Date;
}
