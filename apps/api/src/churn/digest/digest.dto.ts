import { ApiProperty, ApiPropertyOptional, OmitType } from '@nestjs/swagger';
import { ReturnAlarmDto } from '#libs/dto';
import { IsOptional, Matches } from 'class-validator';

const count = (description: string) => ({ type: 'integer', description }) as const;
const UNKNOWN = 'null when scores began only in or after this week';
const NO_SCORES = 'null when no customer had a score yet';
const NOT_COMPARABLE = `${UNKNOWN}, or the currency or the horizon of the settings has changed since it began`;
const day = (description: string) => ({ format: 'date', description });
const MODEL_QUALITIES = ['poor', 'fair', 'good', 'excellent'] as const;
const CAMPAIGN_VERDICTS = ['too_early', 'no_difference_seen', 'helps', 'harms'] as const;

export class DigestQuery {
  @ApiPropertyOptional({
    type: String,
    example: '2026-W47',
    description: 'ISO 8601 week on the clocks of the tenant, up to the current one; by default the last one that is over',
  })
  @IsOptional()
  @Matches(/^\d{4}-W\d{2}$/, { message: 'week must be an ISO 8601 week such as 2026-W47' })
  week?: string;
}

class DigestCameBackDto {
  @ApiProperty(count('Customers who were slipping away or lost, or whose second order was due, and who ordered again'))
  customers: number;

  @ApiProperty({ example: '310.00', description: 'The orders with which they came back, in `currency`' })
  revenue: string;
}

class DigestContactDto {
  @ApiProperty(count('Customers to contact'))
  customers: number;

  @ApiProperty({ example: '4200.00', description: 'The revenue if all of them order, in `currency`' })
  revenue_if_ordered: string;

  @ApiProperty({
    example: '1400.00',
    description: 'To win: what contacts that work well can add, the sum of `revenue_at_risk`, in `currency`',
  })
  revenue_at_risk: string;
}

class DigestContactableDto extends OmitType(DigestContactDto, ['revenue_if_ordered']) {}

class DigestCampaignsDto {
  @ApiProperty(count('Campaigns that reached customers in the week'))
  campaigns: number;

  @ApiProperty(count('How often they reached one'))
  contacted: number;

  @ApiProperty({
    enum: CAMPAIGN_VERDICTS,
    nullable: true,
    description: 'All campaigns together until now, against the tenant-wide control group; null without campaigns',
  })
  verdict: (typeof CAMPAIGN_VERDICTS)[number] | null;

  @ApiProperty({
    type: Number,
    nullable: true,
    example: 0.042,
    description: 'Return rate of contacted customers minus that of the control group',
  })
  uplift: number | null;
}

export class DigestDto {
  @ApiProperty({ example: '2026-W47' })
  week: string;

  @ApiProperty(day('Its Monday'))
  from: string;

  @ApiProperty(day('Its Sunday'))
  to: string;

  @ApiProperty({ description: 'False in the current week' })
  is_over: boolean;

  @ApiProperty({ example: 'EUR' })
  currency: string;

  @ApiProperty(count('Customers who became late in the week, and slip away; of those in `slipping`'))
  began_to_slip: number;

  @ApiProperty(count('Customers who entered high or critical risk in the week, and are in it now'))
  entered_high_risk: number;

  @ApiProperty({ type: DigestCameBackDto, nullable: true, description: NOT_COMPARABLE })
  came_back: DigestCameBackDto | null;

  @ApiProperty({ type: 'integer', nullable: true, description: `Customers with their first order; ${UNKNOWN}` })
  new: number | null;

  @ApiProperty({ type: 'integer', nullable: true, description: `Customers who became lost; ${UNKNOWN}` })
  lost: number | null;

  @ApiProperty({ type: DigestContactDto, nullable: true, description: `Those who slip away at the end of the week; ${NO_SCORES}` })
  slipping: DigestContactDto | null;

  @ApiProperty({
    type: DigestContactDto,
    nullable: true,
    description: `Those whose second order is due at the end of the week; ${NO_SCORES}`,
  })
  second_order_due: DigestContactDto | null;

  @ApiProperty({
    type: DigestContactableDto,
    nullable: true,
    description: 'Customers in both states that a campaign may contact now; null for weeks before the last one, and before the first score',
  })
  contactable: DigestContactableDto | null;

  @ApiProperty({ type: String, nullable: true, example: '11465.00', description: `At the end of the week, in \`currency\`; ${NO_SCORES}` })
  revenue_at_risk: string | null;

  @ApiProperty({ type: String, nullable: true, example: '-890.00', description: `Against the end of the week before; ${NOT_COMPARABLE}` })
  revenue_at_risk_change: string | null;

  @ApiProperty({
    type: String,
    nullable: true,
    example: '48200.00',
    description: `What all customers with a score should bring within the horizon, in \`currency\`; ${NO_SCORES}`,
  })
  expected_revenue: string | null;

  @ApiProperty({ type: String, nullable: true, example: '1250.00', description: `Against the end of the week before; ${NOT_COMPARABLE}` })
  expected_revenue_change: string | null;

  @ApiProperty({ type: DigestCampaignsDto })
  campaigns: DigestCampaignsDto;

  @ApiProperty({
    enum: MODEL_QUALITIES,
    nullable: true,
    description: 'Quality of the model that scores now; null while too little has happened to say',
  })
  model_quality: (typeof MODEL_QUALITIES)[number] | null;

  @ApiProperty({ type: ReturnAlarmDto, nullable: true, description: 'The alarm that was on in the week; null without one' })
  alarm: ReturnAlarmDto | null;

  @ApiProperty({ type: [String], description: 'The same in sentences, as in the weekly mail' })
  text: string[];
}
