import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { LIMITS } from '#libs/core';
import { IsWhole } from './campaign-rules.js';
import { IfGiven } from '#libs/dto';

const wholeNumber = (description: string) => ({ type: 'integer', description }) as const;

export class SendCampaignDto {
  @ApiPropertyOptional({
    type: 'integer',
    minimum: 1,
    maximum: LIMITS.campaign.recipients,
    nullable: true,
    description: 'Upper limit for this send. The limit of the campaign still applies',
  })
  @IfGiven()
  @IsWhole(1, LIMITS.campaign.recipients, { orNull: true })
  max_recipients?: number | null;
}

class LeftOutDto {
  @ApiProperty(wholeNumber('Held out, to compare with'))
  holdout: number;

  @ApiProperty(wholeNumber('A campaign was sent to them within the cooldown, or this one held them out'))
  cooldown: number;

  @ApiProperty(wholeNumber('Their erasure is under way'))
  erased: number;

  @ApiProperty(wholeNumber('Beyond max_recipients'))
  max_recipients: number;

  @ApiProperty(wholeNumber('Without a score yet'))
  unscored: number;

  @ApiProperty(wholeNumber('In the control group of another campaign until its window has passed: a contact would spoil its result'))
  other_control: number;
}

/** The size of an audience, and the customers in it that would be left out. */
export class AudiencePreviewDto {
  @ApiProperty(wholeNumber('To whom it would be sent now'))
  recipients_count: number;

  @ApiProperty({ type: [String], description: 'Your own identifiers of the first 20 of them, most revenue at risk first' })
  customer_external_ids: readonly string[];

  @ApiProperty(wholeNumber('Everybody whom the audience names: recipients and who is left out'))
  audience_count: number;

  @ApiProperty({ example: '1512.00', description: 'The sum of their `revenue_at_risk`, in the currency of the tenant' })
  audience_revenue_at_risk: string;

  @ApiProperty({ type: LeftOutDto })
  left_out: LeftOutDto;
}

export class CampaignPreviewDto extends AudiencePreviewDto {
  @ApiProperty({ format: 'uuid' })
  campaign_id: string;
}

export class CampaignSendDto {
  @ApiProperty({ format: 'uuid' })
  campaign_id: string;

  @ApiProperty(wholeNumber('To whom it is sent'))
  recipients_count: number;

  @ApiProperty(wholeNumber('Who was held out'))
  holdout_count: number;

  @ApiProperty({ type: [String], format: 'uuid', description: 'One delivery for each thousand recipients, in order' })
  delivery_ids: readonly string[];
}

export const CAMPAIGN_VERDICTS = ['conclusive', 'too_few', 'interval_includes_zero'] as const;

class CampaignGroupDto {
  @ApiProperty(wholeNumber('Customers, each counted once, from the first sending on'))
  n: number;

  @ApiProperty(wholeNumber('Who have ordered within the window'))
  returned: number;

  @ApiProperty({ type: Number, nullable: true, description: 'returned / n; null when n is 0' })
  rate: number | null;

  @ApiProperty({ example: '1234.50', description: 'Revenue of these orders, net of refunds, in your currency' })
  revenue: string;

  @ApiProperty(wholeNumber('Of n, those whose window has passed: only they decide whether it is conclusive'))
  matured: number;
}

const interval = (description: string) =>
  ({ type: 'array', items: { type: 'number' }, nullable: true, minItems: 2, maxItems: 2, description }) as const;

class RevenueUpliftDto {
  @ApiProperty({ type: Number, description: 'Revenue per contacted customer minus revenue per customer of the control group' })
  difference: number;

  @ApiProperty({ type: 'array', items: { type: 'number' }, minItems: 2, maxItems: 2, description: '95 % interval of the uplift' })
  ci95: readonly number[];
}

export class CampaignResultsDto {
  @ApiProperty({ format: 'uuid' })
  campaign_id: string;

  @ApiProperty({
    type: 'integer',
    nullable: true,
    description: 'Days after a sending within which an order counts: your horizon at that time',
  })
  window_days: number | null;

  @ApiProperty({ type: CampaignGroupDto })
  treated: CampaignGroupDto;

  @ApiProperty({ type: CampaignGroupDto })
  holdout: CampaignGroupDto;

  @ApiProperty({
    type: Number,
    nullable: true,
    description: 'Return rate of the contacted customers minus that of the control group; null when a group is empty',
  })
  uplift: number | null;

  @ApiProperty(interval('95 % interval of the uplift (Newcombe, hybrid score)'))
  ci95: readonly number[] | null;

  @ApiProperty({ description: 'True when each group has at least 30 customers whose window has passed, and the interval excludes 0' })
  conclusive: boolean;

  @ApiProperty({ enum: CAMPAIGN_VERDICTS, description: 'Why the result is conclusive or not' })
  verdict: (typeof CAMPAIGN_VERDICTS)[number];

  @ApiProperty({ type: RevenueUpliftDto, nullable: true, description: 'null when a group has fewer than two customers' })
  revenue_uplift: RevenueUpliftDto | null;
}
