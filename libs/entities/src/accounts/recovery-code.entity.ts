import type { TenantId, UserId } from '#libs/core';
import { Entity, PrimaryColumn } from 'typeorm';

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
}
