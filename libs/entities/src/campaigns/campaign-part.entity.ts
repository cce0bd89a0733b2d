import type { CustomerId, Spared, TenantId } from '#libs/core';
import { Column, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn } from 'typeorm';
import { CampaignSendEntity } from './campaign-send.entity.js';

/** A thousand customers at most of a frozen audience. A worker turns them into recipients and one delivery. */
@Index('campaign_parts_open', ['tenantId', 'sendId', 'part'], { where: 'NOT done' })
@Entity('campaign_parts')
export class CampaignPartEntity {
  @PrimaryColumn('uuid')
  tenantId: TenantId;

  @PrimaryColumn('uuid')
  sendId: string;

  /** From 0 on the parts with a delivery. Those without one have negative numbers. */
  @PrimaryColumn('int')
  part: number;

  /** True: these customers are not contacted. */
  @Column('boolean')
  holdout: boolean;

  /** The same as in `CampaignRecipientEntity`. */
  @Column('text', { nullable: true })
  spared: Spared | null;

  /** Empty once the part is done. */
  @Column('uuid', { array: true })
  customerIds: CustomerId[];

  @Column('boolean', { default: false })
  done: boolean;

  @ManyToOne(() => CampaignSendEntity, { onDelete: 'CASCADE' })
  @JoinColumn([
    { name: 'tenant_id', referencedColumnName: 'tenantId' },
    { name: 'send_id', referencedColumnName: 'id' },
  ])
  send?: CampaignSendEntity;
}
