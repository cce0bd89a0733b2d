import type { TenantId } from '#libs/core';
import { Column, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn } from 'typeorm';
import { CampaignEntity } from './campaign.entity.js';

/** One send of a campaign, as it was decided. Only its counts and `thinned` change. */
@Index('campaign_sends_by_key', ['tenantId', 'campaignId', 'idempotencyKey'], { unique: true })
@Index('campaign_sends_to_thin', ['tenantId', 'id'], { where: 'NOT thinned' })
@Entity('campaign_sends')
export class CampaignSendEntity {
  @PrimaryColumn('uuid')
  tenantId: TenantId;

  @PrimaryColumn('uuid')
  id: string;

  @Column('uuid')
  campaignId: string;

  @Column('text')
  source: 'manual' | 'schedule' | 'trigger';

  /** The key of the request that started the send; null: the worker started it. */
  @Column({ type: 'text', collation: 'C', nullable: true })
  idempotencyKey: string | null;

  /** The body that came with the idempotency key. */
  @Column('text', { nullable: true })
  request: string | null;

  @Column('text')
  name: string;

  /** Days after the send in which an order counts as a return. */
  @Column('int')
  windowDays: number;

  @Column('int', { default: 0 })
  recipientsCount: number;

  @Column('int', { default: 0 })
  holdoutCount: number;

  /** The deliveries of the parts, in their order. */
  @Column('uuid', { array: true, default: () => "'{}'" })
  deliveryIds: string[];

  @Column('timestamptz')
  sentAt: Date;

  /** True: recipients that no result and no cooldown needs any more were deleted. */
  @Column('boolean', { default: false })
  thinned: boolean;

  @ManyToOne(() => CampaignEntity, { onDelete: 'CASCADE' })
  @JoinColumn([
    { name: 'tenant_id', referencedColumnName: 'tenantId' },
    { name: 'campaign_id', referencedColumnName: 'id' },
  ])
  campaign?: CampaignEntity;
}
