import type { TenantId } from '#libs/core';
import { Column, Entity, JoinColumn, ManyToOne, PrimaryColumn } from 'typeorm';
import { TenantEntity } from '../accounts/tenant.entity.js';

/** The count of one process in a month. The use of the month is the sum of its rows. */
@Entity('usage_counts')
export class UsageCountEntity {
  @PrimaryColumn('uuid')
  tenantId: TenantId;

  /** The first day of the UTC month. */
  @PrimaryColumn('date')
  month: string;

  /** The process that writes the row. */
  @PrimaryColumn('uuid')
  writer: string;

  @Column('bigint')
  requests: string;

  @Column('bigint')
  events: string;

  @ManyToOne(() => TenantEntity, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'tenant_id', referencedColumnName: 'id' })
  tenant?: TenantEntity;
}
