import type { CustomerId, TenantId } from '#libs/core';
import { Column, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn } from 'typeorm';
import { TenantEntity } from '../accounts/tenant.entity.js';

/** A published prediction that is compared with the customer's behaviour when the horizon has passed. */
@Index('predictions_by_customer', ['tenantId', 'customerId'])
@Entity('predictions')
export class PredictionEntity {
  @PrimaryColumn('uuid')
  tenantId: TenantId;

  /** The UTC day on which the prediction was made. */
  @PrimaryColumn('date')
  day: string;

  @PrimaryColumn('uuid')
  customerId: CustomerId;

  /** Four decimals. */
  @Column('numeric', { precision: 5, scale: 4 })
  score: string;

  @Column('smallint')
  horizonDays: number;

  @ManyToOne(() => TenantEntity, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'tenant_id', referencedColumnName: 'id' })
  tenant?: TenantEntity;
}
