import { inMicroseconds, inMs, whole } from '../report/numbers.js';
import type { CitusFindings, CitusLine, IdleWorker } from './measure-citus.js';

const MICROSECONDS = 1e6;
const MOST_OF_COORDINATOR = 1;
const MOST_RATIO = 2;
const NAMES: Record<CitusLine['way'], string> = { plain: 'plain Postgres', citus: 'Citus, two nodes' };

const total = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0);

const each = (line: CitusLine, seconds: number): number => (seconds * MICROSECONDS) / line.events;

/** BEGIN, SET and COMMIT included. */
const perBatch = ({ batches }: CitusLine, statements = Number.NaN): string => (statements / batches).toFixed(2);

/** Returns the table, and what it says of the targets. */
export function toCitusReport({ version, lines, idle }: CitusFindings): string {
  const rows = lines.map((line) => [
    NAMES[line.way],
    whole(line.events / line.seconds),
    inMicroseconds(each(line, line.api)),
    line.way === 'plain' ? '–' : inMicroseconds(each(line, line.entry)),
    inMicroseconds(each(line, line.way === 'plain' ? line.entry : total(line.nodes))),
    line.way === 'plain' ? '–' : line.nodes.map((node) => inMicroseconds(each(line, node))).join(' + '),
    line.way === 'plain' ? '–' : perBatch(line, line.statements[0]),
    perBatch(line, line.way === 'plain' ? line.statements[0] : total(line.statements.slice(1))),
    whole(line.failed),
  ]);
  const [plain, citus] = lines as [CitusLine, CitusLine];
  const coordinator = each(citus, citus.entry);
  const ratio = each(citus, total(citus.nodes)) / each(plain, plain.entry);
  const head = [
    '',
    'events/s',
    'api CPU µs/event',
    'coordinator CPU µs/event',
    'servers with the rows, CPU µs/event',
    'of which each',
    'statements of the coordinator/batch of 100',
    'of the servers with the rows',
    'failed',
  ];
  const table = [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
  return `${version}.

${table}

- The coordinator spends ${inMicroseconds(coordinator)} µs on an event; at most ${MOST_OF_COORDINATOR}: ${coordinator <= MOST_OF_COORDINATOR ? 'met' : 'not met'}.
- The nodes together spend ${ratio.toFixed(2)} times the CPU of plain Postgres; at most ${MOST_RATIO}: ${ratio <= MOST_RATIO ? 'met' : 'not met'}. N nodes carry ${(1 / ratio).toFixed(2)} N times what one plain server carries.

${idleTable(idle)}
`;
}

/** Returns the table of what the sweeps of a worker cost. */
function idleTable(idle: readonly IdleWorker[]): string {
  const rows = idle.map(({ way, worker, entry, nodes }) => [NAMES[way], inMs(worker), inMs(entry), way === 'plain' ? '–' : inMs(nodes)]);
  const head = ['CPU in a minute of a worker with nothing to do', 'worker', 'server or coordinator', 'nodes together'];
  return [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}
