import type { CustomerId, TenantId } from '#libs/core';
import { Entity, Index, JoinColumn, ManyToOne, PrimaryColumn } from 'typeorm';
import { CustomerEntity } from './customer.entity.js';
import { SegmentEntity } from './segment.entity.js';

/** A customer of a segment that lists its customers. */
@Index('segment_customers_by_customer', ['tenantId', 'customerId'])
@Entity('segment_customers')
export class SegmentCustomerEntity {
  @PrimaryColumn('uuid')
  tenantId: TenantId;

  @PrimaryColumn('uuid')
  segmentId: string;

  @PrimaryColumn('uuid')
  customerId: CustomerId;

  @ManyToOne(() => SegmentEntity, { onDelete: 'CASCADE' })
  @JoinColumn([
    { name: 'tenant_id', referencedColumnName: 'tenantId' },
    { name: 'segment_id', referencedColumnName: 'id' },
  ])
  segment?: SegmentEntity;

  @ManyToOne(() => CustomerEntity, { onDelete: 'CASCADE' })
  @JoinColumn([
    { name: 'tenant_id', referencedColumnName: 'tenantId' },
    { name: 'customer_id', referencedColumnName: 'id' },
  ])
  customer?: CustomerEntity;
}
