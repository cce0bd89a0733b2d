import type { PlanId, TenantId } from '#libs/core';
import { Column, CreateDateColumn, Entity, PrimaryColumn } from 'typeorm';

/** Lower bounds of the labels, each included: low < medium <= … < high <= … < critical. */
export interface LabelThresholds {
  readonly medium: number;
  readonly high: number;
  readonly critical: number;
}

@Entity('tenants')
export class TenantEntity {
  @PrimaryColumn('uuid')
  id: TenantId;

  @Column('text')
  name: string;

  @Column('text')
  plan: PlanId;

  /** ISO 4217, upper case. Only orders in this currency enter monetary sums. */
  @Column('text')
  currency: string;

  /** IANA name, such as Europe/Berlin. */
  @Column('text', { default: 'UTC' })
  timezone: string;

  /** Days within which a customer must order again not to count as lost; null takes the default. */
  @Column('int', { name: 'horizon_days', nullable: true })
  horizonDays: number | null;

  @Column('jsonb', { name: 'label_thresholds', nullable: true })
  labelThresholds: LabelThresholds | null;

  /** Requests per minute agreed with this tenant; null takes those of the plan. */
  @Column('int', { name: 'rate_limit_per_minute', nullable: true })
  rateLimitPerMinute: number | null;

  @CreateDateColumn({ name: 'created_at', type: 'timestamptz' })
  createdAt: Date;
}
