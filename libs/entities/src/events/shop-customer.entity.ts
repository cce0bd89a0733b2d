import type { CustomerId, TenantId } from '#libs/core';
import { Entity, Index, JoinColumn, ManyToOne, PrimaryColumn } from 'typeorm';
import { CustomerEntity } from './customer.entity.js';

/** Records that a customer came from a storefront, after the retention has removed the events that said so. */
@Entity('shop_customers')
@Index('shop_customers_by_shop', ['tenantId', 'shop'])
export class ShopCustomerEntity {
  @PrimaryColumn('uuid')
  tenantId: TenantId;

  @PrimaryColumn('uuid')
  customerId: CustomerId;

  /** platform:shop, as in the ids of events. */
  @PrimaryColumn({ type: 'text', collation: 'C' })
  shop: string;

  @ManyToOne(() => CustomerEntity, { onDelete: 'CASCADE' })
  @JoinColumn([
    { name: 'tenant_id', referencedColumnName: 'tenantId' },
    { name: 'customer_id', referencedColumnName: 'id' },
  ])
  customer?: CustomerEntity;
}
