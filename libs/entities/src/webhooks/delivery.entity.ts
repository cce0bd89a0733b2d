import type { CustomerId, TenantId } from '#libs/core';
import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** One message to one endpoint. */
@Index('deliveries_due', ['tenantId', 'endpointId', 'nextAttemptAt', 'id'], { where: "status IN ('pending', 'failed')" })
@Index('deliveries_dead', ['tenantId', 'id'], { where: "status = 'dead_letter'" })
@Index('deliveries_by_customer', ['tenantId', 'customerId', 'id'], { where: 'customer_id IS NOT NULL' })
@Index('deliveries_by_destination', ['tenantId', 'destinationId', 'id'], { where: 'destination_id <> tenant_id' })
@Index('deliveries_by_campaign', ['tenantId', 'campaignId', 'id'], { where: 'campaign_id IS NOT NULL' })
@Entity('deliveries')
export class DeliveryEntity {
  @PrimaryColumn('uuid')
  tenantId: TenantId;

  @PrimaryColumn('uuid')
  id: string;

  @Column('uuid')
  endpointId: string;

  /** Null for campaigns, which have URLs of their own. */
  @Column('uuid', { nullable: true })
  destinationId: string | null;

  /** The event type, or the type of a campaign's message. */
  @Column('text')
  event: string;

  /** failed: a later attempt is due. */
  @Column('text')
  status: 'pending' | 'failed' | 'success' | 'dead_letter';

  @Column('uuid', { nullable: true })
  customerId: CustomerId | null;

  /** The sequence of the outbox event. */
  @Column('bigint', { nullable: true })
  sequence: string | null;

  @Column('uuid', { nullable: true })
  campaignId: string | null;

  /** The part of a campaign's send. */
  @Column('text', { nullable: true })
  batch: string | null;

  /** The JSON text that is signed and sent, the same at every attempt; null once its customer was erased. */
  @Column('text', { nullable: true })
  body: string | null;

  /** The state of the present attempt at a vendor that takes long; null when it answers at once. */
  @Column('jsonb', { nullable: true })
  progress: Record<string, unknown> | null;

  @Column('smallint', { default: 0 })
  attempts: number;

  @Column('smallint')
  maxAttempts: number;

  /** Attempts that a worker may have made before it died; they are not recorded, and use up none of `maxAttempts`. */
  @Column('smallint', { default: 0 })
  lostAttempts: number;

  @Column('timestamptz', { nullable: true })
  nextAttemptAt: Date | null;

  @Column('timestamptz', { nullable: true })
  firstAttemptAt: Date | null;

  @Column('timestamptz', { nullable: true })
  lastAttemptAt: Date | null;

  @Column('smallint', { nullable: true })
  lastStatusCode: number | null;

  @Column('text', { nullable: true })
  lastError: string | null;

  /** The duration of the last attempt. */
  @Column('int', { nullable: true })
  durationMs: number | null;

  /** The latest attempts, oldest first. */
  @Column('jsonb', { default: () => "'[]'" })
  attemptsLog: Record<string, unknown>[];

  /** The time when the score that the delivery reports was stored. */
  @Column('timestamptz')
  decidedAt: Date;

  @Column('timestamptz')
  createdAt: Date;

  /** The time when the delivery succeeded or became a dead letter. */
  @Column('timestamptz', { nullable: true })
  completedAt: Date | null;

  @Column('text', { nullable: true })
  deadLetterReason: string | null;

  @Column('boolean', { default: false })
  isTest: boolean;

  /** True once a person sent it again. */
  @Column('boolean', { default: false })
  isReplay: boolean;

  /** W3C trace context; null while tracing is off. */
  @Column('text', { nullable: true })
  traceparent: string | null;
}
