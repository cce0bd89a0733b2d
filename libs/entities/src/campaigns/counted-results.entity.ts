import type { TenantId } from '#libs/core';
import { Column, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn } from 'typeorm';
import { TenantEntity } from '../accounts/tenant.entity.js';

/**
 * Results about many customers, which workers count, and those that stay when the recipients are deleted. They contain no ids of customers.
 */
@Index('counted_results_due', ['dueAt'], { where: 'due_at IS NOT NULL' })
@Entity('counted_results')
export class CountedResultsEntity {
  @PrimaryColumn('uuid')
  tenantId: TenantId;

  /** The campaign, or the tenant for all campaigns together. */
  @PrimaryColumn('uuid')
  about: string;

  /** Null before the first count. */
  @Column('jsonb', { nullable: true })
  numbers: object | null;

  @Column('timestamptz', { nullable: true })
  countedAt: Date | null;

  @Column('int', { nullable: true })
  tookMs: number | null;

  /** The time from which a worker counts again; null: newer numbers have not been requested. A worker moves it ahead while it counts. */
  @Column('timestamptz', { nullable: true })
  dueAt: Date | null;

  /** True: the recipients are deleted, so nothing can count them again. */
  @Column('boolean', { default: false })
  final: boolean;

  @ManyToOne(() => TenantEntity, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'tenant_id', referencedColumnName: 'id' })
  tenant?: TenantEntity;
}
