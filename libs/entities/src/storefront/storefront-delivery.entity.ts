import type { TenantId } from '#libs/core';
import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** The event id in the header of a stored webhook. It shows a repeated webhook even when its body differs. */
@Index('storefront_deliveries_by_age', ['tenantId', 'receivedAt'])
@Entity('storefront_deliveries')
export class StorefrontDeliveryEntity {
  @PrimaryColumn('uuid')
  tenantId: TenantId;

  /** The platform and its event id. */
  @PrimaryColumn({ type: 'text', collation: 'C' })
  eventKey: string;

  @Column('timestamptz')
  receivedAt: Date;
}
