import type { TenantId } from '#libs/core';
import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A secret that webhooks of a tenant are signed with. */
@Entity('webhook_secrets')
export class WebhookSecretEntity {
  @PrimaryColumn('uuid')
  tenantId: TenantId;

  @PrimaryColumn('uuid')
  id: string;

  /** Sealed by `SecretBox`. */
  @Column('bytea')
  ciphertext: Buffer;

  /** The name of the key that opens the ciphertext. */
  @Column('text')
  keyId: string;

  /** The first characters of the random part, by which people tell their secrets apart. */
  @Column('text')
  hint: string;

  @Column('timestamptz')
  createdAt: Date;

  /** Webhooks are signed with it until then; null: the current secret. */
  @Column('timestamptz', { nullable: true })
  expiresAt: Date | null;
}
