import type { CustomerId, TenantId } from '#libs/core';
import { Column, Entity, JoinColumn, ManyToOne, PrimaryColumn } from 'typeorm';
import { CustomerEntity } from '../events/customer.entity.js';

/** A customer on the list of a past day, and what this customer did in the horizon after it. */
@Entity('past_named')
export class PastNamedEntity {
  @PrimaryColumn('uuid')
  tenantId: TenantId;

  @PrimaryColumn('uuid')
  customerId: CustomerId;

  /** From 1, by revenue at risk. */
  @Column('smallint')
  place: number;

  /** Four decimals. */
  @Column('numeric', { precision: 5, scale: 4 })
  score: string;

  @Column('numeric', { precision: 18, scale: 2 })
  expectedRevenue: string;

  @Column('numeric', { precision: 18, scale: 2 })
  revenueAtRisk: string;

  /** The UTC day of the first order in the horizon; null without one. */
  @Column('date', { nullable: true })
  returnedOn: string | null;

  @Column('numeric', { precision: 24, scale: 2 })
  spent: string;

  @ManyToOne(() => CustomerEntity, { onDelete: 'CASCADE' })
  @JoinColumn([
    { name: 'tenant_id', referencedColumnName: 'tenantId' },
    { name: 'customer_id', referencedColumnName: 'id' },
  ])
  customer?: CustomerEntity;
}
