import type { CustomerId, TenantId } from '#libs/core';
import { Column, Entity, JoinColumn, ManyToOne, PrimaryColumn } from 'typeorm';
import { ChurnJobEntity } from './churn-job.entity.js';

/** A range of customers, after `afterId` up to and including `untilId`, that one worker goes through. */
@Entity('churn_job_parts')
export class ChurnJobPartEntity {
  @PrimaryColumn('uuid')
  tenantId: TenantId;

  @PrimaryColumn('uuid')
  jobId: string;

  @PrimaryColumn('smallint')
  part: number;

  /** The job has done the customers up to this one. */
  @Column('uuid')
  afterId: string;

  @Column('uuid')
  untilId: string;

  /** The customers of a job over named customers; null: all in the range. */
  @Column('uuid', { array: true, nullable: true })
  customerIds: CustomerId[] | null;

  @Column('int', { default: 0 })
  processed: number;

  @Column('int', { default: 0 })
  failed: number;

  @Column('boolean', { default: false })
  done: boolean;

  @ManyToOne(() => ChurnJobEntity, { onDelete: 'CASCADE' })
  @JoinColumn([
    { name: 'tenant_id', referencedColumnName: 'tenantId' },
    { name: 'job_id', referencedColumnName: 'id' },
  ])
  job?: ChurnJobEntity;
}
