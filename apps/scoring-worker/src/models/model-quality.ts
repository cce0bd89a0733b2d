import type { ModelQuality, UsedBehaviour } from '#libs/core';
import { type Model, type QualityReport, type Replay, toCivilDate, typesOfGroups } from '#libs/scoring';

/** Converts a replay into the form that is stored with the model. */
export const fromReplay = ({ report, modelVersion, origin, startsInMidLife }: Replay): ModelQuality => ({
  basis: 'backtest',
  ...fromReport(report),
  firstDay: modelVersion === null ? null : toCivilDate(origin),
  lastDay: modelVersion === null ? null : toCivilDate(origin),
  startsInMidLife,
});

/** Returns the groups of behaviour that a model uses, in the form that is stored with it. */
export const usedBehaviour = ({ behaviour }: Model): UsedBehaviour[] =>
  (behaviour?.gains ?? []).map((gain) => ({ ...gain, eventTypes: typesOfGroups([gain.group]) }));

/** Returns the counts of a report, and its measures when it has some. */
export function fromReport(report: QualityReport): Pick<ModelQuality, 'n' | 'stayedAway' | 'returned' | 'measured'> {
  if (report.kind === 'not_enough_history') {
    const { n, stayedAway, returned } = report;
    return { n, stayedAway, returned, measured: null };
  }
  const { kind: _, n, ...measured } = report;
  const stayedAway = Math.round(n * measured.baseRate);
  return { n, stayedAway, returned: n - stayedAway, measured };
}
