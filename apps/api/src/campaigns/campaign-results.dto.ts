import { ApiProperty } from '@nestjs/swagger';
import { SMALLEST_GROUP, type Verdict, VERDICTS } from '#libs/campaigns';
import { LIMITS } from '#libs/core';
import { ArmComparisonDto, ArmResultDto } from './arms/arm-results.dto.js';

const wholeNumber = (description: string) => ({ type: 'integer', description }) as const;
const interval = (description: string) =>
  ({ type: 'array', items: { type: 'number' }, nullable: true, minItems: 2, maxItems: 2, description }) as const;

/** One of two groups that are compared. */
export class ComparedGroupDto {
  @ApiProperty(wholeNumber('Customers, each counted once, from the first delivery on'))
  n: number;

  @ApiProperty(wholeNumber('Customers of `n` who have ordered within the window'))
  returned: number;

  @ApiProperty({ type: Number, nullable: true, description: 'returned / n; null when n is 0' })
  rate: number | null;

  @ApiProperty({ example: '1234.50', description: 'Revenue of their orders since then, net of refunds, in your currency' })
  revenue: string;

  @ApiProperty(wholeNumber('Customers of `n` with a window that has passed. Only they decide the verdict'))
  matured: number;
}

export class CampaignGroupDto extends ComparedGroupDto {
  @ApiProperty(
    wholeNumber(
      'Customers of `n` that another campaign chose within the window. Their orders from then on do not count, in both groups alike',
    ),
  )
  contaminated: number;
}

class RevenueUpliftDto {
  @ApiProperty({ type: Number, description: 'Revenue per customer of the first group minus revenue per customer of the control group' })
  difference: number;

  @ApiProperty({ type: 'array', items: { type: 'number' }, minItems: 2, maxItems: 2, description: '95 % interval of the difference' })
  ci95: readonly number[];
}

/** Effects that groups of their size can show. */
export class PowerDto {
  @ApiProperty({ type: Number, example: 0.05, description: 'The effect in question: a difference of return rates' })
  effect: number;

  @ApiProperty(
    wholeNumber('Customers still to be chosen, in both groups together, until an effect of this size is found in 80 % of cases; 0: enough'),
  )
  customers_needed: number;

  @ApiProperty({
    type: Number,
    nullable: true,
    example: 0.032,
    description: 'The smallest effect that the customers chosen so far find in 80 % of cases; null: none',
  })
  detectable_effect: number | null;
}

/** The answer to "did contacting them help?". */
class ComparisonDto {
  @ApiProperty({
    type: Number,
    nullable: true,
    description: 'Return rate of the first group minus that of the control group; null when a group is empty',
  })
  uplift: number | null;

  @ApiProperty(interval('95 % interval of the uplift (Newcombe, hybrid score)'))
  ci95: readonly number[] | null;

  @ApiProperty({ description: 'True when the verdict is `helps` or `harms`' })
  conclusive: boolean;

  @ApiProperty({
    enum: VERDICTS,
    description: `\`too_early\`: a group has fewer than ${SMALLEST_GROUP} customers with a window that has passed. Otherwise the 95 % interval of these customers decides: it lies above 0 (\`helps\`), below 0 (\`harms\`), or contains 0 (\`no_difference_seen\`)`,
  })
  verdict: Verdict;

  @ApiProperty({ type: PowerDto, nullable: true, description: 'What this comparison can find; null when a group is empty' })
  power: PowerDto | null;

  @ApiProperty({
    type: RevenueUpliftDto,
    nullable: true,
    description: `null until each group has ${SMALLEST_GROUP} customers with a window that has passed`,
  })
  revenue_uplift: RevenueUpliftDto | null;

  @ApiProperty({
    type: String,
    format: 'date-time',
    nullable: true,
    description: `When these numbers were counted. Up to ${LIMITS.campaign.countedAtOnce} recipients are counted at once, more of them in the background; null: not yet, and all numbers are 0`,
  })
  counted_at: string | null;

