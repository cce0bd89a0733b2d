import type { TenantId, UserId } from '#libs/core';
import { Column, Entity, JoinColumn, ManyToOne, PrimaryColumn } from 'typeorm';
import { TenantEntity } from '../accounts/tenant.entity.js';

/** The last export of a tenant. */
@Entity('tenant_exports')
export class TenantExportEntity {
  @PrimaryColumn('uuid')
  tenantId: TenantId;

  @Column('uuid')
  jobId: string;

  /** The table that is under way; '' before the first. */
  @Column('text', { default: '' })
  tableName: string;

  /** The primary key of the last row of the table that the file has. */
  @Column('text', { array: true, nullable: true })
  after: string[] | null;

  /** Rows in the file, by table. */
  @Column('jsonb', { default: () => "'{}'" })
  rowCounts: Record<string, number>;

  @Column('int', { default: 0 })
  parts: number;

  /** The size of the file. */
  @Column('bigint', { default: 0 })
  bytes: string;

  @Column('uuid')
  requestedBy: UserId;

  @Column('timestamptz')
  requestedAt: Date;

  @Column('timestamptz', { nullable: true })
  finishedAt: Date | null;

  @Column('timestamptz', { nullable: true })
  expiresAt: Date | null;

  @ManyToOne(() => TenantEntity, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'tenant_id', referencedColumnName: 'id' })
  tenant?: TenantEntity;
}
