import { ApiProperty } from '@nestjs/swagger';
import { type Consent, type ControlGroup, type Label, LABELS, type Lifecycle, LIFECYCLES, SCORE_CAUSES, type ScoreCause } from '#libs/core';
import { CONTROL_GROUP, MARKETING_CONSENT } from './lifecycle/contact-permission.js';
import { CONTACT_VALUE, ContactValueDto } from './contact-value.dto.js';
import { PaginationDto } from './page.dto.js';

const AMOUNT = { example: '123.45', description: 'Decimal with two places, in `currency`, net of refunds' };
const instant = (description: string, nullable = true) => ({ type: String, format: 'date-time', nullable, description });

export class ChurnSummaryDto {
  @ApiProperty({ example: '0.8312', description: 'Probability that the customer places no order within the horizon' })
  score: string;

  @ApiProperty({ enum: LABELS })
  label: Label;

  @ApiProperty(instant('When the score was calculated', false))
  calculated_at: string;

  @ApiProperty({ example: 'mbg-prior-1.0/h90' })
  model_version: string;
}

const LIFECYCLE = {
  enum: LIFECYCLES,
  nullable: true,
  description:
    'new: one order day; second_order_due: one order day, and half of those who order again would have done so by now; slipping: several order days, late, with a score from 0.40; lost: late, with a score from 0.875; active: everyone else with several order days. As of `calculated_at`: the silence of a new day (UTC) counts from the nightly calculation on',
};
const LATE_SINCE = instant(
  'Beginning of the UTC day on which the customer became late: silent for longer than four in five customers with this rhythm who order again; null while the customer is not late, and where the day of the last order is unknown',
);

const IF_ORDERED = {
  ...AMOUNT,
  type: String,
  nullable: true,
  description:
    'What the customer brings within the horizon if they order at all: expected_revenue / (1 - score). Null without a score, and where expected_revenue is below 0.10: it is rounded too much to tell',
} as const;

const OVERDUE_DAYS = {
  type: 'integer',
  nullable: true,
  description:
    'Calendar days, in the time zone of the tenant, since the last day on which four in five such customers would have ordered; null while the customer is not late',
} as const;

export class CustomerDto {
  @ApiProperty({ format: 'uuid' })
  id: string;

  @ApiProperty({ description: 'Your own identifier, sent as `customer_id` in events' })
  external_id: string;

  @ApiProperty({ type: ChurnSummaryDto, nullable: true, description: 'null until there is an order to score' })
  churn: ChurnSummaryDto | null;

  @ApiProperty(instant('Latest event of any type'))
  last_activity_at: string | null;

  @ApiProperty(instant('Latest counted order'))
  last_order_at: string | null;

  @ApiProperty(instant('Earliest event of any type'))
  first_seen_at: string | null;

  @ApiProperty({ type: 'integer', description: 'Counted orders: without cancelled, fully refunded, zero-value and test orders' })
  orders_count: number;

  @ApiProperty(AMOUNT)
  monetary_total: string;

  @ApiProperty({ ...LIFECYCLE })
  lifecycle: Lifecycle | null;

  @ApiProperty(LATE_SINCE)
  late_since: string | null;

  @ApiProperty(OVERDUE_DAYS)
  overdue_days: number | null;

  @ApiProperty(
    instant('When the label entered high or critical by orders or by waiting; null while it is neither, and where this was not seen'),
  )
  high_risk_since: string | null;

  @ApiProperty({ ...AMOUNT, description: 'What the customer should bring within the horizon' })
  expected_revenue: string;

  @ApiProperty(IF_ORDERED)
  revenue_if_ordered: string | null;

  @ApiProperty({
    ...AMOUNT,
    description:
      'To win: what a contact that works well can add to the expected revenue, which is the score times it. Small for customers who order anyway, and for those who are gone',
  })
  revenue_at_risk: string;

  @ApiProperty(CONTACT_VALUE)
  contact_value: ContactValueDto | null;

  @ApiProperty(CONTROL_GROUP)
  control_group: ControlGroup;

  @ApiProperty(MARKETING_CONSENT)
  marketing_consent: Consent;

  @ApiProperty({ example: 'EUR' })
  currency: string;

  @ApiProperty(instant('When the service first heard of the customer', false))
  created_at: string;

  @ApiProperty(instant('When the service last changed the record', false))
  updated_at: string;
}

/** The traits of a customer by name. */
export const TRAIT_VALUES = {
  type: 'object',
  additionalProperties: { type: 'number' },
  example: { loyalty_points: 120 },
} as const;

export class CustomerPageDto {
  @ApiProperty({ type: [CustomerDto] })
  data: CustomerDto[];

  @ApiProperty({ type: PaginationDto })
  pagination: PaginationDto;
}

class FeaturesDto {
  @ApiProperty({
    type: 'integer',
    description:
      'Full 24-hour days since the last counted order; without one, since the first event; where its day is unknown, since the last day on which it can have been. Sentences say `days_since_order`',
  })
  recency_days: number;

  @ApiProperty({ type: 'integer', description: 'Counted orders of the last 30 days' })
  frequency_orders_30d: number;

