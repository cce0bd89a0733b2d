import { arch, cpus, platform, release, totalmem } from 'node:os';
import type { EmbeddedServers } from '../system/embedded-servers.js';
import { freshnessTable, ingestTable } from './tables.js';
import type { FreshnessLine, IngestSummary } from './summarise.js';
import { freshnessVerdicts, ingestVerdicts } from './verdicts.js';

export interface Findings {
  readonly ingest: readonly IngestSummary[];
  readonly freshness: readonly FreshnessLine[];
}

/** The tables, and what they say. */
export function toReport({ ingest, freshness }: Findings): string {
  const tables = [...ingest.map(ingestTable), ...(freshness.length > 0 ? [freshnessTable(freshness)] : [])];
  const verdicts = [...ingest.flatMap(ingestVerdicts), ...freshness.flatMap(freshnessVerdicts)];
  return `${tables.join('\n\n')}\n\n### What it says\n\n${verdicts.map((verdict) => `- ${verdict}`).join('\n')}\n`;
}

export interface PageOptions {
  readonly now: Date;
  readonly command: string;
  /** Processes that wanted a core in the minute before the measurement (`os.loadavg`). */
  readonly loadBefore: number;
}

const GIB = 2 ** 30;

/** The page that is kept: the report, with what has to be known to judge it or to repeat it. */
export function toPage(findings: Findings, { postgres, redis }: EmbeddedServers, options: PageOptions): string {
  const [cpu] = cpus();
  return `# Benchmarks

Written by \`npm run bench -- --keep\`; do not edit. Everything runs on one machine: the api, Postgres, Redis, the worker and the
load generator share its cores. Compare ratios and CPU time rather than throughput with other machines.

| | |
| --- | --- |
| Date | ${options.now.toISOString().slice(0, 10)} |
| Command | \`${options.command}\` |
| Machine | ${cpus().length} × ${cpu?.model.trim() ?? 'unknown CPU'}, ${(totalmem() / GIB).toFixed(0)} GiB, ${platform()} ${release()} ${arch()} |
| Load before | ${options.loadBefore.toFixed(1)} on ${cpus().length} cores; anything but a small number means that others used the machine, and spoils the results |
| Node | ${process.version} |
| Postgres | ${postgres.version}, settings of \`npm start\`, fsync on |
| Redis | ${redis.kind} ${redis.version} |

${toReport(findings)}
### How it is measured

- **Yardstick A** is the least that can store events: bare Fastify in a process of its own, which parses the body, runs one
  \`unnest\` insert with \`ON CONFLICT DO NOTHING\` into an identical table with the same indexes, and answers 202. It has no keys, limits,
  checks, row-level security, orders or scores. It shares Postgres and the load generator with the service and has as many connections.
- Contenders take turns, each round in the opposite order of the one before, after a checkpoint, a warm-up of a second, and with the same
  bodies: completed orders with value, order id and currency, of 2000 customers, under ids that arrive in no order. Every answer is
  checked: 202, all accepted.
- "No worker": scores are asked for but not calculated. "Worker scoring": they are, on the same cores.
- CPU time is user and system time of the process and its children from \`/proc\`; Postgres counts with all its backends and writers.
- Freshness: batches leave at fixed instants, whatever the answers do; the clock of a batch starts at its planned instant. Ten customers a
  second, out of more than 20 000, are asked for (\`GET /customers/{id}/churn\`) until the score counts the new order, at first every 20 ms,
  later every twentieth of the wait: so the numbers are up to 5 % too long.
`;
}
