import type { TenantId, UserId } from '#libs/core';
import { Column, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn } from 'typeorm';
import { UserEntity } from './user.entity.js';

/** The directory of sign-in names. An e-mail address has one account over all tenants, in the tenant that has its password. */
@Index('login_names_by_user', ['tenantId', 'userId'])
@Entity('login_names')
export class LoginNameEntity {
  /** SHA-256 of the normalised address, 32 bytes. */
  @PrimaryColumn('bytea')
  emailHash: Buffer;

  @Column('uuid')
  tenantId: TenantId;

  @Column('uuid')
  userId: UserId;

  @ManyToOne(() => UserEntity, { onDelete: 'CASCADE' })
  @JoinColumn([
    { name: 'tenant_id', referencedColumnName: 'tenantId' },
    { name: 'user_id', referencedColumnName: 'id' },
  ])
  user?: UserEntity;
}
