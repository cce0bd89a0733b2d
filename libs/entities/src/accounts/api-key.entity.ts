import type { KeyScope, TenantId, UserId } from '#libs/core';
import { Column, Entity, PrimaryColumn } from 'typeorm';

/** An API key of a tenant. */
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

  @Column('text')
  name: string;

  @Column('text')
  scope: KeyScope;

  /** The key of the registration, or one that replaced it. */
  @Column('boolean')
  isMain: boolean;

  /** Events name their key by it. */
  @Column('int')
  number: number;

  /** The person who made the key, who may be gone; null: an operator. */
  @Column('uuid', { nullable: true })
  createdBy: UserId | null;

  @Column('timestamptz', { default: () => 'now()' })
  createdAt: Date;

  /** To the minute; null: never. */
  @Column('timestamptz', { nullable: true })
  lastUsedAt: Date | null;

  /** The key is refused from then on; null: it has no end. */
  @Column('timestamptz', { nullable: true })
  expiresAt: Date | null;
}
