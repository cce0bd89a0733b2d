import type { TenantId } from '#libs/core';
import { Column, Entity, JoinColumn, ManyToOne, PrimaryColumn } from 'typeorm';
import { TenantEntity } from '../accounts/tenant.entity.js';

/** The change of a tenant's totals on a day. The sum of all rows up to a day gives the totals at its end. */
@Entity('daily_score_changes')
export class DailyScoreChangeEntity {
  @PrimaryColumn('uuid')
  tenantId: TenantId;

  /** In the tenant's time zone. */
  @PrimaryColumn('date')
  day: string;

  /** A day has several rows, so that parallel workers do not wait for one row. */
  @PrimaryColumn('smallint')
  shard: number;

  /** Customers with this label, more or fewer than the day before; so are medium, high and critical. */
  @Column('int')
  low: number;

  @Column('int')
  medium: number;

  @Column('int')
  high: number;

  @Column('int')
  critical: number;

  /** Customers with this lifecycle, more or fewer than the day before; so are active, slipping and lost. */
  @Column('int', { default: 0 })
  new: number;

  @Column('int', { default: 0 })
  active: number;

  @Column('int', { default: 0 })
  slipping: number;

  @Column('int', { default: 0 })
  lost: number;

  @Column('int', { default: 0 })
  secondOrderDue: number;

  /** Change of the sum of all scores. */
  @Column('numeric', { precision: 20, scale: 4 })
  scoreSum: string;

  /** Change of the revenue at risk, two decimals. */
  @Column('numeric', { precision: 24, scale: 2 })
  revenueSum: string;

  /** Change of the expected revenue, two decimals. */
  @Column('numeric', { precision: 24, scale: 2, default: 0 })
  expectedSum: string;

  /** Change of the revenue at risk of the customers who slip away, two decimals. */
  @Column('numeric', { precision: 24, scale: 2, default: 0 })
  slippingSum: string;

  /** Change of their expected revenue, two decimals. */
  @Column('numeric', { precision: 24, scale: 2, default: 0 })
  slippingExpectedSum: string;

  /** Change of what they bring within the horizon if all of them order, two decimals. */
  @Column('numeric', { precision: 24, scale: 2, default: 0 })
  slippingIfOrderedSum: string;

  /** The same three sums for customers with a second order that is due. */
  @Column('numeric', { precision: 24, scale: 2, default: 0 })
  secondDueSum: string;

  @Column('numeric', { precision: 24, scale: 2, default: 0 })
  secondDueExpectedSum: string;

  @Column('numeric', { precision: 24, scale: 2, default: 0 })
  secondDueIfOrderedSum: string;

  /** Customers who are late and neither slip away nor are lost, more or fewer than the day before. */
  @Column('int', { default: 0 })
  lateActive: number;

  /** Change of their revenue at risk, two decimals. */
  @Column('numeric', { precision: 24, scale: 2, default: 0 })
  lateActiveSum: string;

  /** Customers who placed their first order. */
  @Column('int', { default: 0 })
  joined: number;

  /** Slipping and lost customers who ordered again. */
  @Column('int', { default: 0 })
  cameBack: number;

  /** The orders with which they came back, two decimals. */
  @Column('numeric', { precision: 24, scale: 2, default: 0 })
  cameBackSum: string;

  /** Customers who became lost, by waiting. */
  @Column('int', { default: 0 })
  becameLost: number;

  @ManyToOne(() => TenantEntity, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'tenant_id', referencedColumnName: 'id' })
  tenant?: TenantEntity;
}
