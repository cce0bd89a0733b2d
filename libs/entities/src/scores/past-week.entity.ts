import type { PastOutcome, TenantId } from '#libs/core';
import { Column, Entity, JoinColumn, ManyToOne, PrimaryColumn } from 'typeorm';
import { TenantEntity } from '../accounts/tenant.entity.js';

/** The totals of a tenant at the end of a past week, calculated afterwards, and what happened next. */
@Entity('past_weeks')
export class PastWeekEntity {
  @PrimaryColumn('uuid')
  tenantId: TenantId;

  /** A Sunday, UTC. */
  @PrimaryColumn('date')
  day: string;

  /** Settings and procedure that the row follows from. */
  @Column('text')
  basis: string;

  /** Order days up to the day, and in the days after it with a known outcome. They show that an import changed the past. */
  @Column('bigint')
  orderDays: string;

  @Column('bigint')
  outcomeDays: string;

  @Column('text')
  modelVersion: string;

  @Column('smallint')
  horizonDays: number;

  @Column('int')
  low: number;

  @Column('int')
  medium: number;

  @Column('int')
  high: number;

  @Column('int')
  critical: number;

  @Column('int')
  new: number;

  @Column('int')
  active: number;

  @Column('int')
  secondOrderDue: number;

  @Column('int')
  slipping: number;

  @Column('int')
  lost: number;

  /** Four decimals. */
  @Column('numeric', { precision: 20, scale: 4 })
  scoreSum: string;

  @Column('numeric', { precision: 24, scale: 2 })
  revenueSum: string;

  @Column('numeric', { precision: 24, scale: 2 })
  expectedSum: string;

  /** Revenue in the horizon; null until it has passed. */
  @Column('numeric', { precision: 24, scale: 2, nullable: true })
  actualSum: string | null;

  @Column('numeric', { name: 'expected_90', precision: 24, scale: 2, nullable: true })
  expected90: string | null;

  @Column('numeric', { name: 'actual_90', precision: 24, scale: 2, nullable: true })
  actual90: string | null;

  @Column('jsonb', { nullable: true })
  outcome: PastOutcome | null;

  @ManyToOne(() => TenantEntity, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'tenant_id', referencedColumnName: 'id' })
  tenant?: TenantEntity;
}
