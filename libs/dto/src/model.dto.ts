import { ApiProperty } from '@nestjs/swagger';
import { CHECKED_GROUPS, LABELS, type Label } from '#libs/core';

export const QUALITIES = ['poor', 'fair', 'good', 'excellent'] as const;
export const MODEL_STATUSES = ['provisional', 'fitted'] as const;
export const QUALITY_BASES = ['matured', 'backtest'] as const;

const share = (description: string) => ({ type: Number, minimum: 0, maximum: 1, nullable: true, description });
const measure = (description: string) => ({ type: Number, nullable: true, description });

export class CalibrationBinDto {
  @ApiProperty({ type: 'integer', minimum: 0, maximum: 9, description: 'Scores from bin / 10 to (bin + 1) / 10' })
  bin: number;

  @ApiProperty(share('Mean score; null when nobody is in the bin'))
  predicted: number | null;

  @ApiProperty(share('Share of these customers who placed no order'))
  observed: number | null;

  @ApiProperty({ type: 'integer', description: 'Customers' })
  n: number;
}

class CalibrationMissDto {
  @ApiProperty({ minimum: 0, maximum: 1, description: 'Mean score' })
  predicted: number;

  @ApiProperty({ minimum: 0, maximum: 1, description: 'Share of these customers who placed no order' })
  observed: number;

  @ApiProperty({ type: 'integer', description: 'Customers' })
  n: number;
}

class CheckedRatesDto {
  @ApiProperty({ enum: CHECKED_GROUPS, description: '`below_080`: customers with a score below 0.80; `all`: no customer has one' })
  group: (typeof CHECKED_GROUPS)[number];

  @ApiProperty({ minimum: 0, maximum: 1, description: 'Mean score' })
  predicted: number;

  @ApiProperty({ minimum: 0, maximum: 1, description: 'Share of these customers who placed no order' })
  observed: number;
}

class BandDto {
  @ApiProperty({ enum: LABELS })
  label: Label;

  @ApiProperty(share('Mean score of the customers with this label; null when nobody has it'))
  promised: number | null;

  @ApiProperty(share('Share of these customers who placed no order'))
  observed: number | null;

  @ApiProperty({ type: 'integer', description: 'Customers' })
  n: number;
}

class BaselineDto {
  @ApiProperty(share('AUC of the days since the last order alone'))
  recency_only_auc: number | null;

  @ApiProperty(share('Share of customers whom the rule "gone after horizon_days without an order" calls gone'))
  rule_flagged: number | null;

  @ApiProperty(share('Share of those called gone by that rule who placed no order'))
  rule_observed: number | null;

  @ApiProperty(share('Brier score of that rule'))
  rule_brier: number | null;
}

class PlannedHorizonDto {
  @ApiProperty({ type: 'integer', description: 'The new horizon' })
  horizon_days: number;

  @ApiProperty({
    type: String,
    format: 'date',
    description: 'The UTC day from which on the next fit uses it; at least a week after the notice',
  })
  from: string;

  @ApiProperty({ description: 'The reason, and the way to keep the present horizon' })
  text: string;
}

export class UsedBehaviourDto {
  @ApiProperty({ enum: ['visits', 'views', 'carts', 'emails', 'unsubscribes', 'tickets', 'reviews', 'subscriptions'] })
  group: string;

  @ApiProperty({ type: [String], example: ['session_started', 'page_viewed'] })
  event_types: string[];

  @ApiProperty({ description: 'Log-loss of the replay without this group, and with all groups and traits that were taken before it' })
  log_loss_before: number;

  @ApiProperty({ description: 'Log-loss of the replay with this group too' })
  log_loss_after: number;
}

export class UsedTraitDto {
  @ApiProperty({ example: 'loyalty_points' })
  name: string;

  @ApiProperty({ description: 'Log-loss of the replay without this trait, and with all groups and traits that were taken before it' })
  log_loss_before: number;

  @ApiProperty({ description: 'Log-loss of the replay with this trait too' })
  log_loss_after: number;
}

export class ModelDto {
  @ApiProperty({
    enum: MODEL_STATUSES,
    description:
      '`provisional`: the model does not know your history yet. None has been fitted to it, or a backfill has changed more than a day of it since. A fit follows when the backfill ends',
  })
  status: (typeof MODEL_STATUSES)[number];

