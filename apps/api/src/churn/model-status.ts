import type { Backfill } from '#libs/work';
import type { ModelDto } from '#libs/dto';
import type { ActiveModelRow } from './get-model.sql.js';

const PRIOR =
  'The scores come from one model for all shops, which does not know yours. Trust the order of your customers more than the numbers.';
const OUTDATED = 'A backfill has changed more than a day of your history since this model was fitted.';
const WHEN_ENDED = 'A backfill is running. A model is fitted to your history when it ends.';
const SOON = 'A new model is fitted to your history within a minute.';
const FROM_FIVE = 'A model is fitted to your history as soon as five customers have an order.';

/** Describes whether the model knows the tenant's history, and if not, what comes next. */
export function modelStatus(
  model: ActiveModelRow | null,
  backfill: Backfill | null,
  isRunning: boolean,
): Pick<ModelDto, 'status' | 'warnings'> {
  const isOutdated = backfill?.changedHistory === true;
  if (model !== null && model.pinned_on !== null) return pinned(model.pinned_on, isOutdated);
  if (model !== null) return isOutdated ? provisional(OUTDATED, isRunning ? WHEN_ENDED : SOON) : { status: 'fitted', warnings: [] };
  return provisional(PRIOR, isRunning ? WHEN_ENDED : FROM_FIVE);
}

/** A pinned model is outdated only as long as its operator wants. */
function pinned(since: string, isOutdated: boolean): Pick<ModelDto, 'status' | 'warnings'> {
  const warnings = [`The people who run this service have pinned this model since ${since}: no new model is fitted until the pin ends.`];
  return isOutdated ? { status: 'provisional', warnings: [OUTDATED, ...warnings] } : { status: 'fitted', warnings };
}

const provisional = (...warnings: string[]): Pick<ModelDto, 'status' | 'warnings'> => ({ status: 'provisional', warnings });

/** Announces the next step of the automatic horizon. */
export function plannedHorizon({
  horizon_days: now,
  planned_horizon: next,
  planned_from: from,
}: ActiveModelRow): ModelDto['planned_horizon'] {
  if (next === null || from === null || next === now) return null;
  const why =
    next > now ? `fewer than four of five repeat orders come within ${now} days` : `four of five repeat orders come within ${next} days`;
  const text = `From ${from} on, the horizon is ${next} days instead of ${now}, because ${why}. To keep ${now} days, set horizon_days to ${now} in the settings.`;
  return { horizon_days: next, from, text };
}
