import type { CustomerId, EventType, TenantId } from '#libs/core';
import { Column, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn } from 'typeorm';
import { EventEntity } from './event.entity.js';

/** The statement of an import about an event, before a later one corrected it. It takes its place again when the later one is removed. */
@Index('replaced_events_by_customer', ['tenantId', 'customerId'])
@Entity('replaced_events')
export class ReplacedEventEntity {
  @PrimaryColumn('uuid')
  tenantId: TenantId;

  @PrimaryColumn({ type: 'text', collation: 'C' })
  eventId: string;

  /** Rises with time. */
  @PrimaryColumn('int')
  number: number;

  @Column('uuid')
  customerId: CustomerId;

  @Column('text')
  eventType: EventType;

  @Column('timestamptz')
  occurredAt: Date;

  @Column('numeric', { precision: 18, scale: 4, nullable: true })
  value: string | null;

  @Column('jsonb', { nullable: true })
  data: Record<string, unknown> | null;

  @Column('timestamptz')
  receivedAt: Date;

  @Column('int')
  receivedBy: number;

  /** The same as in `events`. */
  @Column('uuid', { array: true, nullable: true })
  uploads: string[] | null;

  @ManyToOne(() => EventEntity, { onDelete: 'CASCADE' })
  @JoinColumn([
    { name: 'tenant_id', referencedColumnName: 'tenantId' },
    { name: 'event_id', referencedColumnName: 'eventId' },
  ])
  event?: EventEntity;
}
