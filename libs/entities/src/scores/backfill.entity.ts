import type { TenantId } from '#libs/core';
import { Column, Entity, JoinColumn, ManyToOne, PrimaryColumn } from 'typeorm';
import { TenantEntity } from '../accounts/tenant.entity.js';

/** The last backfill of a tenant: when it began, when events of it last arrived, and what it changed. */
@Entity('backfills')
export class BackfillEntity {
  @PrimaryColumn('uuid')
  tenantId: TenantId;

  @Column('timestamptz')
  beganAt: Date;

  @Column('timestamptz')
  lastEventAt: Date;

  /** The time when the sender said that the backfill is done; null when it has not. */
  @Column('timestamptz', { nullable: true })
  endedAt: Date | null;

  /** The first of the new events about orders that no fit has seen yet. */
  @Column('timestamptz', { nullable: true })
  oldest: Date | null;

  /** The last of them. */
  @Column('timestamptz', { nullable: true })
  newest: Date | null;

  @ManyToOne(() => TenantEntity, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'tenant_id', referencedColumnName: 'id' })
  tenant?: TenantEntity;
}
