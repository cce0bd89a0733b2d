import type { PlanId, TenantId } from '#libs/core';
import { Column, Entity, PrimaryColumn } from 'typeorm';

/** Lower bounds of the labels, each included: low < medium <= … < high <= … < critical. */
export interface LabelThresholds {
  readonly medium: number;
  readonly high: number;
  readonly critical: number;
}

/** A shop that uses the service. Deleting the row deletes everything that has a foreign key to it. */
@Entity('tenants')
export class TenantEntity {
  @PrimaryColumn('uuid')
  id: TenantId;

  @Column('text')
  name: string;

  @Column('text')
  plan: PlanId;

  /** A larger plan that an owner has asked for, until an operator confirms it; null: none. */
  @Column('text', { nullable: true })
  requestedPlan: PlanId | null;

  /** ISO 4217, upper case. Only orders in this currency count in sums of money. */
  @Column('text')
  currency: string;

  /** Sums of money before are in another currency, or over another horizon. Null: they never were. */
  @Column('timestamptz', { nullable: true })
  moneySince: Date | null;

  /** IANA name, such as Europe/Berlin. */
  @Column('text', { default: 'UTC' })
  timezone: string;

  /** Days within which a customer must order again to count as retained; null: the default. */
  @Column('int', { nullable: true })
  horizonDays: number | null;

  @Column('jsonb', { nullable: true })
  labelThresholds: LabelThresholds | null;

  /** Months that events and orders are kept; null: for good. */
  @Column('int', { nullable: true })
  retentionMonths: number | null;

  /** The start of a local month. The retention has removed what is older, or is about to, and ingest refuses it. Null: nothing was removed. */
  @Column('timestamptz', { nullable: true })
  retainedFrom: Date | null;

  @Column('timestamptz', { nullable: true })
  removalDecidedAt: Date | null;

  /** The removal is done with customers up to this id; null: with all. */
  @Column('uuid', { nullable: true })
  removalAfterId: string | null;

  /** Requests per minute agreed with this tenant; null: the limit of the plan. */
  @Column('int', { nullable: true })
  rateLimitPerMinute: number | null;

  /** The instant at which an operator suspended the tenant; null: it works. */
  @Column('timestamptz', { nullable: true })
  suspendedAt: Date | null;

  /** platform:shop of the first storefront that sent something: its ids stand as they are, those of all others carry the shop. */
  @Column('text', { nullable: true })
  firstShop: string | null;

  /** The percentage of all customers that campaigns never contact, 0 to 50. */
  @Column('smallint', { default: 5 })
  controlPercent: number;

  /** The cost of contacting one customer, in the currency of the shop; two decimals. */
  @Column('numeric', { precision: 18, scale: 2, default: 0 })
  contactCost: string;

  /** The page of a customer in the merchant's own system, a URL with `{id}`; null: none. */
  @Column('text', { nullable: true })
  customerUrl: string | null;

  /** Names of fields in `data` that events keep in addition to `DATA_FIELDS`. */
  @Column('text', { array: true, default: () => "'{}'" })
  allowedDataFields: string[];

  /** The UTC day of the last mail that the quota of stored bytes is nearly used up. */
  @Column('date', { nullable: true })
  quotaMailedOn: string | null;

  /** The secret that chooses these customers by their ids. It never changes. */
  @Column('bytea', { default: () => 'uuid_send(gen_random_uuid())' })
  controlKey: Buffer;

  @Column('timestamptz', { default: () => 'now()' })
  createdAt: Date;

  /** The time of the next mail with the news of the week. */
  @Column('timestamptz', {
    default: () => "((date_trunc('week'::text, (now() AT TIME ZONE 'UTC'::text)) + '7 days 08:00:00'::interval) AT TIME ZONE 'UTC'::text)",
  })
  nextDigestAt: Date;
}