  @ApiProperty(AMOUNT)
  monetary_total: string;
}

class ExtendedFeaturesDto {
  @ApiProperty({ type: Number, nullable: true, description: 'Mean days between order days; null if fewer than two or unknown' })
  avg_gap_days: number | null;

  @ApiProperty({ type: Number, nullable: true, description: 'recency_days over avg_gap_days: above 1 the customer is later than usual' })
  overdue_ratio: number | null;

  @ApiProperty({ ...AMOUNT, type: String, nullable: true })
  average_order_value: string | null;

  @ApiProperty({ type: 'integer' })
  orders_total: number;

  @ApiProperty({
    type: 'integer',
    nullable: true,
    description: 'Calendar days since the last counted order, in the time zone of the tenant, as the reasons say them; null without one',
  })
  days_since_order: number | null;

  @ApiProperty(
    instant(
      'Best guess of the next order, if the customer orders again; null after one order day, beyond a year, and once its time has passed',
    ),
  )
  expected_next_order_at: string | null;
}

class NextOrderWindowDto {
  @ApiProperty(instant('One in five such customers has ordered again by then', false))
  from: string;

  @ApiProperty(instant('Four in five such customers have ordered again by then', false))
  to: string;
}

/** The factors of libs/scoring; a test compares the two. */
export const REASON_FACTORS = [
  'silence', 'orders', 'rhythm', 'spend', 'tenure',
  'visits', 'views', 'carts', 'emails', 'unsubscribes', 'tickets', 'reviews', 'subscriptions', 'trait', 'regular',
]; // prettier-ignore

export class ReasonDto {
  @ApiProperty({ enum: REASON_FACTORS })
  factor: string;

  @ApiProperty()
  value: number;

  @ApiProperty({ type: Number, nullable: true, description: 'What is usual for this customer or in your shop' })
  typical: number | null;

  @ApiProperty({ description: 'Log-odds that this reason adds to the risk; negative lowers it' })
  effect: number;

  @ApiProperty({ example: 'No order for 62 days. This customer usually orders every 21 days.' })
  text: string;
}

export class HistoryEntryDto extends ChurnSummaryDto {
  @ApiProperty({ ...LIFECYCLE })
  lifecycle: Lifecycle | null;

  @ApiProperty({
    enum: SCORE_CAUSES,
    description:
      'What the score came from: events of the customer, the days that passed, another model, or other settings (horizon, label thresholds, currency, or a trait that was freed)',
  })
  cause: ScoreCause;
}

export class ChurnDetailDto {
  @ApiProperty({ format: 'uuid', description: 'The `id` of GET /customers. Events have your own identifier under this name' })
  customer_id: string;

  @ApiProperty({ description: 'Your own identifier, sent as `customer_id` in events' })
  external_id: string;

  @ApiProperty({ type: ChurnSummaryDto, nullable: true, description: 'null until there is an order to score' })
  churn: ChurnSummaryDto | null;

  @ApiProperty({ type: FeaturesDto })
  features: FeaturesDto;

  @ApiProperty({ type: ExtendedFeaturesDto })
  features_extended: ExtendedFeaturesDto;

  @ApiProperty({
    type: [ReasonDto],
    description:
      'Differences from a regular customer of yours who is on time. At most three: first the strongest of the sign of the label, then by strength',
  })
  explanation: ReasonDto[];

  @ApiProperty({ type: [HistoryEntryDto], description: 'The last score of each day, label and lifecycle. Newest first, at most 30' })
  history: HistoryEntryDto[];

  @ApiProperty({ enum: ['low', 'medium', 'high'], nullable: true })
  confidence: string | null;

  @ApiProperty({
    type: String,
    nullable: true,
    example: 'High confidence: 14 orders over 8 months.',
    description: 'The confidence and its reason in words',
  })
  confidence_text: string | null;

  @ApiProperty({ ...LIFECYCLE })
  lifecycle: Lifecycle | null;

  @ApiProperty(LATE_SINCE)
  late_since: string | null;

  @ApiProperty(OVERDUE_DAYS)
  overdue_days: number | null;

  @ApiProperty({ ...AMOUNT, type: String, nullable: true, description: 'What the customer should bring within the horizon' })
  expected_revenue: string | null;

  @ApiProperty(IF_ORDERED)
  revenue_if_ordered: string | null;

  @ApiProperty({ ...AMOUNT, type: String, nullable: true, description: 'To win: the score times the expected revenue' })
  revenue_at_risk: string | null;

  @ApiProperty({
    type: NextOrderWindowDto,
    nullable: true,
    description:
      'Three in five next orders come between these instants, if the customer orders again; null once they have passed (`late_since`)',
  })
  next_order_window: NextOrderWindowDto | null;

  @ApiProperty({
    type: 'integer',
    nullable: true,
    description: 'Median of the days between order days, as the reasons say it; null with fewer than two order days',
  })
  usual_gap_days: number | null;

  @ApiProperty({ type: 'integer', nullable: true })
  horizon_days: number | null;

  @ApiProperty({ description: 'The score was due to be calculated again before today and was not' })
  stale: boolean;

  @ApiProperty({ type: [String] })
  warnings: string[];
}
