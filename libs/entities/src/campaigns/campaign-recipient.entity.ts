import type { CustomerId, TenantId } from '#libs/core';
import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** A customer whom a send has chosen. */
@Index('campaign_recipients_by_customer', ['tenantId', 'customerId', 'sentAt'])
@Index('campaign_recipients_held_out', ['tenantId', 'sendId', 'customerId'], { where: 'holdout' })
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

  /** True: the customer is in the control group and was not contacted. */
  @Column('boolean')
  holdout: boolean;

  /** Null: in the control group. */
  @Column('uuid', { nullable: true })
  deliveryId: string | null;

  @Column('timestamptz')
  sentAt: Date;
}
