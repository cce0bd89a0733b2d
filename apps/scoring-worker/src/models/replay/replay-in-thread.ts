import { MINUTE_MS } from '#libs/core';
import { runInThread } from '../../runner/run-in-thread.js';
import type { BlockResult, BlockTask } from './replay-block.js';

/** Deadline of a block. It takes seconds, and longer where live scores need the processor. */
const LONGEST_MS = 20 * MINUTE_MS;

const THREAD = new URL('./replay-past.thread.js', import.meta.url);

/** Computes a block in a thread of low priority. The caller keeps the history, for the next block. */
export function replayInThread(task: BlockTask, signal: AbortSignal): Promise<BlockResult> {
  const { offsets, day, value, activity } = task.history;
  const history = { offsets: offsets.slice(), day: day.slice(), value: value.slice(), activity };
  const moved = [history.offsets.buffer, history.day.buffer, history.value.buffer] as ArrayBuffer[];
  return runInThread({ module: THREAD, data: { ...task, history }, moved, longestMs: LONGEST_MS }, signal);
}
