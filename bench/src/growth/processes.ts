import { cpuSecondsOf } from '../system/cpu-time.js';
import { MemoryWatch } from '../system/memory-watch.js';
import type { NodeProcess } from '../system/node-process.js';
import type { SystemUnderTest } from '../system/system-under-test.js';

/** An api process and where it is reached. */
export type Api = NodeProcess & { readonly apiUrl: string };

/** Api and worker processes of one measurement. */
export interface Processes {
  readonly apis: readonly Api[];
  readonly workers: readonly NodeProcess[];
  /** Ends them. @returns the most bytes that one process of each kind has had. */
  stop(): Promise<{ api: number; worker: number }>;
}

/** Sweeps stand in for wake-ups where scores are asked for behind the service's back. */
const QUICK_SWEEP = { SWEEP_INTERVAL_MS: '50' };

/** Fresh processes: what the measurement before has left in memory counts for nothing. */
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

/** CPU seconds of all of them so far. */
export const cpuOf = (processes: readonly NodeProcess[]): number => processes.reduce((sum, { pid }) => sum + cpuSecondsOf(pid), 0);
