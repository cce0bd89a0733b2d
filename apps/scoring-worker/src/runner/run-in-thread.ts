import { Worker } from 'node:worker_threads';

export interface ThreadTask {
  /** The module of the thread. It posts one message: the result. */
  readonly module: URL;
  readonly data: unknown;
  /** Buffers in `data` that move to the thread. They are empty for the caller afterwards. */
  readonly moved: readonly ArrayBuffer[];
  readonly longestMs: number;
}

/** Heap limit of a thread. Columns of order days are not on the heap. */
const HEAP_MB = 512;

/**
 * Computes in a separate thread, so that scores, health checks and leases continue.
 * @throws when it takes too long or too much memory, or when the signal aborts it
 */
export async function runInThread<Result>({ module, data, moved, longestMs }: ThreadTask, signal: AbortSignal): Promise<Result> {
  const thread = new Worker(module, {
    workerData: data,
    transferList: [...new Set(moved)],
    resourceLimits: { maxOldGenerationSizeMb: HEAP_MB },
    execArgv: [],
  });
  const either = AbortSignal.any([signal, AbortSignal.timeout(longestMs)]);
  try {
    return await new Promise<Result>((resolve, reject) => {
      thread.once('message', resolve).once('error', reject);
      thread.once('exit', (code) => reject(new Error(`the thread ended with ${code} before its result`)));
      either.addEventListener('abort', () => reject(either.reason), { once: true });
    });
  } finally {
    await thread.terminate();
  }
}
