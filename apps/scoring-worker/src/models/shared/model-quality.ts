import type { ModelQuality, UsedBehaviour, UsedTrait } from '#libs/core';
import { isTraitGroup, type Model, type QualityReport, type Replay, toCivilDate, traitName, typesOfGroups } from '#libs/scoring';

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
  (behaviour?.gains ?? []).flatMap(({ group, ...gain }) =>
    isTraitGroup(group) ? [] : [{ ...gain, group, eventTypes: typesOfGroups([group]) }],
  );

/** Returns the traits that a model uses, in the form that is stored with it. */
export const usedTraits = ({ behaviour }: Model): UsedTrait[] =>
  (behaviour?.gains ?? []).flatMap(({ group, ...gain }) => (isTraitGroup(group) ? [{ ...gain, name: traitName(group) }] : []));

/** Returns the counts of a report, and its measures when it has some. */
export function fromReport(report: QualityReport): Pick<ModelQuality, 'n' | 'stayedAway' | 'returned' | 'measured'> {
  if (report.kind === 'not_enough_history') {
    const { n, stayedAway, returned } = report;
    return { n, stayedAway, returned, measured: null };
  }
  const { kind: _, n, stayedAway, returned, ...measured } = report;
  return { n, stayedAway, returned, measured };
}
