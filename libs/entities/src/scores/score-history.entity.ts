import type { CustomerId, Label, TenantId } from '#libs/core';
import { Column, Entity, JoinColumn, ManyToOne, PrimaryColumn } from 'typeorm';
import { CustomerEntity } from '../events/customer.entity.js';

/** A score that a customer had: one row for each change of label, and one for each day with a scoring. */
@Entity('score_history')
export class ScoreHistoryEntity {
  @PrimaryColumn('uuid')
  tenantId: TenantId;

  @PrimaryColumn('uuid')
  customerId: CustomerId;

  @PrimaryColumn('timestamptz')
  calculatedAt: Date;

  /** Four decimals. */
  @Column('numeric', { precision: 5, scale: 4 })
  score: string;

  @Column('text')
  label: Label;

  @Column('text')
  modelVersion: string;

  @ManyToOne(() => CustomerEntity, { onDelete: 'CASCADE' })
  @JoinColumn([
    { name: 'tenant_id', referencedColumnName: 'tenantId' },
    { name: 'customer_id', referencedColumnName: 'id' },
  ])
  customer?: CustomerEntity;
}
