import { cpuSecondsOf } from '../system/cpu-time.js';
import { MemoryWatch } from '../system/memory-watch.js';
import type { NodeProcess } from '../system/node-process.js';
import type { SystemUnderTest } from '../system/system-under-test.js';

/** An api process and its address. */
export type Api = NodeProcess & { readonly apiUrl: string };

/** Api and worker processes of one measurement. */
export interface Processes {
  readonly apis: readonly Api[];
  readonly workers: readonly NodeProcess[];
  /** Stops the processes. @returns the peak memory in bytes of one process of each kind. */
  stop(): Promise<{ api: number; worker: number }>;
}

/** Frequent sweeps replace wake-ups, because the bench writes score requests directly into the database. */
const QUICK_SWEEP = { SWEEP_INTERVAL_MS: '50' };

/** Starts new processes, so that memory of the previous measurement does not count. */
export async function startProcesses(system: SystemUnderTest, apis: number, workers: number): Promise<Processes> {
  const started: Api[] = [];
  for (let i = 0; i < apis; i += 1) started.push(await system.startApi());
  const working: NodeProcess[] = [];
  for (let i = 0; i < workers; i += 1) working.push(await system.startWorker(QUICK_SWEEP));
  const watches = { api: started.map(({ pid }) => new MemoryWatch(pid)), worker: working.map(({ pid }) => new MemoryWatch(pid)) };
  return {
    apis: started,
    workers: working,
    stop: async () => {
      const bytes = { api: mostOf(watches.api), worker: mostOf(watches.worker) };
      for (const each of [...working, ...started]) await each.stop();
      return bytes;
    },
  };
}

const mostOf = (watches: readonly MemoryWatch[]): number => Math.max(...watches.map((watch) => watch.stop().most));

/** Returns the CPU seconds of all processes so far. */
export const cpuOf = (processes: readonly NodeProcess[]): number => processes.reduce((sum, { pid }) => sum + cpuSecondsOf(pid), 0);
