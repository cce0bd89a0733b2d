import type { TenantId } from '#libs/core';
import { Column, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn } from 'typeorm';
import { StorefrontConnectionEntity } from './storefront-connection.entity.js';

/** The directory of connected shops. A shop belongs to one tenant only. */
@Index('storefront_shops_by_connection', ['tenantId', 'connectionId'])
@Entity('storefront_shops')
export class StorefrontShopEntity {
  /** SHA-256 of the domain, 32 bytes. */
  @PrimaryColumn('bytea')
  shopHash: Buffer;

  @Column('uuid')
  tenantId: TenantId;

  @Column('uuid')
  connectionId: string;

  @ManyToOne(() => StorefrontConnectionEntity, { onDelete: 'CASCADE' })
  @JoinColumn([
    { name: 'tenant_id', referencedColumnName: 'tenantId' },
    { name: 'connection_id', referencedColumnName: 'id' },
  ])
  connection?: StorefrontConnectionEntity;
}
