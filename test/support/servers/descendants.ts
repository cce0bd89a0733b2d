import { readdirSync, readFileSync } from 'node:fs';

/** The process and all that it has started, parents first. Without /proc, the process alone. */
export function withDescendants(pid: number): number[] {
  const parents = new Map<number, number>();
  for (const name of listProcesses()) {
    const parent = parentOf(name);
    if (parent !== null) parents.set(Number(name), parent);
  }
  const found = [pid];
  for (const known of found) found.push(...[...parents].filter(([, parent]) => parent === known).map(([child]) => child));
  return found;
}

function listProcesses(): string[] {
  try {
    return readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  } catch {
    return [];
  }
}

function parentOf(pid: string): number | null {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The program name stands in brackets and may contain spaces and brackets. The parent is the second field after it.
    return Number(text.slice(text.lastIndexOf(')') + 2).split(' ')[1]);
  } catch {
    // The process ended between the two reads.
    return null;
  }
}

/** Sends a signal to a process that may have ended. */
export function signalTo(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}
