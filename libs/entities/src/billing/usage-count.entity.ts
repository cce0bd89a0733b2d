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

  /** Bytes that are stored, of events and of what people write. */
  @Column('bigint', { default: 0 })
  bytes: string;

  /** The last UTC day on which the process stored any, and the bytes of that day. */
  @Column('date', { nullable: true })
  day: string | null;

  @Column('bigint', { default: 0 })
  dayBytes: string;

  @ManyToOne(() => TenantEntity, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'tenant_id', referencedColumnName: 'id' })
  tenant?: TenantEntity;
}
