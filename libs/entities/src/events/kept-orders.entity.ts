import type { CustomerId, TenantId } from '#libs/core';
import { Column, Entity, JoinColumn, ManyToOne, PrimaryColumn } from 'typeorm';
import { CustomerEntity } from './customer.entity.js';

/** Keeps of counted orders that the retention has removed what scores need: one element of each array for each order. */
@Entity('kept_orders')
export class KeptOrdersEntity {
  @PrimaryColumn('uuid')
  tenantId: TenantId;

  @PrimaryColumn('uuid')
  customerId: CustomerId;

  @PrimaryColumn('int')
  part: number;

  @Column('timestamptz')
  firstAt: Date;

  @Column('timestamptz')
  lastAt: Date;

  @Column('bigint', { array: true })
  orderHashes: string[];

  @Column('timestamptz', { array: true })
  placedAt: Date[];

  /** Ten-thousandths, before refunds; null: unknown. */
  @Column('bigint', { array: true })
  amounts: (string | null)[];

  @Column('bigint', { array: true })
  refunds: string[];

  @Column('text', { array: true })
  currencies: (string | null)[];

  @ManyToOne(() => CustomerEntity, { onDelete: 'CASCADE' })
  @JoinColumn([
    { name: 'tenant_id', referencedColumnName: 'tenantId' },
    { name: 'customer_id', referencedColumnName: 'id' },
  ])
  customer?: CustomerEntity;
}
