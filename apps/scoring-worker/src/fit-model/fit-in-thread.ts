import { Worker } from 'node:worker_threads';
import { MINUTE_MS } from '#libs/core';
import type { FitOutcome, FitTask } from './fit-task.js';

/** Deadline of a fit. Fits take seconds. */
const LONGEST_MS = 2 * MINUTE_MS;
/** Heap limit of the thread. The columns of the history are not on the heap. */
const HEAP_MB = 512;

const THREAD = new URL('./fit-model.thread.js', import.meta.url);

/**
 * Fits in a separate thread, so that scores, health checks and leases continue meanwhile. The history moves there: the caller's columns
 * are empty afterwards.
 *
 * @throws when the fit takes too long or too much memory, or when the signal aborts it
 */
export async function fitInThread(task: FitTask, signal: AbortSignal): Promise<FitOutcome> {
  const { offsets, day, value } = task.history;
  const thread = new Worker(THREAD, {
    workerData: task,
    transferList: [...new Set([offsets.buffer, day.buffer, value.buffer])] as ArrayBuffer[],
    resourceLimits: { maxOldGenerationSizeMb: HEAP_MB },
    execArgv: [],
  });
  const either = AbortSignal.any([signal, AbortSignal.timeout(LONGEST_MS)]);
  try {
    return await new Promise<FitOutcome>((resolve, reject) => {
      thread.once('message', resolve).once('error', reject);
      thread.once('exit', (code) => reject(new Error(`the thread ended with ${code} before the fit`)));
      either.addEventListener('abort', () => reject(either.reason), { once: true });
    });
  } finally {
    await thread.terminate();
  }
}
