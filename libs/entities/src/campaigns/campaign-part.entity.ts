import type { CampaignPartState, ChosenAs, CustomerId, TenantId } from '#libs/core';
import { Column, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn } from 'typeorm';
import { CampaignSendEntity } from './campaign-send.entity.js';

/** A part of a frozen audience: a thousand customers to contact at most, and those of control groups between them. */
@Index('campaign_parts_open', ['tenantId', 'sendId', 'part'], { where: "state = 'open'" })
@Index('campaign_parts_sending', ['tenantId', 'sendId', 'part'], { where: "state = 'sending'" })
@Index('campaign_parts_delivered', ['tenantId', 'deliveredAt'], { where: "state = 'delivered'" })
@Index('campaign_parts_by_delivery', ['tenantId', 'deliveryId'], { unique: true })
@Entity('campaign_parts')
export class CampaignPartEntity {
  @PrimaryColumn('uuid')
  tenantId: TenantId;

  @PrimaryColumn('uuid')
  sendId: string;

  @PrimaryColumn('int')
  part: number;

  /** Empty once a worker has processed the part. */
  @Column('uuid', { array: true })
  customerIds: CustomerId[];

  /** The group of each customer, in the same order. */
  @Column('text', { array: true })
  chosenAs: ChosenAs[];

  /** Customers to contact, when they were chosen. */
  @Column('int')
  recipientsCount: number;

  @Column('int')
  holdoutCount: number;

  @Column('text', { default: 'open' })
  state: CampaignPartState;

  /** Null: it has none, or not yet. */
  @Column('uuid', { nullable: true })
  deliveryId: string | null;

  /** The start of the first successful attempt; null: none so far. */
  @Column('timestamptz', { nullable: true })
  deliveredAt: Date | null;

  @ManyToOne(() => CampaignSendEntity, { onDelete: 'CASCADE' })
  @JoinColumn([
    { name: 'tenant_id', referencedColumnName: 'tenantId' },
    { name: 'send_id', referencedColumnName: 'id' },
  ])
  send?: CampaignSendEntity;
}
