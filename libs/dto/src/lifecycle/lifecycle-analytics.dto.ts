import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { LIMITS } from '#libs/core';
import { Transform } from 'class-transformer';
import { IsInt, Max, Min } from 'class-validator';
import { CALCULATED } from '../analytics.dto.js';
import { toNumber } from '../query-values.js';
import { ReturnsDto } from './returns.dto.js';

const DEFAULT_TREND_DAYS = 182;
const TREND_DAYS = { message: `trend_days must be a whole number from 1 to ${LIMITS.trendDays}` };
const count = (description: string) => ({ type: 'integer', description }) as const;
const AMOUNT = { example: '48200.00', description: 'In `currency`' };
const amountOrNull = (description: string) => ({ type: String, nullable: true, example: '41000.00', description });

export class LifecycleAnalyticsQuery {
  @ApiPropertyOptional({
    type: 'integer',
    minimum: 1,
    maximum: LIMITS.trendDays,
    default: DEFAULT_TREND_DAYS,
    description: 'Days of `trend`, up to today',
  })
  @Transform(toNumber)
  @IsInt(TREND_DAYS)
  @Min(1, TREND_DAYS)
  @Max(LIMITS.trendDays, TREND_DAYS)
  trend_days: number = DEFAULT_TREND_DAYS;
}

class LifecycleCountsDto {
  @ApiProperty(count('One order day so far, and the second order is not due yet'))
  new: number;

  @ApiProperty(count('One order day so far: half of those who order again would have done so by now. Not lost yet'))
  second_order_due: number;

  @ApiProperty(count('Ordered on several days, and neither slipping nor lost'))
  active: number;

  @ApiProperty(count('Ordered on several days, late, with a score from 0.40; can still be won back'))
  slipping: number;

  @ApiProperty(count('Late, with a score from 0.875; few of them order again'))
  lost: number;
}

class CurrentLifecycleDto extends LifecycleCountsDto {
  @ApiProperty(count('No counted order'))
  none: number;
}

class LifecycleDayDto extends LifecycleCountsDto {
  @ApiProperty({ format: 'date', example: '2026-11-21', description: 'A day of the time zone of the tenant' })
  date: string;

  @ApiProperty(CALCULATED)
  calculated: boolean;
}

class CameBackDto {
  @ApiProperty(count('Customers who were slipping away or lost, or whose second order was due, and who ordered again'))
  customers: number;

  @ApiProperty({ ...AMOUNT, description: 'The orders with which they came back, in the currency of the tenant' })
  revenue: string;
}

/** Explains null: seeing part of a week can prove that a customer moved, but not that none did. */
const NOT_KNOWN = '; null where none was seen, while a whole week is not known (`whole_from`)';

class LifecycleWeekDto {
  @ApiProperty(count('Customers who slip away and became late this week: those of GET /customers?lifecycle=slipping&late_since_from=7d'))
  began_to_slip: number;

  @ApiProperty({ type: CameBackDto, nullable: true, description: `Customers who came back${NOT_KNOWN}` })
  came_back: CameBackDto | null;

  @ApiProperty({ ...count(`Customers who placed their first order${NOT_KNOWN}`), nullable: true })
  new: number | null;

  @ApiProperty({ ...count(`Customers who became lost, by waiting${NOT_KNOWN}`), nullable: true })
  lost: number | null;

  @ApiProperty({
    type: String,
    format: 'date',
    nullable: true,
    example: '2026-11-29',
    description:
      'After an import, the first day on which the moves of seven days are known. Until then they count from the first live score. Null when they are known',
  })
  whole_from: string | null;
}

class LateGroupDto {
  @ApiProperty(count('Customers'))
  customers: number;

  @ApiProperty({ ...AMOUNT, example: '1512.00', description: 'The sum of their `revenue_at_risk`, in the currency of the tenant' })
  revenue_at_risk: string;
}

class ContactGroupDto extends LateGroupDto {
  @ApiProperty({ ...AMOUNT, example: '3100.00', description: 'The sum of their `expected_revenue`' })
  expected_revenue: string;

  @ApiProperty({
    ...AMOUNT,
    example: '9800.00',
    description: 'What comes in within the horizon if all of them order: the sum of their `revenue_if_ordered`',
  })
  revenue_if_ordered: string;
}

class LateDto {
  @ApiProperty({
    type: ContactGroupDto,
    description: 'Those whose second order is due, late or not: GET /customers?lifecycle=second_order_due',
  })
  second_order_due: ContactGroupDto;

  @ApiProperty({ type: ContactGroupDto, description: 'Those who slip away: GET /customers?lifecycle=slipping' })
  slipping: ContactGroupDto;

  @ApiProperty({
    type: LateGroupDto,
    description: 'Those with a score below 0.40, who are likely to order all the same: GET /customers?lifecycle=active&late_since_to=0d',
  })
  active: LateGroupDto;
}

class ExpectedSumDto {
  @ApiProperty({ type: 'integer', description: 'The revenue of this number of days from now' })
  days: number;

  @ApiProperty({ ...AMOUNT, description: 'Expected from all customers who have ordered so far' })
  expected: string;

  @ApiProperty(amountOrNull('Less than this comes in one of ten cases, by past weeks of your shop; null while your past is too short'))
  p10: string | null;

  @ApiProperty(amountOrNull('More than this comes in one of ten cases, by past weeks of your shop; null while your past is too short'))
  p90: string | null;

  @ApiProperty({ type: 'integer', example: 22, description: 'Past weeks that were compared with what came. An interval needs six' })
  replays: number;

  @ApiProperty({
    type: Number,
    example: 5.4,
    description: 'Their horizons overlap: they say as much as this many independent ones. An interval needs 1.5',
  })
  independent_replays: number;

  @ApiProperty(amountOrNull('The part of it that comes from customers who may not order; only for the horizon'))
  at_risk: string | null;
}

class ExpectedRevenueDto {
  @ApiProperty({ example: 'EUR' })
  currency: string;

  @ApiProperty({ type: 'integer', nullable: true, description: 'Null while there is neither a score nor a setting' })
  horizon_days: number | null;

  @ApiProperty({
    type: [ExpectedSumDto],
    description: 'The horizon first, then 90 and 365 days, each once. Only the horizon while no model with amounts has been fitted',
  })
  sums: ExpectedSumDto[];
}

export class LifecycleAnalyticsDto {
  @ApiProperty({ format: 'date-time' })
  as_of: string;

  @ApiProperty({ type: CurrentLifecycleDto, description: 'Customers now' })
  lifecycle: CurrentLifecycleDto;

  @ApiProperty({ type: LateDto, description: 'Customers whose next order is missing now, and who are not lost' })
  late: LateDto;

  @ApiProperty({
    type: LifecycleWeekDto,
    description: 'Moves of the last seven days, today included. Imported history, a new model and new settings do not count',
  })
  week: LifecycleWeekDto;

  @ApiProperty({ type: ExpectedRevenueDto })
  revenue: ExpectedRevenueDto;

  @ApiProperty({ type: ReturnsDto, description: 'Whether known customers come back as expected, as of the last night' })
  returns: ReturnsDto;

  @ApiProperty({
    type: [LifecycleDayDto],
    description:
      'Customers at the end of each day, oldest first; the last one is today and now. Before the first score there is one point for each week, calculated afterwards',
  })
  trend: LifecycleDayDto[];
}
