import type { Role, TenantId, UserId } from '#libs/core';
import { Column, Entity, JoinColumn, ManyToOne, PrimaryColumn, Unique } from 'typeorm';
import { TenantEntity } from './tenant.entity.js';

/** A mailed invitation that has not been accepted yet. */
@Unique('invitations_tenant_id_email_key', ['tenantId', 'email'])
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

  @ManyToOne(() => TenantEntity, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'tenant_id', referencedColumnName: 'id' })
  tenant?: TenantEntity;
}
