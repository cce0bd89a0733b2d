import type { TenantId, UserId } from '#libs/core';
import { Column, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn, Unique } from 'typeorm';
import { UserEntity } from './user.entity.js';

/** A user who signs in with the password that another tenant has. `login_names` leads to that one. */
@Unique('memberships_tenant_id_email_hash_key', ['tenantId', 'emailHash'])
@Index('memberships_by_hash', ['emailHash'])
@Entity('memberships')
export class MembershipEntity {
  @PrimaryColumn('uuid')
  tenantId: TenantId;

  @PrimaryColumn('uuid')
  userId: UserId;

  /** SHA-256 of the normalised address, 32 bytes. */
  @Column('bytea')
  emailHash: Buffer;

  @ManyToOne(() => UserEntity, { onDelete: 'CASCADE' })
  @JoinColumn([
    { name: 'tenant_id', referencedColumnName: 'tenantId' },
    { name: 'user_id', referencedColumnName: 'id' },
  ])
  user?: UserEntity;
}
