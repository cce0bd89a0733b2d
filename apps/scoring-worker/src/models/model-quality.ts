import type { ModelQuality } from '#libs/database';
import { type QualityReport, type Replay, toCivilDate } from '#libs/scoring';

/** What a replay says, as it is stored beside the model. */
export const fromReplay = ({ report, modelVersion, origin, startsInMidLife }: Replay): ModelQuality => ({
  basis: 'backtest',
  ...fromReport(report),
  firstDay: modelVersion === null ? null : toCivilDate(origin),
  lastDay: modelVersion === null ? null : toCivilDate(origin),
  startsInMidLife,
});

/** Counts of a report, and its measures when there are any. */
export function fromReport(report: QualityReport): Pick<ModelQuality, 'n' | 'stayedAway' | 'returned' | 'measured'> {
  if (report.kind === 'not_enough_history') {
    const { n, stayedAway, returned } = report;
    return { n, stayedAway, returned, measured: null };
  }
  const { kind: _, n, ...measured } = report;
  const stayedAway = Math.round(n * measured.baseRate);
  return { n, stayedAway, returned: n - stayedAway, measured };
}
