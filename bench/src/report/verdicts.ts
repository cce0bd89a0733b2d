import { PARTITIONS } from '#libs/ingestion';
import type { Contender, IngestPlan } from './results.js';
import { inMs, percent } from './numbers.js';
import type { FreshnessLine, IngestLine, IngestSummary } from './summarise.js';
import { TARGETS } from './targets.js';

const AS_WHAT: Record<Contender, string> = {
  yardstick: 'the yardstick',
  service: 'with no worker running',
  serviceScoring: 'with the worker scoring beside it',
};

/** Returns one sentence per target of the ingest comparison: met or not, and by how much. */
export function ingestVerdicts({ plan, lines }: IngestSummary): string[] {
  const yardstick = lines.find(({ contender }) => contender === 'yardstick');
  const others = lines.filter(({ contender }) => contender !== 'yardstick');
  return others.flatMap((line) => [
    throughputVerdict(plan, line),
    ...(yardstick === undefined ? [] : [latencyVerdict(plan, line, yardstick)]),
    ...(line.failed > 0 ? [`${plan.name}, ${AS_WHAT[line.contender]}: ${line.failed} requests FAILED.`] : []),
  ]);
}

function throughputVerdict({ name, targets }: IngestPlan, { contender, ratio }: IngestLine): string {
  const start = `${name}, ${AS_WHAT[contender]}: ${percent(ratio.all)} of the yardstick (rounds ${percent(ratio.worst)} to ${percent(ratio.best)})`;
  const wanted = targets.ratio[contender];
  if (wanted === undefined) return `${start}.`;
  const goal = `the target of ${percent(wanted.target)}`;
  if (ratio.all < wanted.target) return `${start}; ${goal} is not met, ${points(wanted.target - ratio.all)} short.`;
  return `${start}; ${goal} is met${ratio.all < wanted.moonshot ? '' : ', and so is the moonshot'}.`;
}

function latencyVerdict({ name, targets }: IngestPlan, line: IngestLine, yardstick: IngestLine): string {
  const times = line.p99 / yardstick.p99;
  const met = times <= targets.p99Ratio ? 'met' : 'not met';
  const start = `${name}, ${AS_WHAT[line.contender]}: p99 is ${times.toFixed(1)} times the yardstick's`;
  return `${start} (${inMs(line.p99)} against ${inMs(yardstick.p99)}); at most ${targets.p99Ratio} times: ${met}.`;
}

/** Says how long scores took at one rate, which targets were missed, and whether the machine sustains the rate. */
export function freshnessVerdict(line: FreshnessLine): string {
  const { plan, p50, p99, ingestP99, failed, waitingScores, cores } = line;
  const rate = `${plan.batchesPerSecond} batches/s × ${plan.eventsPerBatch}`;
  const verdicts = [
    verdictOn('score readable after p50', p50, TARGETS.freshnessP50Ms),
    verdictOn('p99', p99, TARGETS.freshnessP99Ms),
    verdictOn('ingest p99', ingestP99, TARGETS.ingestP99Ms),
  ];
  // A batch is a request for each partition. If more than one second's batches wait at the end, the backlog has been growing.
  const isSustained = failed === 0 && waitingScores < plan.batchesPerSecond * PARTITIONS && Number.isFinite(p99);
  const used = `${(cores.api + cores.worker + cores.postgres).toFixed(1)} cores of api, worker and Postgres`;
  const behind = `failed requests: ${failed}, score requests left at the end: ${waitingScores}`;
  const sustained = isSustained ? `sustained with ${used}` : `this machine does NOT sustain it (${behind}), with ${used}`;
  return `${rate}: ${verdicts.join(', ')}; ${sustained}.`;
}

const verdictOn = (what: string, value: number, target: number): string =>
  `${what} ${inMs(value)}${value < target ? '' : ` (below ${inMs(target)}: not met)`}`;

const points = (share: number): string => `${(share * 100).toFixed(1)} points`;
