import type { TenantId } from '#libs/core';
import { Column, Entity, PrimaryColumn } from 'typeorm';

/** One send of a campaign, as it was decided. Only its counts and `thinned` change. */
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

  /** The percentage of new customers that went into the control group. */
  @Column('smallint', { default: 0 })
  holdoutPercent: number;

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
}
