import type { CustomerId, Label, Lifecycle, ScoreCause, TenantId } from '#libs/core';
import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** A customer of a shop, with the newest score. */
@Index('customers_by_score', ['tenantId', 'listGroup', 'scoreOrder', 'id', 'dueOn'])
@Index('customers_by_activity', ['tenantId', 'listGroup', 'activityOrder', 'id'])
@Index('customers_by_revenue', ['tenantId', 'listGroup', 'revenueOrder', 'id'])
@Index('customers_by_created', ['tenantId', 'createdOrder', 'id'])
@Entity('customers')
export class CustomerEntity {
  @PrimaryColumn('uuid')
  tenantId: TenantId;

  /** A name-based UUID of `external_id` (`customerIdOf`). */
  @PrimaryColumn('uuid')
  id: CustomerId;

  /** The shop's own identifier of the customer. */
  @Column('text')
  externalId: string;

  /** The time when the earliest known event happened. */
  @Column('timestamptz', { nullable: true })
  firstSeenAt: Date | null;

  /** The time when the latest event of any type happened. */
  @Column('timestamptz', { nullable: true })
  lastActivityAt: Date | null;

  /** The time when the latest counted order was placed. */
  @Column('timestamptz', { nullable: true })
  lastOrderAt: Date | null;

  /** The latest `customer_deleted`; an order after it brings the customer back. */
  @Column('timestamptz', { nullable: true })
  deletedAt: Date | null;

  /** The latest `email_unsubscribed`. */
  @Column('timestamptz', { nullable: true })
  unsubscribedAt: Date | null;

  /** The latest event that says that the customer accepts marketing. */
  @Column('timestamptz', { nullable: true })
  consentedAt: Date | null;

  /** The latest event that says that the customer accepts none. */
  @Column('timestamptz', { nullable: true })
  refusedAt: Date | null;

  /** Counted orders: neither cancelled, fully refunded nor test orders. */
  @Column('int', { default: 0 })
  ordersCount: number;

  /** The sum of counted orders less refunds, in the tenant's currency, four decimals. */
  @Column('numeric', { precision: 22, scale: 4, default: 0 })
  monetaryTotal: string;

  /** The probability of no order within the horizon, 0 to 1, four decimals; null: not scored yet. */
  @Column('numeric', { precision: 5, scale: 4, nullable: true })
  score: string | null;

  @Column('text', { nullable: true })
  label: Label | null;

  /** The time when the score was calculated. */
  @Column('timestamptz', { nullable: true })
  calculatedAt: Date | null;

  @Column('text', { nullable: true })
  modelVersion: string | null;

  @Column('text', { nullable: true })
  lifecycle: Lifecycle | null;

  /** The UTC day since when the customer is late; null for one who is not. */
  @Column('date', { nullable: true })
  lateSince: string | null;

  /** The UTC day from which silence makes the customer late; null for one who is late, and where it never does. */
  @Column('date', { nullable: true })
  lateFrom: string | null;

  /** The UTC day of the latest order after which the customer became late; each such silence is reported once. */
  @Column('date', { nullable: true })
  overdueAfter: string | null;

  /** The same for the first order after which the second became due. */
  @Column('date', { nullable: true })
  secondDueAfter: string | null;

  /** The time when the label entered high or critical from below; null while it is neither, and where this was not seen. */
  @Column('timestamptz', { nullable: true })
  highRiskSince: Date | null;

  /** The time when the label last changed, appeared or went away; null: there never was one. */
  @Column('timestamptz', { nullable: true })
  labelSince: Date | null;

  /** The cause of the score. */
  @Column('text', { nullable: true })
  cause: ScoreCause | null;

  /** The revenue that is expected within the horizon, in the tenant's currency, two decimals. */
  @Column('numeric', { precision: 18, scale: 2, default: 0 })
  expectedRevenue: string;

  /** The expected revenue times the score, in the tenant's currency, two decimals. */
  @Column('numeric', { precision: 18, scale: 2, default: 0 })
  revenueAtRisk: string;

  /** The score that small moves are measured from; null where the tenant has set no threshold. */
  @Column('numeric', { precision: 5, scale: 4, nullable: true })
  driftFrom: string | null;

  /** The score that small moves are measured from for destinations that keep profiles; null while the score has not moved. */
  @Column('numeric', { precision: 5, scale: 4, nullable: true })
  profileFrom: string | null;

  /** The UTC day on which the nightly pass calculates the score again; null: no order counts. */
  @Column('date', { nullable: true, default: '-infinity' })
  dueOn: string | null;

  /** The sequence of the customer's newest outbox event. */
  @Column('bigint', { default: 0 })
  eventSequence: string;

  /** The time when the customer became an alias of another one; null: it is not an alias. */
  @Column('timestamptz', { nullable: true })
  joinedAt: Date | null;

  @Column('timestamptz', { default: () => 'now()' })
  createdAt: Date;

  @Column('timestamptz', { default: () => 'now()' })
  updatedAt: Date;

  /** 0: with a score; -1: without one; -2: deleted; -3: in no list, such as an alias. */
  @Column({ type: 'smallint', insert: false, update: false })
  readonly listGroup: number;

  /** The negated score in ten-thousandths; 1: not scored. */
  @Column({ type: 'int', insert: false, update: false })
  readonly scoreOrder: number;

  /** The negated time of the last activity in microseconds since 1970; the largest value: none. */
  @Column({ type: 'bigint', insert: false, update: false })
  readonly activityOrder: string;

  /** The negated sum of orders in hundredths. */
  @Column({ type: 'bigint', insert: false, update: false })
  readonly monetaryOrder: string;

  /** The negated time of creation in microseconds since 1970. */
  @Column({ type: 'bigint', insert: false, update: false })
  readonly createdOrder: string;

  /** The negated revenue at risk in hundredths. */
  @Column({ type: 'bigint', insert: false, update: false })
  readonly revenueOrder: string;

  /** The cell for which the effect of a contact is learned; -1: not scored. */
  @Column({ type: 'smallint', insert: false, update: false })
  readonly contactCell: number;
}
