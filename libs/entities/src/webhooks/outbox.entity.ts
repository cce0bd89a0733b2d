import type { CustomerId, OutboxPayload, TenantId } from '#libs/core';
import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** An outbox event: it says "tell the merchant", and is written with the change that it reports. */
@Index('outbox_by_customer', ['tenantId', 'customerId'])
@Entity('outbox')
export class OutboxEntity {
  @PrimaryColumn('uuid')
  tenantId: TenantId;

  @PrimaryColumn('uuid')
  id: string;

  @Column('uuid')
  customerId: CustomerId;

  /** Rises with every event of a customer. */
  @Column('bigint')
  sequence: string;

  @Column('text')
  event: OutboxPayload['event'];

  @Column('jsonb')
  payload: OutboxPayload;

  @Column('timestamptz')
  createdAt: Date;

  /** W3C trace context; null while tracing is off. */
  @Column('text', { nullable: true })
  traceparent: string | null;
}
