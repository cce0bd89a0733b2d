import type { CampaignArm, CampaignAudience, CampaignChannel, CampaignStatus, CampaignTrigger, TenantId } from '#libs/core';
import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A retention campaign. */
@Entity('campaigns')
export class CampaignEntity {
  @PrimaryColumn('uuid')
  tenantId: TenantId;

  @PrimaryColumn('uuid')
  id: string;

  @Column('text')
  name: string;

  @Column('text', { default: 'webhook' })
  channel: CampaignChannel;

  /** The endpoint that gets the recipients; null for the channel `download`. */
  @Column('text', { nullable: true })
  webhookUrl: string | null;

  @Column('text')
  status: CampaignStatus;

  @Column('jsonb')
  audience: CampaignAudience;

  /** The percentage of the audience that goes into the control group, 0 to 50. */
  @Column('smallint')
  holdoutPercent: number;

  /** The campaign leaves out customers that any campaign has reached within this many days. */
  @Column('smallint')
  cooldownDays: number;

  /** The days within which an order counts as an answer, 7 to 90; null: the rhythm of the shop decides at each send. */
  @Column('smallint', { nullable: true })
  windowDays: number | null;

  /** True: it contacts customers while an order may still come from an earlier contact. */
  @Column('boolean', { default: false })
  contactWithinWindow: boolean;

  /** Null: no limit. */
  @Column('int', { nullable: true })
  maxRecipients: number | null;

  /** True: it also goes to customers who have unsubscribed from e-mails. */
  @Column('boolean', { default: false })
  includeUnsubscribed: boolean;

  /** A cron expression in the tenant's time zone; null: none. */
  @Column('text', { nullable: true })
  schedule: string | null;

  @Column('text', { nullable: true })
  trigger: CampaignTrigger | null;

  /** The offers that the campaign compares, 2 to 4; empty without a comparison. */
  @Column('jsonb', { default: () => "'[]'" })
  arms: readonly CampaignArm[];

  /** The difference of return rates that the shop hopes for. */
  @Column('double precision', { default: 0.05 })
  hopedEffect: number;

  /** The time when the schedule runs next; null: no schedule, or the campaign is not active. */
  @Column('timestamptz', { nullable: true })
  nextRunAt: Date | null;

  @Column('timestamptz')
  createdAt: Date;

  @Column('timestamptz')
  updatedAt: Date;

  @Column('timestamptz', { nullable: true })
  lastSentAt: Date | null;
}
