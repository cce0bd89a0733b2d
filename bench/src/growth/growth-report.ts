import type { PartImage } from '../part.js';
import { inMicroseconds, inMs, percent, whole } from '../report/numbers.js';
import { type PlotLine, type StepPlot, stepPlots } from '../report/line-plots.js';
import { percentile } from '../report/percentile.js';
import { TARGETS } from '../report/targets.js';
import type { GrowthFindings, GrowthPoint, Setup } from './measure-growth.js';
import type { Rate } from './probes.js';

const MIB = 2 ** 20;
const P99 = 0.99;
const ALT = 'Rates, latencies and memory with ten and a hundred times as much';

type Work = 'ingest' | 'scoring' | 'recalculation';
const WORKS: readonly { readonly work: Work; readonly name: string }[] = [
  { work: 'ingest', name: 'ingest' },
  { work: 'scoring', name: 'scoring' },
  { work: 'recalculation', name: 'recalculation' },
];

const rateOf = (point: GrowthPoint, work: Work): Rate => point[work];
const listP99 = ({ reads }: GrowthPoint): number => percentile(reads.listMs, P99);
const analyticsP99 = ({ reads }: GrowthPoint): number => percentile(reads.analyticsMs, P99);

/** Returns Markdown tables, plots and their interpretation. */
export function toGrowthReport(findings: GrowthFindings): { markdown: string; images: PartImage[] } {
  const { bySize, byShops, byApis, byWorkers } = findings;
  const all = [...new Set([...bySize, ...byShops, ...byApis, ...byWorkers])];
  const markdown = `Rates are of the middle one of three rounds. CPU is that of all processes concerned, Postgres included.

${table(all)}

${ratesVerdict('customers of one shop', bySize)}
${ratesVerdict('shops with as many customers in all', byShops)}
${readsVerdict(bySize)}
${memoryVerdict(bySize)}
${moreVerdict('apis', 'ingest', byApis)}
${moreVerdict('workers', 'scoring', byWorkers)}
`;
  return { markdown, images: [{ file: 'growth.svg', alt: ALT, svg: stepPlots('How the service grows', plotsOf(findings)) }] };
}

const HEAD = [
  'customers',
  'shops',
  'apis',
  'workers',
  'ingest events/s',
  'p99',
  'µs CPU each',
  'scored customers/s',
  'µs CPU each',
  'recalculated/s',
  'µs CPU each',
  'list p99',
  'analytics p99',
  'api MiB',
  'worker MiB',
  'failed',
];

