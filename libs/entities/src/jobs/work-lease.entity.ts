import type { TenantId } from '#libs/core';
import { Column, Entity, JoinColumn, ManyToOne, PrimaryColumn } from 'typeorm';
import { TenantEntity } from '../accounts/tenant.entity.js';

/** Work that a worker has begun, or that rests after a failure. */
@Entity('work_leases')
export class WorkLeaseEntity {
  @PrimaryColumn('uuid')
  tenantId: TenantId;

  @PrimaryColumn('text')
  kind: string;

  /** The row that says what is due: a job, a connection, the tenant. */
  @PrimaryColumn('uuid')
  subject: string;

  /** Null: the work rests. */
  @Column('uuid', { nullable: true })
  token: string | null;

  @Column('timestamptz')
  until: Date;

  /** Tries in a row that did not end well. */
  @Column('smallint')
  failures: number;

  /** No worker takes the work before. */
  @Column('timestamptz')
  notBefore: Date;

  @ManyToOne(() => TenantEntity, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'tenant_id', referencedColumnName: 'id' })
  tenant?: TenantEntity;
}
