import { ApiPropertyOptional } from '@nestjs/swagger';
import { type Consent, CONSENTS, type Label, LABELS, type Lifecycle, LIFECYCLES, LIMITS } from '#libs/core';

const { orders } = LIMITS.conditions;
const { money } = LIMITS.campaign;

const day = (description: string) => ({
  type: String,
  nullable: true,
  example: '7d',
  description: `${description}. A date such as \`2026-11-21\`, or days before each send such as \`7d\``,
});
const bound = (maximum: number, description: string) => ({ type: Number, minimum: 0, maximum, nullable: true, description });

/** The audience of a campaign: all customers with a score that match every given filter. */
export class CampaignAudienceDto {
  @ApiPropertyOptional({ enum: LABELS, isArray: true, nullable: true, minItems: 1, uniqueItems: true })
  labels: readonly Label[] | null;

  @ApiPropertyOptional(bound(1, 'Included'))
  min_score: number | null;

  @ApiPropertyOptional(bound(1, 'Included'))
  max_score: number | null;

  @ApiPropertyOptional(bound(money, 'Of all orders, in your currency'))
  min_monetary: number | null;

  @ApiPropertyOptional(bound(money, 'In your currency'))
  min_revenue_at_risk: number | null;

  @ApiPropertyOptional({
    type: Boolean,
    enum: [true],
    nullable: true,
    description:
      'Only customers with a `contact_value` above 0, the greatest first. Before there is evidence for such values, it leaves nobody out',
  })
  worth_contacting?: true | null;

  @ApiPropertyOptional({
    type: String,
    nullable: true,
    maxLength: LIMITS.segments.idLength,
    example: 'slipping',
    description:
      'Id of a segment from GET /segments: only its customers, as they are at the time of each send. The other filters narrow it further',
  })
  segment?: string | null;

  @ApiPropertyOptional({ enum: LIFECYCLES, isArray: true, nullable: true, minItems: 1, uniqueItems: true })
  lifecycle?: readonly Lifecycle[] | null;

  @ApiPropertyOptional(day('The label entered high or critical on this UTC day or later, by orders or by waiting'))
  entered_since?: string | null;

  @ApiPropertyOptional(day('Late since this UTC day or a later one'))
  late_since_from?: string | null;

  @ApiPropertyOptional(day('Late since this UTC day or an earlier one'))
  late_since_to?: string | null;

  @ApiPropertyOptional(day('Latest counted order on this UTC day or later'))
  last_order_from?: string | null;

  @ApiPropertyOptional(day('Latest counted order on this UTC day or earlier'))
  last_order_to?: string | null;

  @ApiPropertyOptional({ ...bound(orders, 'Fewest counted orders'), type: 'integer' })
  orders_min?: number | null;

  @ApiPropertyOptional({ ...bound(orders, 'Most counted orders'), type: 'integer' })
  orders_max?: number | null;

  @ApiPropertyOptional(bound(money, 'Of all orders, in your currency'))
  spend_min?: number | null;

  @ApiPropertyOptional(bound(money, 'Of all orders, in your currency'))
  spend_max?: number | null;

  @ApiPropertyOptional({
    enum: CONSENTS,
    isArray: true,
    nullable: true,
    minItems: 1,
    uniqueItems: true,
    description:
      'The `marketing_consent` of customers. `yes` alone leaves out those whose consent is unknown; `no` finds them, and a campaign leaves them out by itself unless `include_unsubscribed` is true',
  })
  marketing_consent?: readonly Consent[] | null;

  @ApiPropertyOptional({
    type: [String],
    nullable: true,
    minItems: 1,
    maxItems: LIMITS.conditions.categories,
    uniqueItems: true,
    example: ['Coffee'],
    description: 'Customers who have bought from each of these categories',
  })
  bought?: readonly string[] | null;

  @ApiPropertyOptional({
    type: [String],
    nullable: true,
    minItems: 1,
    maxItems: LIMITS.conditions.categories,
    uniqueItems: true,
    example: ['Tea'],
    description: 'Customers who have bought from none of these categories, as far as orders have items',
  })
  never_bought?: readonly string[] | null;
}
