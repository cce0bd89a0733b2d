import { ApiProperty } from '@nestjs/swagger';
import { CalibrationBinDto } from './model.dto.js';
import { PaginationDto } from './page.dto.js';

export const BACKTEST_STATES = ['not_started', 'running', 'ready', 'not_enough_history'] as const;
export type BacktestStatus = (typeof BACKTEST_STATES)[number];

const AMOUNT = { example: '1240.00', description: 'In `currency`' };
const ifKnown = (description: string) => ({
  type: String,
  nullable: true,
  example: '980.00',
  description: `${description}. In \`currency\``,
});
const ifReady = (example: string, description: string) => ({ type: String, nullable: true, example, description });

class BacktestProgressDto {
  @ApiProperty({ type: 'integer', example: 12, description: 'Past weeks that are calculated' })
  done: number;

  @ApiProperty({ type: 'integer', example: 30, description: 'Past weeks in total; 0 before the worker has begun' })
  total: number;
}

export class BacktestGroupDto {
  @ApiProperty({ type: 'integer', example: 112 })
  customers: number;

  @ApiProperty({
    type: String,
    nullable: true,
    example: '0.7213',
    description: 'Mean probability of no order, seen from the origin: the share that should have stayed away; null without customers',
  })
  mean_score: string | null;

  @ApiProperty({ ...AMOUNT, description: 'Expected from them at the origin, in `currency`' })
  expected_revenue: string;

  @ApiProperty({ ...AMOUNT, description: 'The part of it that was at risk, in `currency`' })
  revenue_at_risk: string;

  @ApiProperty({ ...AMOUNT, description: 'Their orders in the horizon, in `currency`' })
  revenue: string;
}

class BacktestRevenueDto {
  @ApiProperty({ ...AMOUNT, description: 'Expected at the origin from all customers of then, in `currency`' })
  expected: string;

  @ApiProperty({ ...AMOUNT, description: 'Orders of these customers in the horizon, in `currency`' })
  actual: string;

  @ApiProperty(ifKnown('In one of ten past weeks of your shop, less came for such an expectation; null while your past is too short'))
  p10: string | null;

  @ApiProperty(ifKnown('In one of ten past weeks of your shop, more came for such an expectation; null while your past is too short'))
  p90: string | null;
}

export class NamedCustomerDto {
  @ApiProperty({ example: 'c-1042' })
  external_id: string;

  @ApiProperty({ example: '0.7312', description: 'Probability of no order in the horizon, seen from the origin' })
  score: string;

  @ApiProperty(AMOUNT)
  expected_revenue: string;

  @ApiProperty(AMOUNT)
  revenue_at_risk: string;

  @ApiProperty({
    type: String,
    format: 'date',
    nullable: true,
    example: '2026-09-02',
    description: 'First order in the horizon (UTC); null without one',
  })
  came_back_on: string | null;

  @ApiProperty({ ...AMOUNT, description: 'Orders in the horizon, in `currency`' })
  revenue: string;
}

export class BacktestDto {
  @ApiProperty({
    enum: BACKTEST_STATES,
    description:
      '`not_started`: no model was fitted yet, or the worker has not begun; `running`: see `progress`; `not_enough_history`: no past week has 20 customers, a horizon of orders before it and a horizon after it',
  })
  status: BacktestStatus;

  @ApiProperty({ type: BacktestProgressDto })
  progress: BacktestProgressDto;

  @ApiProperty({ type: String, format: 'date-time', nullable: true })
  calculated_at: string | null;

  @ApiProperty({ ...ifReady('2026-08-23', 'The Sunday (UTC) at whose end the list was made; null unless ready'), format: 'date' })
  origin: string | null;

  @ApiProperty({ ...ifReady('2026-09-22', 'The last day of the horizon; null unless ready'), format: 'date' })
  until: string | null;

  @ApiProperty({ type: 'integer', nullable: true, example: 30 })
  horizon_days: number | null;

  @ApiProperty(ifReady('mbg+lr-1.3/h30/2026-08-09', 'The model that was fitted to the orders known at most three weeks before the origin'))
  model_version: string | null;

  @ApiProperty({ ...ifReady('2026-08-09', 'The day until which that model knew the orders; null unless ready'), format: 'date' })
  fitted_on: string | null;

  @ApiProperty({ example: 'EUR' })
  currency: string;

  @ApiProperty({
    type: BacktestGroupDto,
    nullable: true,
    description: 'Customers to contact at the origin: slipping away, or with a second order due; null unless ready',
  })
  named: BacktestGroupDto | null;

  @ApiProperty({ type: BacktestGroupDto, nullable: true, description: 'Those of them who ordered in the horizon, by themselves' })
  came_back: BacktestGroupDto | null;

  @ApiProperty({ type: BacktestGroupDto, nullable: true, description: 'Those of them who did not' })
  stayed_away: BacktestGroupDto | null;

  @ApiProperty({ type: BacktestRevenueDto, nullable: true })
  revenue: BacktestRevenueDto | null;

  @ApiProperty({
    type: [CalibrationBinDto],
    description:
      'The customers of the origin in ten parts of the score range; empty unless ready. Contacted customers are left out, and customers of control groups also count for them',
  })
  calibration: CalibrationBinDto[];

  @ApiProperty({ type: [NamedCustomerDto], description: 'The named customers with most revenue at risk, at most 100 in all pages' })
  data: NamedCustomerDto[];

  @ApiProperty({ type: PaginationDto })
  pagination: PaginationDto;
}
