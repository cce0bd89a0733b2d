import { arch, cpus, platform, release, totalmem } from 'node:os';
import type { Part, PartReport } from '../part.js';
import type { EmbeddedServers } from '../system/embedded-servers.js';

/** The facts needed to assess or repeat a measurement. */
export interface Conditions {
  readonly now: Date;
  readonly command: string;
  /** Load average of the minute before the measurement (`os.loadavg`). */
  readonly loadBefore: number;
  /** Null when the part does not use it. */
  readonly servers: EmbeddedServers | null;
}

export const PAGE_START = `# Benchmarks

\`npm run bench -- --only PART --keep\` writes a section; do not edit it. All tables and the method of a run are in \`.data/bench/PART.md\`.
Everything runs on one machine: the API, Postgres, Redis, the worker and the load generator share its cores. Postgres has
the settings of \`npm start\`, with fsync. Compare ratios and CPU time with other machines, not rates.

The yardstick of ingest is the least that can store events: bare Fastify that parses the body and runs one \`unnest\` insert into a table with
the same indexes. It has no keys, limits, checks, row-level security, orders or scores.
`;

const GIB = 2 ** 30;

/** Returns the command of a measurement, its date and the machine. */
function factsOf({ now, command, loadBefore }: Conditions): string {
  const [cpu] = cpus();
  const facts = [
    now.toISOString().slice(0, 10),
    `${cpus().length} × ${cpu?.model.trim() ?? 'unknown CPU'}, ${(totalmem() / GIB).toFixed(0)} GiB`,
    `load before ${loadBefore.toFixed(1)}`,
  ];
  return `\`${command}\` (${facts.join('; ')})`;
}

/** An item of a list, with its further lines. */
const ITEM = /^- .*(?:\n {2}.*)*/gm;

/** The section of the docs: what was found, when, and on which machine. It leaves out the tables. */
export const toSection = ({ title }: Part, { markdown, images = [] }: PartReport, conditions: Conditions): string =>
  [
    `## ${title}`,
    factsOf(conditions),
    ...images.map(({ file, alt }) => `![${alt}](images/${file})`),
    (markdown.match(ITEM) ?? []).join('\n'),
  ].join('\n\n');

/** Everything that was measured, for a file that is not committed. */
export function toFullReport({ title, how }: Part, { markdown, details = '' }: PartReport, conditions: Conditions): string {
  const { servers } = conditions;
  const programs = [
    `${platform()} ${release()} ${arch()}`,
    `Node ${process.version}`,
    ...(servers === null ? [] : [`Postgres ${servers.postgres.version}`, `${servers.redis.kind} ${servers.redis.version}`]),
  ];
  const measured = how === '' ? '' : `\n## How it is measured\n${how}`;
  return `# ${title}\n\n${factsOf(conditions)}\n\n${programs.join(', ')}\n\n${markdown}\n${details}${measured}`;
}
