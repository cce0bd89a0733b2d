import type { CustomerId, TenantId } from '#libs/core';
import { Column, Entity, JoinColumn, ManyToOne, PrimaryColumn } from 'typeorm';
import { CustomerEntity } from './customer.entity.js';

/** A category of which a customer has bought. */
@Entity('customer_categories')
export class CustomerCategoryEntity {
  @PrimaryColumn('uuid')
  tenantId: TenantId;

  @PrimaryColumn('uuid')
  customerId: CustomerId;

  @PrimaryColumn('text', { collation: 'C' })
  category: string;

  /** Orders that count and have an item of the category. */
  @Column('int')
  orders: number;

  @Column('timestamptz')
  firstAt: Date;

  @Column('timestamptz')
  lastAt: Date;

  @ManyToOne(() => CustomerEntity, { onDelete: 'CASCADE' })
  @JoinColumn([
    { name: 'tenant_id', referencedColumnName: 'tenantId' },
    { name: 'customer_id', referencedColumnName: 'id' },
  ])
  customer?: CustomerEntity;
}
