import type { TenantId } from '#libs/core';
import { Column, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn } from 'typeorm';
import { TenantEntity } from './tenant.entity.js';

/** An API key of a tenant. */
@Index('api_keys_by_hash', ['keyHash'])
@Entity('api_keys')
export class ApiKeyEntity {
  @PrimaryColumn('uuid')
  tenantId: TenantId;

  @PrimaryColumn('uuid')
  id: string;

  /** SHA-256 of the key, 32 bytes. A key is 32 random bytes, so a slow hash would add nothing. */
  @Column('bytea')
  keyHash: Buffer;

  /** The first characters of the key, by which people tell their keys apart. */
  @Column('text')
  prefix: string;

  @Column('timestamptz', { default: () => 'now()' })
  createdAt: Date;

  /** The key is refused from then on; null: it has no end. */
  @Column('timestamptz', { nullable: true })
  expiresAt: Date | null;

  @ManyToOne(() => TenantEntity, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'tenant_id', referencedColumnName: 'id' })
  tenant?: TenantEntity;
}
