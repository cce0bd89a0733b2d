import type { TenantId } from '#libs/core';
import { Column, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn } from 'typeorm';
import { TenantEntity } from '../accounts/tenant.entity.js';

/** A secret that webhooks of a tenant are signed with. */
@Index('webhook_secrets_current', ['tenantId'], { unique: true, where: 'expires_at IS NULL' })
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

  @ManyToOne(() => TenantEntity, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'tenant_id', referencedColumnName: 'id' })
  tenant?: TenantEntity;
}
