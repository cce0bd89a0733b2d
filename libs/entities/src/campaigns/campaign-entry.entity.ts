import type { CustomerId, TenantId } from '#libs/core';
import { Column, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn } from 'typeorm';
import { CampaignEntity } from './campaign.entity.js';

/** A customer who has met the trigger of a campaign and waits for its next send. */
@Index('campaign_entries_by_customer', ['tenantId', 'customerId'])
@Entity('campaign_entries')
export class CampaignEntryEntity {
  @PrimaryColumn('uuid')
  tenantId: TenantId;

  @PrimaryColumn('uuid')
  campaignId: string;

  @PrimaryColumn('uuid')
  customerId: CustomerId;

  @Column('timestamptz')
  enteredAt: Date;

  @ManyToOne(() => CampaignEntity, { onDelete: 'CASCADE' })
  @JoinColumn([
    { name: 'tenant_id', referencedColumnName: 'tenantId' },
    { name: 'campaign_id', referencedColumnName: 'id' },
  ])
  campaign?: CampaignEntity;
}
