import type { OutboundEvent, TenantId } from '#libs/core';
import { Column, Entity, JoinColumn, ManyToOne, PrimaryColumn } from 'typeorm';
import { TenantEntity } from '../accounts/tenant.entity.js';

/** The webhook settings of a tenant. A missing row means the defaults. */
@Entity('webhook_endpoints')
export class WebhookEndpointEntity {
  @PrimaryColumn('uuid')
  tenantId: TenantId;

  /** Null: the tenant has no endpoint, and no deliveries are made. */
  @Column('text', { nullable: true })
  url: string | null;

  /** False: outbox events become dead letters. */
  @Column('boolean', { default: true })
  enabled: boolean;

  /** The reason why the service switched the endpoint off; null: it is on, or the tenant switched it off. */
  @Column('text', { nullable: true })
  disabledReason: string | null;

  /** The event types that are sent; null: all. */
  @Column('text', { array: true, nullable: true })
  eventTypes: OutboundEvent['event'][] | null;

  /** A score that moves at least this far is reported although its label stays, four decimals; null: only labels count. */
  @Column('numeric', { precision: 5, scale: 4, nullable: true })
  scoreDeltaThreshold: string | null;

  @Column('timestamptz', { default: () => 'now()' })
  createdAt: Date;

  @Column('timestamptz', { default: () => 'now()' })
  updatedAt: Date;

  @ManyToOne(() => TenantEntity, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'tenant_id', referencedColumnName: 'id' })
  tenant?: TenantEntity;
}
