import { readdirSync, readFileSync } from 'node:fs';

/** Linux counts CPU time for user space in hundredths of a second, independent of the kernel's own tick (proc(5), `stat`). */
const TICKS_PER_SECOND = 100;

interface Stat {
  readonly pid: number;
  readonly parent: number;
  /** User and system time of the process itself. */
  readonly own: number;
  /** User and system time of its children that have ended and been waited for. */
  readonly reaped: number;
}

/**
 * Returns the CPU seconds of a process and all its descendants so far, user and system time together.
 * @returns NaN when the system has no /proc.
 */
export function cpuSecondsOf(pid: number): number {
  const stats = readStats();
  const root = stats.find((stat) => stat.pid === pid);
  if (root === undefined) return Number.NaN;
  const ticks = (stat: Stat): number =>
    stat.own + stat.reaped + stats.filter(({ parent }) => parent === stat.pid).reduce((sum, child) => sum + ticks(child), 0);
  return ticks(root) / TICKS_PER_SECOND;
}

function readStats(): Stat[] {
  try {
    return readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .flatMap((name) => readStat(Number(name)) ?? []);
  } catch {
    return [];
  }
}

function readStat(pid: number): Stat | null {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return parseStat(pid, text);
  } catch {
    // The process ended between the two reads.
    return null;
  }
}

/** @param text content of /proc/PID/stat. The command name may contain spaces and brackets, so fields are counted after its end. */
export function parseStat(pid: number, text: string): Stat {
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  const field = (number: number): number => Number(fields[number - 3]);
  return { pid, parent: field(4), own: field(14) + field(15), reaped: field(16) + field(17) };
}