  @ApiProperty({
    type: [String],
    description:
      'Sentences that say why the status is provisional, and what comes next, or that the people who run the service have pinned the model; else empty',
  })
  warnings: string[];

  @ApiProperty({
    type: PlannedHorizonDto,
    nullable: true,
    description: 'The next change of the automatic horizon; null when none is planned',
  })
  planned_horizon: PlannedHorizonDto | null;

  @ApiProperty({
    type: String,
    nullable: true,
    example: 'mbg+lr-1.1/h90/2026-11-21',
    description: 'The model that scores come from today; null while there is no score yet',
  })
  model_version: string | null;

  @ApiProperty({ type: String, format: 'date-time', nullable: true, description: 'Null while no model has been fitted to your orders' })
  trained_at: string | null;

  @ApiProperty({
    type: 'integer',
    nullable: true,
    description: 'Days that a score looks ahead; null while there is no score and no setting',
  })
  horizon_days: number | null;

  @ApiProperty({ type: 'integer', description: 'Customers that the model was fitted to' })
  customers: number;

  @ApiProperty({
    type: [UsedBehaviourDto],
    description:
      'What the model uses beside orders, the most useful first. A group is used only where a replay of your own past improves with it',
  })
  behaviour: UsedBehaviourDto[];

  @ApiProperty({
    type: [UsedTraitDto],
    description: 'Your traits that the model uses, the most useful first. A trait is used under the same condition',
  })
  traits: UsedTraitDto[];

  @ApiProperty({
    enum: QUALITY_BASES,
    nullable: true,
    description:
      '`matured`: published scores whose horizon has passed; `backtest`: a replay on your history, as long as too few of these have matured; null before the first fit',
  })
  basis: (typeof QUALITY_BASES)[number] | null;

  @ApiProperty({
    type: 'integer',
    description:
      'Predictions with an outcome that was seen. Contacted customers are left out. In all rates, customers of control groups also count for them',
  })
  n: number;

  @ApiProperty(share('Share of them that placed no order'))
  base_rate: number | null;

  @ApiProperty(share('How often somebody who stayed away had a higher score than somebody who came back; 0.5 is chance'))
  auc: number | null;

  @ApiProperty(share('The same among customers who had ordered within the last four horizons, a year at the most'))
  auc_active: number | null;

  @ApiProperty(share('Mean squared error of the scores; lower is better'))
  brier: number | null;

  @ApiProperty(measure('1 - brier / brier of the base rate; 0 is no better than telling everybody the base rate'))
  skill: number | null;

  @ApiProperty(measure('Mean of -ln of the probability that was given to what happened; lower is better'))
  log_loss: number | null;

  @ApiProperty(share('Mean distance of score and outcome over the bins of `calibration`'))
  calibration_error: number | null;

  @ApiProperty(measure('How many times more often the tenth of customers with the highest scores stayed away than everybody'))
  lift_top_decile: number | null;

  @ApiProperty({
    type: [CalibrationBinDto],
    description:
      'Ten bins, low scores first; empty without a measurement. Their `n` includes the contacted customers that control groups count for',
  })
  calibration: CalibrationBinDto[];

  @ApiProperty({
    type: CheckedRatesDto,
    nullable: true,
    description: 'The rates of the customers about whom a shop decides something: most of the others are lost; null without a measurement',
  })
  checked_rates: CheckedRatesDto | null;

  @ApiProperty({
    type: CalibrationMissDto,
    nullable: true,
    description:
      'The bin of `calibration` that is off by most, of those with 30 customers that are off by 0.05 and by more than two sampling errors; null where none is',
  })
  largest_miss: CalibrationMissDto | null;

  @ApiProperty({ type: [BandDto], description: 'Predicted and observed rate per label; empty without a measurement' })
  bands: BandDto[];

  @ApiProperty({ enum: QUALITIES, nullable: true, description: 'The quality in one word; null while there is too little history' })
  quality: (typeof QUALITIES)[number] | null;

  @ApiProperty({ type: BaselineDto, description: 'Simple rules, measured on the same customers for comparison' })
  baseline: BaselineDto;

  @ApiProperty({ type: String, nullable: true, description: 'A note on how to read the numbers' })
  note: string | null;
}
