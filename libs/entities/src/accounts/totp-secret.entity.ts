import type { TenantId, UserId } from '#libs/core';
import { Column, Entity, PrimaryColumn } from 'typeorm';

/** The second factor of a user: the secret of an authenticator app. */
@Entity('totp_secrets')
export class TotpSecretEntity {
  @PrimaryColumn('uuid')
  tenantId: TenantId;

  /** The id of the user. */
  @PrimaryColumn('uuid')
  id: UserId;

  /** Sealed by `SecretBox`. */
  @Column('bytea')
  ciphertext: Buffer;

  /** The name of the key that opens the ciphertext. */
  @Column('text')
  keyId: string;

  /** The 30-second step of the newest accepted code. A code works once. */
  @Column('bigint', { default: 0 })
  lastStep: string;

  /** Wrong codes since the last right one. */
  @Column('int', { default: 0 })
  failedCodes: number;

  /** Null until the user has entered a first code; until then sign-in asks for no code. */
  @Column('timestamptz', { nullable: true })
  confirmedAt: Date | null;
}
