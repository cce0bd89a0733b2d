import type { Layout } from '../layouts/layout.js';
import { readUntil, TIME_UNITS } from '../rows/observation.js';
import type { Observation, ReadingPlan } from '../rows/plan.js';
import type { FileEvidence } from './evidence.js';
import type { FileMapping } from '../rows/mapping.js';
import type { Question } from './questions.js';

/** The answers of the owner that say which time a file is about. */
interface ObservationAnswers {
  readonly until?: string;
  readonly mapping?: FileMapping;
  readonly timeZone?: string;
  readonly now?: Date;
}

/** The time that a file of summaries is about, or what is to be asked to know it. */
interface FoundObservation {
  readonly observation: Observation | null;
  readonly questions: readonly Question[];
}

/** Finds the time that a file sums up. No file says it: neither the day of the export, nor the unit of its times. */
export function observationOf(
  { sums }: Layout,
  { until, mapping, timeZone = 'UTC', now = new Date() }: ObservationAnswers,
): FoundObservation {
  if (sums === undefined) return { observation: null, questions: [] };
  const of = sums === 'repeats' ? 'observation' : 'export';
  const end = until === undefined || until.trim() === '' ? null : readUntil(until, timeZone, now);
  const unit = sums === 'repeats' ? mapping?.unit : null;
  const questions: Question[] = [];
  if (end === null) questions.push({ kind: 'until', of, fault: null });
  else if (end.kind === 'wrong') questions.push({ kind: 'until', of, fault: end.reason });
  if (unit === undefined) questions.push({ kind: 'unit', columns: [], largest: 0 });
  if (end?.kind !== 'value' || unit === undefined) return { observation: null, questions };
  return {
    observation: { day: (until ?? '').trim(), until: end.value, unitMs: unit === null ? null : TIME_UNITS[unit] },
    questions,
  };
}

/** Adds to the question for the unit which columns it is about. */
export function withColumns(question: Question, { columns }: ReadingPlan, { first }: FileEvidence): Question {
  if (question.kind !== 'unit') return question;
  const names = (['recency', 'age'] as const).flatMap((field) =>
    columns
      .placesOf(field)
      .slice(0, 1)
      .map((place) => columns.nameAt(place)),
  );
  const ages = first.map(({ fields }) => Number(columns.text(fields, 'age'))).filter((age) => Number.isFinite(age));
  return { kind: 'unit', columns: names, largest: ages.reduce((one, other) => Math.max(one, other), 0) };
}
