import type { OutboundEvent, TenantId } from '#libs/core';
import { Column, CreateDateColumn, Entity, PrimaryColumn, UpdateDateColumn } from 'typeorm';

/** What a tenant has set for its webhooks. Without a row: as one with all defaults. */
@Entity('webhook_endpoints')
export class WebhookEndpointEntity {
  @PrimaryColumn('uuid', { name: 'tenant_id' })
  tenantId: TenantId;

  /** Null: announcements are not recorded. */
  @Column('text', { nullable: true })
  url: string | null;

  /** False: announcements are recorded as dead letters. */
  @Column('boolean', { default: true })
  enabled: boolean;

  /** Why the service switched it off by itself; null when it is on, or the tenant did. */
  @Column('text', { name: 'disabled_reason', nullable: true })
  disabledReason: string | null;

  /** What is announced; null: everything. */
  @Column('text', { name: 'event_types', array: true, nullable: true })
  eventTypes: OutboundEvent['event'][] | null;

  /** A score that moves at least so far is announced although its label stays; four decimals, null: only labels count. */
  @Column('numeric', { name: 'score_delta_threshold', nullable: true })
  scoreDeltaThreshold: string | null;

  @CreateDateColumn({ name: 'created_at', type: 'timestamptz' })
  createdAt: Date;

  @UpdateDateColumn({ name: 'updated_at', type: 'timestamptz' })
  updatedAt: Date;
}
