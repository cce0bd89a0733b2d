import type { MailedLinkPurpose, TenantId, UserId } from '#libs/core';
import { Column, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn } from 'typeorm';
import { UserEntity } from './user.entity.js';

/** A link that was mailed to a user and works once. */
@Index('mailed_links_by_user', ['tenantId', 'userId'])
@Entity('mailed_links')
export class MailedLinkEntity {
  @PrimaryColumn('uuid')
  tenantId: TenantId;

  @PrimaryColumn('uuid')
  id: string;

  @Column('uuid')
  userId: UserId;

  @Column('text')
  purpose: MailedLinkPurpose;

  /** SHA-256 of the token in the link, 32 bytes. */
  @Column('bytea')
  tokenHash: Buffer;

  @Column('timestamptz')
  createdAt: Date;

  @Column('timestamptz')
  expiresAt: Date;

  @ManyToOne(() => UserEntity, { onDelete: 'CASCADE' })
  @JoinColumn([
    { name: 'tenant_id', referencedColumnName: 'tenantId' },
    { name: 'user_id', referencedColumnName: 'id' },
  ])
  user?: UserEntity;
}
