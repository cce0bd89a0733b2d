import type { TenantId } from '#libs/core';
import { Column, Entity, JoinColumn, ManyToOne, PrimaryColumn } from 'typeorm';
import { TenantEntity } from '../accounts/tenant.entity.js';

/** The time when to check next whether a tenant needs a new model, and what the last fit saw. One row per tenant. */
@Entity('model_fits')
export class ModelFitEntity {
  @PrimaryColumn('uuid')
  tenantId: TenantId;

  /** The time when to check next. */
  @Column('timestamptz')
  lookAt: Date;

  /** No fit begins before then, after a failure. */
  @Column('timestamptz', { nullable: true })
  notBefore: Date | null;

  /** Since when a fit has been put off because customers wait for scores. */
  @Column('timestamptz', { nullable: true })
  unsettledSince: Date | null;

  @Column('timestamptz', { nullable: true })
  fittedAt: Date | null;

  /** The customers with ids up to this one were counted. */
  @Column('uuid', { nullable: true })
  countedUntil: string | null;

  @Column('int', { nullable: true })
  countedCustomers: number | null;

  @Column('bigint', { nullable: true })
  countedOrders: string | null;

  /** The horizon in days that the tenant had set at the last fit. */
  @Column('int', { nullable: true })
  horizonSetting: number | null;

  /** The next step of the automatic horizon, in days. */
  @Column('int', { nullable: true })
  plannedHorizon: number | null;

  /** The first UTC day on which a fit may take that step. */
  @Column('date', { nullable: true })
  plannedFrom: string | null;

  /** The version of the fitting procedure at the last fit. */
  @Column('text', { nullable: true })
  procedure: string | null;

  /** True: predictions with a horizon that has passed were wrong on average. */
  @Column('boolean', { default: false })
  isOff: boolean;

  @Column('timestamptz', { nullable: true })
  firstFittedAt: Date | null;

  /** The last fit that followed a backfill. */
  @Column('timestamptz', { nullable: true })
  backfilledAt: Date | null;

  /** The fit that a worker has begun and not ended. */
  @Column('uuid', { nullable: true })
  jobId: string | null;

  /** The time when an operator pinned the active model; null: fits go on. */
  @Column('timestamptz', { nullable: true })
  pinnedAt: Date | null;

  @ManyToOne(() => TenantEntity, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'tenant_id', referencedColumnName: 'id' })
  tenant?: TenantEntity;
}
