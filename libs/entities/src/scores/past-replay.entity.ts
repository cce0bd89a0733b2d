import type { PastIntervals, TenantId } from '#libs/core';
import { Column, Entity, JoinColumn, ManyToOne, PrimaryColumn } from 'typeorm';
import { TenantEntity } from '../accounts/tenant.entity.js';

/** Progress of the past weeks of a tenant, and what follows from all of them. */
@Entity('past_replays')
export class PastReplayEntity {
  @PrimaryColumn('uuid')
  tenantId: TenantId;

  /** The time at which a worker has to look; null while nothing is to do. */
  @Column('timestamptz', { nullable: true })
  dueAt: Date | null;

  @Column('int', { default: 0 })
  weeks: number;

  @Column('int', { default: 0 })
  weeksDone: number;

  /** The day with the list that is kept; null while no past week has enough history before it. */
  @Column('date', { nullable: true })
  namedDay: string | null;

  @Column('jsonb', { nullable: true })
  intervals: PastIntervals | null;

  @Column('timestamptz', { nullable: true })
  finishedAt: Date | null;

  @ManyToOne(() => TenantEntity, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'tenant_id', referencedColumnName: 'id' })
  tenant?: TenantEntity;
}
