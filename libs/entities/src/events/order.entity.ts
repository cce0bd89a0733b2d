import type { CustomerId, TenantId } from '#libs/core';
import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** An order, folded from its events, which may arrive in any order. */
@Index('orders_by_customer', ['tenantId', 'customerId', 'placedAt'])
@Index('orders_by_previous_owner', ['tenantId', 'movedFrom'], { where: 'moved_from IS NOT NULL' })
@Index('orders_never_placed', ['tenantId', 'orderKey'], { where: 'placed_at IS NULL' })
@Entity('orders')
export class OrderEntity {
  @PrimaryColumn('uuid')
  tenantId: TenantId;

  /** The latest import that corrected `placedAt`; null: none. */
  @Column('timestamptz', { nullable: true })
  placedMovedAt: Date | null;

  /** `order:` and the order's identifier, or `event:` and the event's where the order has none. */
  @PrimaryColumn({ type: 'text', collation: 'C' })
  orderKey: string;

  @Column('uuid')
  customerId: CustomerId;

  /** The time when the latest event about the state happened. */
  @Column('timestamptz')
  stateAt: Date;

  /** The rank of the state; see STATE_RANK in libs/ingestion. */
  @Column('smallint')
  state: number;

  @Column('timestamptz', { nullable: true })
  placedAt: Date | null;

  /** Four decimals, in `currency`. */
  @Column('numeric', { precision: 18, scale: 4, nullable: true })
  amount: string | null;

  /** The time when the event happened that the amount comes from. */
  @Column('timestamptz', { nullable: true })
  amountAt: Date | null;

  /** ISO 4217; null: the tenant's. */
  @Column('text', { nullable: true })
  currency: string | null;

  /** The sum of single refunds, four decimals. */
  @Column('numeric', { precision: 22, scale: 4, default: 0 })
  refunded: string;

  /** The total refund by the latest statement of the source, four decimals. The greater of this and `refunded` counts. */
  @Column('numeric', { precision: 22, scale: 4, default: 0 })
  refundedTotal: string;

  @Column('timestamptz', { nullable: true })
  refundedAt: Date | null;

  @Column('boolean', { default: false })
  fullyRefunded: boolean;

  /** The time of the statement in `refundedTotal` and `fullyRefunded`; null: none. */
  @Column('timestamptz', { nullable: true })
  refundStateAt: Date | null;

  /** True: a test order, which counts for nothing. */
  @Column('boolean', { default: false })
  test: boolean;

  /** The customer who had the order before another one got it. */
  @Column('uuid', { nullable: true })
  movedFrom: CustomerId | null;
}
