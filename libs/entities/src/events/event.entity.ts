import type { CustomerId, EventType, TenantId } from '#libs/core';
import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** An event as the merchant sent it. Only a later import changes a row, or the removal of one. */
@Index('events_by_customer', ['tenantId', 'customerId', 'occurredAt'])
@Index('events_of_subscriptions', ['tenantId', 'customerId', 'occurredAt'], {
  where: "event_type IN ('subscription_started', 'subscription_renewed', 'subscription_cancelled')",
})
@Index('events_with_items', ['tenantId', 'customerId'], { where: "data ? 'items'" })
@Index('events_of_histories', ['tenantId', 'customerId'], { where: "event_type = 'customer_history'" })
@Entity('events')
export class EventEntity {
  @PrimaryColumn('uuid')
  tenantId: TenantId;

  /** The merchant's identifier; the same one twice is one event. */
  @PrimaryColumn({ type: 'text', collation: 'C' })
  eventId: string;

  @Column('uuid')
  customerId: CustomerId;

  @Column('text')
  eventType: EventType;

  @Column('timestamptz')
  occurredAt: Date;

  /** The amount of the event, four decimals. */
  @Column('numeric', { precision: 18, scale: 4, nullable: true })
  value: string | null;

  @Column('jsonb', { nullable: true })
  data: Record<string, unknown> | null;

  @Column('timestamptz', { default: () => 'now()' })
  receivedAt: Date;

  /** The number of an API key, below 0 for a signed webhook with it. 0: a storefront, or a person in the dashboard. */
  @Column('int', { default: 0 })
  receivedBy: number;

  /** The uploads that brought it. Null: something else did, alone or too. */
  @Column('uuid', { array: true, nullable: true })
  uploads: string[] | null;
}
