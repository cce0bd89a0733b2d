import type { Contender, IngestPlan } from './results.js';
import { inMicroseconds, inMs, percent, whole } from './numbers.js';
import type { FreshnessLine, IngestSummary } from './summarise.js';
import { TARGETS } from './targets.js';

const NAMES: Record<Contender, string> = {
  yardstick: 'yardstick A',
  service: 'service, no worker',
  serviceScoring: 'service, worker scoring',
};

/** Returns a Markdown table of an ingest comparison, with the targets next to the results. */
export function ingestTable({ plan, lines }: IngestSummary): string {
  const yardstick = lines.find(({ contender }) => contender === 'yardstick');
  const rows = lines.map((line) => {
    const isYardstick = line === yardstick;
    const p99Target = yardstick === undefined || isYardstick ? '–' : `≤ ${inMs(yardstick.p99 * plan.targets.p99Ratio)}`;
    return [
      NAMES[line.contender],
      whole(line.eventsPerSecond),
      isYardstick ? '100 %' : `**${percent(line.ratio.all)}** (${percent(line.ratio.worst)}–${percent(line.ratio.best)})`,
      targetOf(plan, line.contender),
      inMs(line.p50),
      inMs(line.p99),
      p99Target,
      inMicroseconds(line.serverCpu),
      inMicroseconds(line.postgresCpu),
      whole(line.failed),
    ];
  });
  const head = [
    '',
    'events/s',
    'of A (rounds)',
    'target',
    'p50',
    'p99',
    'target',
    'server CPU µs/event',
    'Postgres CPU µs/event',
    'failed',
  ];
  const how = `${plan.rounds} rounds × ${plan.secondsPerRound} s each, ${plan.connections} connections`;
  return `### ${plan.name}\n\n${how}\n\n${table(head, rows)}`;
}

function targetOf({ targets }: IngestPlan, contender: Contender): string {
  const wanted = targets.ratio[contender];
  return wanted === undefined ? '–' : `≥ ${percent(wanted.target)} (moonshot ${percent(wanted.moonshot)})`;
}

/** Returns a Markdown table of all rates. */
export function freshnessTable(lines: readonly FreshnessLine[]): string {
  const head = [
    'rate',
    'p50',
    'p95',
    'p99',
    'ingest p50',
    'ingest p99',
    'scores watched',
    'failed',
    'left at end',
    'cores api + worker + Postgres',
  ];
  const rows = lines.map((line) => [
    `${line.plan.batchesPerSecond} batches/s × ${line.plan.eventsPerBatch}`,
    inMs(line.p50),
    inMs(line.p95),
    inMs(line.p99),
    inMs(line.ingestP50),
    inMs(line.ingestP99),
    whole(line.watched),
    whole(line.failed),
    whole(line.waitingScores),
    [line.cores.api, line.cores.worker, line.cores.postgres].map((cores) => cores.toFixed(2)).join(' + '),
  ]);
  const { freshnessP50Ms, freshnessP99Ms, ingestP99Ms } = TARGETS;
  const targets = ['**target**', `< ${freshnessP50Ms} ms`, '', `< ${freshnessP99Ms} ms`, '', `< ${ingestP99Ms} ms`, '', '0', '', ''];
  return table(head, [...rows, targets]);
}

const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
