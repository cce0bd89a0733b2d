import type { CustomerId, TenantId } from '#libs/core';
import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A customer who asked the shop for the stored data: one row for each customer id that the request may mean. */
@Entity('data_requests')
export class DataRequestEntity {
  @PrimaryColumn('uuid')
  tenantId: TenantId;

  @PrimaryColumn('uuid')
  id: string;

  @Column('text')
  platform: string;

  @Column('text')
  shop: string;

  /** The platform's identifier of the request. */
  @Column({ type: 'text', collation: 'C' })
  reference: string;

  @Column('uuid')
  customerId: CustomerId;

  @Column('text')
  externalId: string;

  @Column('timestamptz')
  requestedAt: Date;

  /** The time when the tenant fetched the data; null: not yet. */
  @Column('timestamptz', { nullable: true })
  fetchedAt: Date | null;
}
