import type { TenantId } from '#libs/core';
import { Column, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn } from 'typeorm';
import { TenantEntity } from '../accounts/tenant.entity.js';

/** Says what the retention of a tenant removes, and how far it has come. */
@Entity('removals')
@Index('removals_due', ['decidedAt'], { where: 'after_id IS NOT NULL' })
export class RemovalEntity {
  @PrimaryColumn('uuid')
  tenantId: TenantId;

  /** The start of a local month. Ingest refuses events before it. */
  @Column('timestamptz')
  retainedFrom: Date;

  @Column('timestamptz')
  decidedAt: Date;

  /** The customers up to this id are done; null: all are. */
  @Column('uuid', { nullable: true })
  afterId: string | null;

  @ManyToOne(() => TenantEntity, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'tenant_id', referencedColumnName: 'id' })
  tenant?: TenantEntity;
}
