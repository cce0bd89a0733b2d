import type { TenantId, UserId } from '#libs/core';
import { Column, Entity, PrimaryColumn } from 'typeorm';

/** An authorization that is under way. The callback deletes the row, so a state works once. */
@Entity('storefront_states')
export class StorefrontStateEntity {
  @PrimaryColumn('uuid')
  tenantId: TenantId;

  @PrimaryColumn('uuid')
  id: string;

  /** SHA-256 of the state, 32 bytes. */
  @Column('bytea')
  stateHash: Buffer;

  @Column('uuid')
  userId: UserId;

  @Column('text')
  platform: string;

  @Column('text')
  shop: string;

  /** The credentials of the merchant's own app, sealed by `SecretBox`; null for the operator's app. */
  @Column('bytea', { nullable: true })
  ciphertext: Buffer | null;

  /** The name of the key that opens the ciphertext. */
  @Column('text', { nullable: true })
  keyId: string | null;

  @Column('timestamptz')
  createdAt: Date;

  @Column('timestamptz')
  expiresAt: Date;
}
