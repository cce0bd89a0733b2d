import { inMicroseconds, inMs, percent, whole } from '../report/numbers.js';
import { percentile } from '../report/percentile.js';
import { TARGETS } from '../report/targets.js';
import type { RecalculationFindings } from './measure-recalculation.js';

const MIB = 2 ** 20;
const GB = 1e9;
const MILLION = 1e6;

const met = (isMet: boolean): string => (isMet ? 'met' : 'not met');

/** Returns a table and a few lines of Markdown. */
export function toRecalculationReport(findings: RecalculationFindings): string {
  const { customers, serviceMs, bareMs, cpu, idleBytes, runningBytes, freshMs } = findings;
  const most = Math.max(...runningBytes);
  const ratio = serviceMs / bareMs;
  const each = (seconds: number): string => inMicroseconds((seconds * 1e6) / customers);
  const perSecond = (ms: number): string => whole(customers / (ms / 1000));
  return `${whole(customers)} customers with 5 orders each, one worker, one connection for the SQL alone, all on one machine.

| | time | customers/s | worker CPU µs/customer | Postgres CPU µs/customer |
| --- | --- | --- | --- | --- |
| job over HTTP | ${inMs(serviceMs)} | ${perSecond(serviceMs)} | ${each(cpu.worker)} | ${each(cpu.postgres)} |
| SQL alone | ${inMs(bareMs)} | ${perSecond(bareMs)} | – | ${each(cpu.bare)} |

- ${ratio.toFixed(2)} × SQL alone (at most ${TARGETS.recalculationRatio}: ${met(ratio <= TARGETS.recalculationRatio)}).
- Memory of the worker: ${whole(idleBytes / MIB)} MiB idle, ${whole(most / MIB)} MiB at most while it ran.
- Fresh events of another shop meanwhile, ${freshMs.length} of them: p50 ${inMs(percentile(freshMs, 0.5))}, p95 ${inMs(percentile(freshMs, 0.95))}.
${aside(findings)}`;
}

function aside({ customers, diskBytes, night, firstImportMs }: RecalculationFindings): string {
  const disk = (diskBytes / GB) * (MILLION / customers);
  const share = night.due / customers;
  const nightMs = night.ms * (MILLION / customers);
  const batch = percentile(firstImportMs, 0.5);
  return `- Disk with a first score each: ${disk.toFixed(2)} GB per million customers, with all tables and indexes (at most ${TARGETS.diskGb.toFixed(1)}: ${met(disk <= TARGETS.diskGb)}).
- The next nightly pass, with nothing new: ${whole(night.due)} customers due, ${percent(share)} (at most ${percent(TARGETS.nightShare)}: ${met(share <= TARGETS.nightShare)}), in ${inMs(night.ms)} (at most ${inMs(TARGETS.nightMs)} for a million: ${met(nightMs <= TARGETS.nightMs)}), ${whole(night.walBytes / MIB)} MiB of write-ahead log.
- The first import of a new shop beside it, batches of 1000 events of new customers: p50 ${inMs(batch)}, longest ${inMs(Math.max(...firstImportMs))} over HTTP, parsing and checks included.
`;
}
