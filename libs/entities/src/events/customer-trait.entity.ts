import type { CustomerId, TenantId } from '#libs/core';
import { Column, Entity, JoinColumn, ManyToOne, PrimaryColumn } from 'typeorm';
import { CustomerEntity } from './customer.entity.js';
import { TraitEntity } from './trait.entity.js';

/** The values that a trait of a customer has had. */
@Entity('customer_traits')
export class CustomerTraitEntity {
  @PrimaryColumn('uuid')
  tenantId: TenantId;

  @PrimaryColumn('uuid')
  customerId: CustomerId;

  @PrimaryColumn('uuid')
  traitId: string;

  /** UTC day numbers on which the values began, ascending. */
  @Column('int', { array: true })
  fromDays: number[];

  /** Null: removed on that day. */
  @Column('float8', { array: true })
  numbers: (number | null)[];

  @ManyToOne(() => CustomerEntity, { onDelete: 'CASCADE' })
  @JoinColumn([
    { name: 'tenant_id', referencedColumnName: 'tenantId' },
    { name: 'customer_id', referencedColumnName: 'id' },
  ])
  customer?: CustomerEntity;

  @ManyToOne(() => TraitEntity, { onDelete: 'CASCADE' })
  @JoinColumn([
    { name: 'tenant_id', referencedColumnName: 'tenantId' },
    { name: 'trait_id', referencedColumnName: 'id' },
  ])
  trait?: TraitEntity;
}
