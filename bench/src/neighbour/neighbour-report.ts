import { inMs, whole } from '../report/numbers.js';
import { percentile } from '../report/percentile.js';
import type { NeighbourLine } from './measure-neighbour.js';

const MOST_POST_RATIO = 3;
const MOST_FRESH_RATIO = 2;

/** Returns the table of all situations and what they say about the targets. */
export function toNeighbourReport(lines: readonly NeighbourLine[]): string {
  const [alone, ...others] = lines;
  if (alone === undefined) return '';
  const head = ['the small shop', 'POST p50', 'POST p95', 'fresh score p50', 'fresh score p95', 'sent', 'failed', 'import, events/s'];
  const rows = lines.map(({ situation, postMs, freshMs, failed, importRate }) => [
    situation,
    ...[postMs, freshMs].flatMap((sample) => [0.5, 0.95].map((share) => inMs(percentile(sample, share)))),
    whole(postMs.length),
    whole(failed),
    importRate === null ? '' : whole(importRate),
  ]);
  const table = [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
  return `${table}\n\n${others.map((line) => `- ${verdictOn(line, alone)}`).join('\n')}\n`;
}

function verdictOn(line: NeighbourLine, alone: NeighbourLine): string {
  const ratio = (of: (each: NeighbourLine) => readonly number[]): number => percentile(of(line), 0.95) / percentile(of(alone), 0.95);
  const [post, fresh] = [ratio(({ postMs }) => postMs), ratio(({ freshMs }) => freshMs)];
  const rate = line.importRate === null ? '' : `; the import stores ${whole(line.importRate)} events/s`;
  return `${line.situation}: p95 of a POST ${met(post, MOST_POST_RATIO)}, p95 of a fresh score ${met(fresh, MOST_FRESH_RATIO)}${rate}.`;
}

const met = (value: number, most: number): string =>
  `${value.toFixed(1)} times as long as alone (at most ${most}: ${value <= most ? 'met' : 'not met'})`;
