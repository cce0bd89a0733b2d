import type { TenantId } from '#libs/core';
import { Column, Entity, PrimaryColumn } from 'typeorm';

/** The directory of connected shops. A shop belongs to one tenant only. */
@Entity('storefront_shops')
export class StorefrontShopEntity {
  /** SHA-256 of the domain, 32 bytes. */
  @PrimaryColumn('bytea')
  shopHash: Buffer;

  @Column('uuid')
  tenantId: TenantId;

  @Column('uuid')
  connectionId: string;
}