function table(points: readonly GrowthPoint[]): string {
  const rows = points.map((point) => {
    const { setup, ingest, scoring, recalculation, reads, memory } = point;
    return [
      ...[setup.customers, setup.shops, setup.apis, setup.workers].map(whole),
      whole(ingest.perSecond),
      inMs(ingest.p99Ms),
      inMicroseconds(ingest.cpuEach),
      ...[scoring, recalculation].flatMap(({ perSecond, cpuEach }) => [whole(perSecond), inMicroseconds(cpuEach)]),
      ...[listP99(point), analyticsP99(point)].map(inMs),
      ...[memory.api / MIB, memory.worker / MIB, ingest.failed + reads.failed].map(whole),
    ];
  });
  return [HEAD, HEAD.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

/** Growth is linear when ten times as much work takes ten times as long, so that the rate stays the same. */
function ratesVerdict(of: string, points: readonly GrowthPoint[]): string {
  const [first, last] = [points[0], points.at(-1)];
  if (first === undefined || last === undefined) return '';
  const times = last.setup.customers === first.setup.customers ? last.setup.shops : last.setup.customers / first.setup.customers;
  const rates = WORKS.map(({ work, name }) => {
    const share = rateOf(last, work).perSecond / rateOf(first, work).perSecond;
    return `${name} at ${percent(share)} (${share >= TARGETS.growthRate ? 'met' : 'not met'})`;
  });
  return `- ${whole(times)} times the ${of}, rates compared with the first (at least ${percent(TARGETS.growthRate)}): ${rates.join(', ')}.`;
}

function readsVerdict(points: readonly GrowthPoint[]): string {
  const [list, analytics] = [listP99, analyticsP99].map((p99Of) => points.map(p99Of).map(inMs));
  return `- p99 of a list with ${points.map(({ setup }) => whole(setup.customers)).join(', ')} customers: ${list?.join(', ')}; of analytics: ${analytics?.join(', ')}.`;
}

function memoryVerdict(points: readonly GrowthPoint[]): string {
  const of = (kind: 'api' | 'worker'): string => points.map(({ memory }) => whole(memory[kind] / MIB)).join(', ');
  return `- Most memory of the api: ${of('api')} MiB; of the worker: ${of('worker')} MiB.`;
}

function moreVerdict(processes: 'apis' | 'workers', work: Work, [one, ...more]: readonly GrowthPoint[]): string {
  if (one === undefined) return '';
  const before = rateOf(one, work);
  const changes = more.map((point) => {
    const after = rateOf(point, work);
    const [rate, cpu] = [after.perSecond / before.perSecond, after.cpuEach / before.cpuEach].map((times) => times.toFixed(2));
    return `${point.setup[processes]}: ${rate} times the rate, ${cpu} times the CPU for each`;
  });
  return `- More ${processes} on the same two cores, ${work}: ${changes.join('; ')}.`;
}

const shareLines = (points: readonly GrowthPoint[]): PlotLine[] =>
  WORKS.map(({ work, name }) => ({
    name,
    values: points.map((point) => (100 * rateOf(point, work).perSecond) / rateOf(points[0] as GrowthPoint, work).perSecond),
  }));

const stepsOf = (points: readonly GrowthPoint[], of: keyof Setup): string[] => points.map(({ setup }) => whole(setup[of]));

function plotsOf({ bySize, byShops, byApis, byWorkers }: GrowthFindings): StepPlot[] {
  const sizes = { steps: stepsOf(bySize, 'customers'), xLabel: 'customers of one shop' };
  const share = { yLabel: '% of the first', target: 100 };
  return [
    { title: 'Rate', ...sizes, ...share, lines: shareLines(bySize) },
    {
      title: 'Reading, p99',
      ...sizes,
      yLabel: 'ms',
      lines: [
        { name: 'list of customers', values: bySize.map(listP99) },
        { name: 'analytics', values: bySize.map(analyticsP99) },
      ],
    },
    {
      title: 'Most memory of a process',
      ...sizes,
      yLabel: 'MiB',
      lines: (['api', 'worker'] as const).map((kind) => ({ name: kind, values: bySize.map(({ memory }) => memory[kind] / MIB) })),
    },
    {
      title: 'Rate',
      steps: stepsOf(byShops, 'shops'),
      xLabel: `shops, ${whole(byShops[0]?.setup.customers ?? 0)} customers in all`,
      ...share,
      lines: shareLines(byShops),
    },
    { title: 'Rate', steps: stepsOf(byApis, 'apis'), xLabel: 'processes', ...share, lines: processLines(byApis, byWorkers, 'perSecond') },
    {
      title: 'CPU for each',
      steps: stepsOf(byApis, 'apis'),
      xLabel: 'processes',
      ...share,
      lines: processLines(byApis, byWorkers, 'cpuEach'),
    },
  ];
}

const processLines = (byApis: readonly GrowthPoint[], byWorkers: readonly GrowthPoint[], of: keyof Rate): PlotLine[] =>
  ([['ingest by apis', byApis, 'ingest'], ['scoring by workers', byWorkers, 'scoring']] as const).map(([name, points, work]) => ({
    name,
    values: points.map((point) => (100 * rateOf(point, work)[of]) / rateOf(points[0] as GrowthPoint, work)[of]),
  })); // prettier-ignore
