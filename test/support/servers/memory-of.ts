import { readFileSync } from 'node:fs';
import type { ServiceProcess } from './service-process.js';

/** Returns the memory of the process in MiB; without end for one that has ended, for instance because it took too much. */
export function memoryOf({ pid }: ServiceProcess): number {
  try {
    return Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))![1]) / 1024;
  } catch {
    return Infinity;
  }
}
