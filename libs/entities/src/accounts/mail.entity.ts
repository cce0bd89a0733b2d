import type { TenantId } from '#libs/core';
import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A mail that the mail server has not taken yet. */
@Entity('mails')
export class MailEntity {
  @PrimaryColumn('uuid')
  tenantId: TenantId;

  @PrimaryColumn('uuid')
  id: string;

  /** Address, subject and text, sealed by `SecretBox`. */
  @Column('bytea')
  ciphertext: Buffer;

  /** The name of the key that opens the ciphertext. */
  @Column('text')
  keyId: string;

  @Column('int', { default: 0 })
  attempts: number;

  @Column('timestamptz')
  nextAttemptAt: Date;

  /** The mail is dropped when it has not been sent by this time. */
  @Column('timestamptz')
  expiresAt: Date;
}
