import type { ReturnAlarm, ReturnWatchState, TenantId } from '#libs/core';
import { Column, Entity, JoinColumn, ManyToOne, PrimaryColumn } from 'typeorm';
import { TenantEntity } from '../accounts/tenant.entity.js';

/** The watch of a tenant: whether known customers come back as expected, as a worker saw it in the last night. */
@Entity('return_watches')
export class ReturnWatchEntity {
  @PrimaryColumn('uuid')
  tenantId: TenantId;

  /** UTC. */
  @Column('date')
  checkedOn: string;

  @Column('jsonb')
  state: ReturnWatchState;

  /** The last ones, by the day on which they were found. */
  @Column('jsonb', { default: () => "'[]'" })
  alarms: ReturnAlarm[];

  /** The days by which orders were late in the last nights: the day, and how many. */
  @Column('jsonb', { default: () => "'[]'" })
  lags: [string, number][];

  @ManyToOne(() => TenantEntity, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'tenant_id', referencedColumnName: 'id' })
  tenant?: TenantEntity;
}
