import type { CustomerId, TenantId } from '#libs/core';
import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A customer who has met the trigger of a campaign and waits for its next send. */
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
}
