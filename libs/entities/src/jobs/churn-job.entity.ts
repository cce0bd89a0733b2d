import type { CustomerId, TenantId } from '#libs/core';
import { Column, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn, Unique } from 'typeorm';
import { TenantEntity } from '../accounts/tenant.entity.js';

/** Long work with progress: a nightly pass, a recalculation, an erasure, an export, the removal of an upload. */
@Unique('churn_jobs_tenant_id_type_pass_day_key', ['tenantId', 'type', 'passDay'])
@Index('churn_jobs_open', ['tenantId'], { where: "status IN ('queued', 'running')" })
@Index('churn_jobs_one_whole_tenant', ['tenantId'], { unique: true, where: "whole_tenant AND status IN ('queued', 'running')" })
@Index('churn_jobs_one_erasure', ['tenantId', 'customerId', 'shop'], {
  unique: true,
  where: "customer_id IS NOT NULL AND status IN ('queued', 'running')",
})
@Index('churn_jobs_one_removal', ['tenantId', 'uploadId'], {
  unique: true,
  where: "upload_id IS NOT NULL AND status IN ('queued', 'running')",
})
@Entity('churn_jobs')
export class ChurnJobEntity {
  @PrimaryColumn('uuid')
  tenantId: TenantId;

  @PrimaryColumn('uuid')
  id: string;

  /** nightly, recalculate, refit, settings, fit, erase, export or remove_upload. */
  @Column('text')
  type: string;

  @Column('text')
  status: 'queued' | 'running' | 'completed' | 'failed';

  /** The UTC day of a nightly pass. */
  @Column('date', { nullable: true })
  passDay: string | null;

  /** True: the job goes through all customers, and is the only one of its kind that is open. */
  @Column('boolean', { default: false })
  wholeTenant: boolean;

  /** True: customers who were scored a moment ago are scored again. */
  @Column('boolean', { default: true })
  force: boolean;

  /** The customer to erase. */
  @Column('uuid', { nullable: true })
  customerId: CustomerId | null;

  /** Only resyncs have one. */
  @Column('uuid', { nullable: true })
  destinationId: string | null;

  /** Only removals of uploads have one. */
  @Column('uuid', { nullable: true })
  uploadId: string | null;

  /** platform:shop of an erasure of what came from one shop; '' for all other jobs. */
  @Column('text', { default: '' })
  shop: string;

  /** Customers that the job goes through. */
  @Column('int', { default: 0 })
  queued: number;

  @Column('int', { default: 0 })
  processed: number;

  @Column('int', { default: 0 })
  failed: number;

  /** The number of times in a row that the job failed and was tried again. */
  @Column('smallint', { default: 0 })
  failedSlices: number;

  @Column('text', { nullable: true })
  error: string | null;

  @Column('timestamptz')
  createdAt: Date;

  /** The time of the last request by the clock of the database. An erasure leaves what was received later. */
  @Column('timestamptz', { default: () => 'clock_timestamp()' })
  requestedAt: Date;

  @Column('timestamptz', { nullable: true })
  startedAt: Date | null;

  @Column('timestamptz', { nullable: true })
  finishedAt: Date | null;

  @ManyToOne(() => TenantEntity, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'tenant_id', referencedColumnName: 'id' })
  tenant?: TenantEntity;
}