  @ApiProperty({ description: 'True while newer numbers are being counted: ask again in some seconds' })
  counting: boolean;
}

const WINDOW = {
  type: 'integer',
  nullable: true,
  description: 'Days after the delivery within which an order counts: your horizon when the campaign was sent',
} as const;

export class CampaignResultsDto extends ComparisonDto {
  @ApiProperty({ format: 'uuid' })
  campaign_id: string;

  @ApiProperty(WINDOW)
  window_days: number | null;

  @ApiProperty({ type: CampaignGroupDto })
  treated: CampaignGroupDto;

  @ApiProperty({ type: CampaignGroupDto })
  holdout: CampaignGroupDto;

  @ApiProperty(
    wholeNumber(
      'Customers that the campaign has not reached: every delivery that names them was given up. Neither they nor the control customers chosen with them count',
    ),
  )
  undelivered: number;

  @ApiProperty({ type: [ArmResultDto], description: 'The offers of the campaign, in order; empty without arms' })
  arms: readonly ArmResultDto[];

  @ApiProperty({ type: [ArmComparisonDto], description: 'Each offer against each later one' })
  arm_comparisons: readonly ArmComparisonDto[];

  @ApiProperty({
    type: String,
    nullable: true,
    example: '10 % off',
    description:
      'The offer with more revenue less cost per customer than each of the others, beyond chance; null: not known, each earns less than no contact, or no arms',
  })
  best_arm: string | null;

  @ApiProperty({
    type: String,
    nullable: true,
    example: 'Of 100 customers, “10 % off” brings 1.3 more to order than “Reminder”, and it costs more than it brings.',
    description: 'What the offers bring, in words; null without arms',
  })
  arms_summary: string | null;
}

/** The effect of a contact on customers who had bought from a category. */
class CategoryEffectDto {
  @ApiProperty({
    type: String,
    nullable: true,
    example: 'Coffee',
    description: 'null: customers who had bought from none of these categories',
  })
  category: string | null;

  @ApiProperty(wholeNumber('Customers in both groups together, with a window that has passed'))
  n: number;

  @ApiProperty({
    type: Number,
    example: 0.04,
    description:
      'Return rate of the contacted customers minus that of the control groups, shrunk by how much categories differ beyond chance',
  })
  uplift: number;

  @ApiProperty({
    type: 'array',
    items: { type: 'number' },
    minItems: 2,
    maxItems: 2,
    description: 'Interval of the uplift. The intervals of all categories hold together with a probability of 95 %',
  })
  ci95: readonly number[];
}

export class OverallResultsDto extends ComparisonDto {
  @ApiProperty(wholeNumber('Percent of all customers that no campaign contacts, from the settings'))
  control_percent: number;

  @ApiProperty({
    type: String,
    format: 'date-time',
    nullable: true,
    description: 'The first delivery for which one of these customers was chosen; null: none so far',
  })
  since: string | null;

  @ApiProperty(WINDOW)
  window_days: number | null;

  @ApiProperty({
    type: ComparedGroupDto,
    description:
      'Customers that a campaign chose and might contact, whether it did or not. They count from the first delivery on for which they were chosen: `returned` within the window, `revenue` until now',
  })
  contactable: ComparedGroupDto;

  @ApiProperty({
    type: ComparedGroupDto,
    description: 'Customers that a campaign chose and did not contact because they are in the tenant-wide control group',
  })
  tenant_control: ComparedGroupDto;

  @ApiProperty({
    type: String,
    nullable: true,
    example:
      'Not known yet: your campaigns must choose about 1,900 more customers, in both groups together, and wait until their time to order has passed.',
    description: 'Why customers have no `contact_value`; null once they have one',
  })
  contact_value_note: string | null;

  @ApiProperty({
    type: [CategoryEffectDto],
    description:
      'What the control groups of your campaigns say about your main categories (at most four), from the night before. Empty without `items` of orders, and as long as there is a `contact_value_note`',
  })
  category_effects: readonly CategoryEffectDto[];
}
