import { setTimeout as sleep } from 'node:timers/promises';
import { runClosedLoop } from '../load/closed-loop.js';
import { EventBatches } from '../load/event-batches.js';
import type { Say } from '../part.js';
import type { Cleanup } from '../system/cleanup.js';
import { cpuSecondsOf } from '../system/cpu-time.js';
import { startSystems, type SystemOnDatabase } from './start-systems.js';

const SHOPS = 8;
const CONNECTIONS = 16;
const EVENTS_PER_BATCH = 100;
const CUSTOMERS = 2000;
const ROUNDS = 3;
const WARM_UP_SECONDS = 5;
const WAYS = ['plain', 'citus'] as const;

/** The cost of one way, over all rounds. */
export interface CitusLine {
  readonly way: (typeof WAYS)[number];
  readonly seconds: number;
  readonly events: number;
  readonly failed: number;
  /** CPU seconds. */
  readonly api: number;
  /** The only server, or the coordinator. */
  readonly entry: number;
  readonly nodes: readonly number[];
  /** Batches sent, those of each round's first second included, which does not count otherwise. */
  readonly batches: number;
  /** Statements of the service for these batches, by server: `entry`, then `nodes`. */
  readonly statements: readonly number[];
}

/** A worker with nothing to do, per minute. */
export interface IdleWorker {
  readonly way: CitusLine['way'];
  /** CPU milliseconds of the worker, the only server or the coordinator, and the nodes together. */
  readonly worker: number;
  readonly entry: number;
  readonly nodes: number;
}

export interface CitusFindings {
  readonly version: string;
  readonly lines: readonly CitusLine[];
  readonly idle: readonly IdleWorker[];
}

/** Measures what an event costs each server, on plain Postgres and on Citus in turn. No worker runs. */
export async function measureCitus(cleanup: Cleanup, seconds: number, say: Say): Promise<CitusFindings> {
  say('Starting a plain Postgres, a coordinator, two nodes, Redis and two apis …');
  const { version, ...systems } = await startSystems(SHOPS, cleanup);
  const lines = new Map<string, CitusLine>();
  for (const way of WAYS) await runRound(systems[way], way, 0, WARM_UP_SECONDS);
  for (let round = 1; round <= ROUNDS; round += 1) {
    for (const way of round % 2 === 1 ? WAYS : WAYS.toReversed()) {
      const line = await runRound(systems[way], way, round, seconds);
      say(`  round ${round} of ${ROUNDS}, ${way}: ${Math.round(line.events / line.seconds)} events/s, ${line.failed} failed`);
      const before = lines.get(way);
      lines.set(way, before === undefined ? line : sum(before, line));
    }
  }
  const idle: IdleWorker[] = [];
  for (const way of WAYS) {
    say(`  a worker with nothing to do, ${way} …`);
    idle.push(await measureIdle(systems[way], way));
  }
  return { version, lines: WAYS.map((way) => lines.get(way)!), idle };
}

/** A worker that has just started still does something. */
const REST_MS = 15_000;
const IDLE_MS = 60_000;

async function measureIdle({ owner, entryPid, nodePids, startWorker }: SystemOnDatabase, way: CitusLine['way']): Promise<IdleWorker> {
  await owner.query('TRUNCATE score_requests');
  const worker = await startWorker();
  await sleep(REST_MS);
  const read = (): number[] => [worker.pid, entryPid, ...nodePids].map((pid) => 1000 * cpuSecondsOf(pid));
  const before = read();
  await sleep(IDLE_MS);
  const [ofWorker = 0, entry = 0, ...nodes] = read().map((after, i) => after - before[i]!);
  await worker.stop();
  return { way, worker: ofWorker, entry, nodes: nodes.reduce((total, each) => total + each, 0) };
}

async function runRound(system: SystemOnDatabase, way: CitusLine['way'], round: number, seconds: number): Promise<CitusLine> {
  await system.owner.query('TRUNCATE score_requests');
  await system.owner.query('CHECKPOINT');
  const batches = new EventBatches({ seed: round + 1, customers: CUSTOMERS, eventsPerBatch: EVENTS_PER_BATCH, now: new Date() });
  let sent = 0;
  const statementsBefore = await system.countStatements();
  const nodes: number[][] = [];
  const result = await runClosedLoop(
    { url: system.eventsUrl, headers: {} },
    {
      connections: CONNECTIONS,
      seconds,
      eventsPerBatch: EVENTS_PER_BATCH,
      nextBody: () => batches.next(),
      nextHeaders: () => ({ 'X-API-Key': system.apiKeys[(sent += 1) % SHOPS]! }),
      // Called before and after.
      readCpu: () => {
        nodes.push(system.nodePids.map(cpuSecondsOf));
        return { server: cpuSecondsOf(system.apiPid), postgres: cpuSecondsOf(system.entryPid) };
      },
    },
  );
  const [before = [], after = []] = nodes;
  const { server: api, postgres: entry } = result.cpu;
  const { events, failed } = result;
  const statements = difference(await system.countStatements(), statementsBefore);
  return { way, seconds: result.seconds, events, failed, api, entry, nodes: difference(after, before), batches: sent, statements };
}

const difference = (after: readonly number[], before: readonly number[]): number[] => after.map((value, i) => value - before[i]!);

const sum = (one: CitusLine, other: CitusLine): CitusLine => ({
  way: one.way,
  seconds: one.seconds + other.seconds,
  events: one.events + other.events,
  failed: one.failed + other.failed,
  api: one.api + other.api,
  entry: one.entry + other.entry,
  nodes: one.nodes.map((value, i) => value + other.nodes[i]!),
  batches: one.batches + other.batches,
  statements: one.statements.map((value, i) => value + other.statements[i]!),
});
