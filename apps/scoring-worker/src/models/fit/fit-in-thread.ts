import { MINUTE_MS } from '#libs/core';
import { runInThread } from '../../runner/run-in-thread.js';
import type { FitOutcome, FitTask } from './fit-task.js';

/** Deadline of a fit. Fits take seconds. */
const LONGEST_MS = 2 * MINUTE_MS;

const THREAD = new URL('./fit-model.thread.js', import.meta.url);

/**
 * Fits in a separate thread. The history moves there: the caller's columns are empty afterwards.
 *
 * @throws when the fit takes too long or too much memory, or when the signal aborts it
 */
export function fitInThread(task: FitTask, signal: AbortSignal): Promise<FitOutcome> {
  const { offsets, day, value, activity, traits } = task.history;
  const columns = [
    offsets,
    day,
    value,
    ...(activity === undefined ? [] : [activity.offsets, activity.day, activity.signal, activity.count]),
    ...(traits === undefined ? [] : [traits.offsets, traits.day, traits.trait, traits.value]),
  ];
  const moved = columns.map(({ buffer }) => buffer as ArrayBuffer);
  return runInThread({ module: THREAD, data: task, moved, longestMs: LONGEST_MS }, signal);
}
