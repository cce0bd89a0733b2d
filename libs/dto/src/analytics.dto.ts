import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsIn } from 'class-validator';
import { CustomerDto } from './customer.dto.js';

export const PERIODS = ['7d', '30d', '90d'] as const;

export type Period = (typeof PERIODS)[number];

export class AnalyticsQuery {
  @ApiPropertyOptional({ enum: PERIODS, default: '30d', description: 'The days that `trends` covers, up to today' })
  @IsIn(PERIODS, { message: `period must be one of ${PERIODS.join(', ')}` })
  period: Period = '30d';
}

class DistributionDto {
  @ApiProperty({ type: 'integer' })
  critical: number;

  @ApiProperty({ type: 'integer' })
  high: number;

  @ApiProperty({ type: 'integer' })
  medium: number;

  @ApiProperty({ type: 'integer' })
  low: number;
}

class TotalsDto {
  @ApiProperty({ type: DistributionDto, description: 'Customers with a score, by label' })
  distribution: DistributionDto;

  @ApiProperty({ example: '0.4312', description: 'Mean of all scores, four decimals; 0.0000 when nobody has one' })
  avg_score: string;

  @ApiProperty({ type: 'integer', description: 'Customers whose label is high or critical' })
  at_risk_count: number;

  @ApiProperty({ example: '48200.00', description: 'What all customers with a score should bring within the horizon; in `currency`' })
  expected_revenue: string;

  @ApiProperty({ example: '12345.67', description: 'Sum over all customers with a score, whatever their label; in `currency`' })
  revenue_at_risk: string;
}

/** A point of a trend that no live score stands behind. */
export const CALCULATED = {
  description:
    'True: no live score. Calculated afterwards for the end of this Sunday (UTC), with a model of that time, from orders as they are known today',
} as const;

export class DayTotalsDto extends TotalsDto {
  @ApiProperty({ format: 'date', example: '2026-11-21', description: 'A day of the time zone of the tenant' })
  date: string;

  @ApiProperty(CALCULATED)
  calculated: boolean;
}

export class AnalyticsDto extends TotalsDto {
  @ApiProperty({ enum: PERIODS })
  period: Period;

  @ApiProperty({ example: 'EUR' })
  currency: string;

  @ApiProperty({
    type: [DayTotalsDto],
    description:
      'How things stood at the end of each day of the period, oldest first; the last one is today and now. Before the first score there is one point for each week, calculated afterwards',
  })
  trends: DayTotalsDto[];

  @ApiProperty({
    type: DayTotalsDto,
    nullable: true,
    description:
      'The totals at the end of the previous period, one day before this one starts, or of the last past week before that day; null when there is neither',
  })
  previous_period: DayTotalsDto | null;

  @ApiProperty({ type: [CustomerDto], description: 'The ten customers labelled high or critical with most revenue at risk' })
  at_risk_customers: CustomerDto[];
}

/** From 0.00 to 1.00. */
export const HUNDREDTHS = 101;

export class ScoreHistogramDto {
  @ApiProperty({
    type: 'array',
    items: { type: 'integer', minimum: 0 },
    minItems: HUNDREDTHS,
    maxItems: HUNDREDTHS,
    description: 'Customers with a score from i / 100 to below (i + 1) / 100; the last entry counts scores of exactly 1',
  })
  counts: number[];
}
