import type { CustomerId, TenantId } from '#libs/core';
import { Column, Entity, JoinColumn, ManyToOne, PrimaryColumn } from 'typeorm';
import { CustomerEntity } from './customer.entity.js';

/** The orders that a customer with very many placed on one UTC day, added up. */
@Entity('order_days')
export class OrderDayEntity {
  @PrimaryColumn('uuid')
  tenantId: TenantId;

  @PrimaryColumn('uuid')
  customerId: CustomerId;

  /** Days since 1970-01-01. */
  @PrimaryColumn('int')
  day: number;

  /** Orders that count, before refunds that name no order. */
  @Column('int')
  orders: number;

  @Column('int')
  foreignOrders: number;

  /** Orders with a known amount in the tenant's currency. */
  @Column('int')
  valued: number;

  /** The sum of these amounts in ten-thousandths. */
  @Column('numeric')
  units: string;

  @Column('timestamptz')
  firstAt: Date;

  @Column('timestamptz')
  lastAt: Date;

  /** Each order in 12 bytes; null while nobody needs them. */
  @Column('bytea', { nullable: true })
  pack: Buffer | null;

  @ManyToOne(() => CustomerEntity, { onDelete: 'CASCADE' })
  @JoinColumn([
    { name: 'tenant_id', referencedColumnName: 'tenantId' },
    { name: 'customer_id', referencedColumnName: 'id' },
  ])
  customer?: CustomerEntity;
}
