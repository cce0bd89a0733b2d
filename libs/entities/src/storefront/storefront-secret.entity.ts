import type { TenantId } from '#libs/core';
import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A token or secret of a connection. It is deleted when the connection ends, unless it belongs to a merchant's own app. */
@Entity('storefront_secrets')
export class StorefrontSecretEntity {
  @PrimaryColumn('uuid')
  tenantId: TenantId;

  @PrimaryColumn('uuid')
  id: string;

  @Column('uuid')
  connectionId: string;

  @Column('text')
  kind: 'access_token' | 'refresh_token' | 'webhook_secret' | 'former_webhook_secret' | 'client_id';

  /** Sealed by `SecretBox`. */
  @Column('bytea')
  ciphertext: Buffer;

  /** The name of the key that opens the ciphertext. */
  @Column('text')
  keyId: string;

  /** Null for a secret that does not expire. */
  @Column('timestamptz', { nullable: true })
  expiresAt: Date | null;
}
