import type { TenantId, UserId } from '#libs/core';
import { Entity, JoinColumn, ManyToOne, PrimaryColumn } from 'typeorm';
import { UserEntity } from './user.entity.js';

/** A code that replaces the second factor once. Using it deletes the row. */
@Entity('recovery_codes')
export class RecoveryCodeEntity {
  @PrimaryColumn('uuid')
  tenantId: TenantId;

  @PrimaryColumn('uuid')
  userId: UserId;

  /** SHA-256, 32 bytes. */
  @PrimaryColumn('bytea')
  codeHash: Buffer;

  @ManyToOne(() => UserEntity, { onDelete: 'CASCADE' })
  @JoinColumn([
    { name: 'tenant_id', referencedColumnName: 'tenantId' },
    { name: 'user_id', referencedColumnName: 'id' },
  ])
  user?: UserEntity;
}
