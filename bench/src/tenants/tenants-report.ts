import { inMs, whole } from '../report/numbers.js';
import { percentile } from '../report/percentile.js';
import type { ActiveTenants, Idle, TenantsFindings } from './measure-tenants.js';
import type { NightOfAll } from './measure-nights.js';

const MIB = 2 ** 20;
const FRESH_P99_MS = 1000;

/** Returns the tables and what they say about the target. */
export function toTenantsReport({ customersEach, idle, active, nights }: TenantsFindings): string {
  return `Each tenant has ${customersEach} customers with five orders.

Nothing happens; one api, one worker, in a minute:

${table(
  ['tenants', 'CPU of the worker', 'CPU of Postgres', 'CPU of Redis', 'transactions', 'commands to Redis', 'worker MiB'],
  idle.map(idleRow),
)}

Single events of random tenants:

${table(['tenants that send', 'events/s', 'fresh score p50', 'p95', 'p99', 'watched', 'failed', 'cores api + worker + Postgres'], [activeRow(active)])}

Nightly passes, at most two minutes of each night:

${table(['night', 'passes', 'customers due in them', 'time', 'passes/s', 'CPU each, worker + Postgres'], nights.map(nightRow))}

- ${freshVerdict(active)}
- ${idleVerdict(idle)}
`;
}

const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');

const idleRow = (line: Idle): string[] => [
  whole(line.tenants),
  ...[line.worker, line.postgres, line.redis].map(inMs),
  whole(line.transactions),
  whole(line.redisCommands),
  whole(line.workerBytes / MIB),
];

const activeRow = ({ tenants, perSecond, freshMs, failed, cores }: ActiveTenants): string[] => [
  whole(tenants),
  whole(perSecond),
  ...[0.5, 0.95, 0.99].map((share) => inMs(percentile(freshMs, share))),
  whole(freshMs.length),
  whole(failed),
  cores.toFixed(2),
];

const nightRow = ({ ended, due, ms, cpuEach }: NightOfAll, index: number): string[] => [
  index === 0 ? 'after events' : 'nothing new',
  whole(ended),
  whole(due),
  `${(ms / 1000).toFixed(0)} s`,
  whole((1000 * ended) / ms),
  inMs(cpuEach),
];

function freshVerdict({ freshMs, tenants }: ActiveTenants): string {
  const p99 = percentile(freshMs, 0.99);
  return `While ${whole(tenants)} tenants send events, p99 of a fresh score is ${inMs(p99)} (below ${inMs(FRESH_P99_MS)}: ${p99 < FRESH_P99_MS ? 'met' : 'not met'}).`;
}

function idleVerdict(idle: readonly Idle[]): string {
  const [none, all] = idle;
  if (none === undefined || all === undefined) return '';
  const more = all.worker + all.postgres - none.worker - none.postgres;
  return `${whole(all.tenants)} tenants without events take ${inMs(more)} of CPU a minute more than none, in worker and Postgres together: ${((100 * more) / 60_000).toFixed(1)} % of a core.`;
}
