import type { TenantId } from '#libs/core';
import { Column, CreateDateColumn, Entity, PrimaryColumn } from 'typeorm';

/** A tenant's API key. Only its SHA-256 is stored: a key is 32 random bytes, so a slow hash would add nothing. */
@Entity('api_keys')
export class ApiKeyEntity {
  @PrimaryColumn('uuid', { name: 'tenant_id' })
  tenantId: TenantId;

  @PrimaryColumn('uuid')
  id: string;

  @Column('bytea', { name: 'key_hash' })
  keyHash: Buffer;

  /** The first characters of the key, shown so that people can tell their keys apart. */
  @Column('text')
  prefix: string;

  @CreateDateColumn({ name: 'created_at', type: 'timestamptz' })
  createdAt: Date;

  /** From this moment on the key is refused; null while it has no end. */
  @Column('timestamptz', { name: 'expires_at', nullable: true })
  expiresAt: Date | null;
}
