import type { CustomerId, TenantId } from '#libs/core';
import { Column, Entity, JoinColumn, ManyToOne, PrimaryColumn } from 'typeorm';
import { TenantEntity } from '../accounts/tenant.entity.js';

/** An event that was rejected, without the value that broke a rule. The rows of a tenant are a ring: a new one takes the oldest one's slot. */
@Entity('rejected_events')
export class RejectedEventEntity {
  @PrimaryColumn('uuid')
  tenantId: TenantId;

  @PrimaryColumn('int')
  slot: number;

  /** Counts the rejected events of the tenant. The slot is its remainder. */
  @Column('bigint')
  number: string;

  @Column('timestamptz')
  receivedAt: Date;

  /** The way in: api, webhook, upload or storefront. */
  @Column('text')
  via: string;

  /** The prefix of the API key, or platform:shop; null when a person sent the event. */
  @Column('text', { nullable: true })
  sender: string | null;

  @Column('text', { nullable: true })
  eventId: string | null;

  @Column('uuid', { nullable: true })
  customerId: CustomerId | null;

  @Column('text', { nullable: true })
  externalId: string | null;

  @Column('text', { nullable: true })
  orderId: string | null;

  @Column('text', { nullable: true })
  eventType: string | null;

  @Column('text')
  code: string;

  @Column('text')
  reason: string;

  /** Further rejected events of the same request, which are not kept. */
  @Column('int', { default: 0 })
  further: number;

  @ManyToOne(() => TenantEntity, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'tenant_id', referencedColumnName: 'id' })
  tenant?: TenantEntity;
}
