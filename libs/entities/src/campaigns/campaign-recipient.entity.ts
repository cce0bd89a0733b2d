import type { CustomerId, Spared, TenantId } from '#libs/core';
import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** A customer chosen by a send. */
@Index('campaign_recipients_by_customer', ['tenantId', 'customerId', 'sentAt'])
@Index('campaign_recipients_by_part', ['tenantId', 'sendId', 'part', 'holdout', 'customerId'])
@Entity('campaign_recipients')
export class CampaignRecipientEntity {
  @PrimaryColumn('uuid')
  tenantId: TenantId;

  @PrimaryColumn('uuid')
  campaignId: string;

  @PrimaryColumn('uuid')
  customerId: CustomerId;

  @PrimaryColumn('uuid')
  sendId: string;

  @Column('int')
  part: number;

  /** True: the customer was not contacted. */
  @Column('boolean')
  holdout: boolean;

  /** Why a customer who was not contacted is not in the control group of this campaign; null: contacted, or in its control group. */
  @Column('text', { nullable: true })
  spared: Spared | null;

  @Column('timestamptz')
  sentAt: Date;

  /** The `contact_cell` of the customer at that time. */
  @Column('smallint', { nullable: true })
  cell: number | null;

  /** Score × (1 − score) at that time. */
  @Column('real', { nullable: true })
  slope: number | null;

  /** The time when another campaign chose the customer within the window. It is set when the row that says so is deleted. */
  @Column('timestamptz', { nullable: true })
  cutAt: Date | null;
}
