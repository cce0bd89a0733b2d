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

Each section is written by \`npm run bench -- --only PART --keep\`; do not edit it. Everything runs on one machine: the api, Postgres, Redis,
the worker and the load generator share its cores. Compare ratios and CPU time rather than throughput with other machines. A load before of
more than a small number means that others used the machine, and spoils the results.
`;

const GIB = 2 ** 30;

function conditionsTable({ now, command, loadBefore, servers }: Conditions): string {
  const [cpu] = cpus();
  const rows: [string, string][] = [
    ['Date', now.toISOString().slice(0, 10)],
    ['Command', `\`${command}\``],
    [
      'Machine',
      `${cpus().length} × ${cpu?.model.trim() ?? 'unknown CPU'}, ${(totalmem() / GIB).toFixed(0)} GiB, ${platform()} ${release()} ${arch()}`,
    ],
    ['Load before', `${loadBefore.toFixed(1)} on ${cpus().length} cores`],
    ['Node', process.version],
  ];
  if (servers !== null) {
    rows.push(['Postgres', `${servers.postgres.version}, settings of \`npm start\`, fsync on`]);
    rows.push(['Redis', `${servers.redis.kind} ${servers.redis.version}`]);
  }
  return `| | |\n| --- | --- |\n${rows.map(([name, value]) => `| ${name} | ${value} |`).join('\n')}`;
}

/** A stored section of the page. */
export function toSection({ title, how }: Part, { markdown, details }: PartReport, conditions: Conditions): string {
  const more = details === undefined ? '' : `\n${details.title}: [performance/${details.file}](performance/${details.file}).\n`;
  const measured = how === '' ? '' : `\n### How ${title.toLowerCase()} is measured\n${how}`;
  return `## ${title}\n\n${conditionsTable(conditions)}\n\n${markdown}${more}${measured}`;
}

/** The separate page that a section links to. */
export const toDetailsPage = (markdown: string, title: string, { now, command }: Conditions): string =>
  `# ${title}\n\nWritten by \`${command}\` on ${now.toISOString().slice(0, 10)}; do not edit. The times stand in [the benchmarks](../benchmarks.md).\n\n${markdown}`;
