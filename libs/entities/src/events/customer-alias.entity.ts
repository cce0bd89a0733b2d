import type { CustomerId, TenantId } from '#libs/core';
import { Column, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn } from 'typeorm';
import { CustomerEntity } from './customer.entity.js';

/** Another identifier of a customer. What was sent under it stays under it, and counts for the customer. */
@Entity('customer_aliases')
@Index('customer_aliases_by_customer', ['tenantId', 'customerId'])
export class CustomerAliasEntity {
  @PrimaryColumn('uuid')
  tenantId: TenantId;

  @PrimaryColumn('uuid')
  aliasId: CustomerId;

  @Column('uuid')
  customerId: CustomerId;

  @ManyToOne(() => CustomerEntity, { onDelete: 'CASCADE' })
  @JoinColumn([
    { name: 'tenant_id', referencedColumnName: 'tenantId' },
    { name: 'alias_id', referencedColumnName: 'id' },
  ])
  alias?: CustomerEntity;

  @ManyToOne(() => CustomerEntity, { onDelete: 'CASCADE' })
  @JoinColumn([
    { name: 'tenant_id', referencedColumnName: 'tenantId' },
    { name: 'customer_id', referencedColumnName: 'id' },
  ])
  customer?: CustomerEntity;
}
