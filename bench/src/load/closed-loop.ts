import autocannon from 'autocannon';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Target } from '../system/system-under-test.js';

export interface ClosedLoopPlan {
  /** Number of connections. Each sends its next batch after the answer to the last one. */
  readonly connections: number;
  /** Duration of the measurement, after the warm-up. */
  readonly seconds: number;
  readonly eventsPerBatch: number;
  readonly nextBody: () => string;
  /** Returns additional headers of the next request, when requests belong to several shops. */
  readonly nextHeaders?: () => Readonly<Record<string, string>>;
  /** CPU seconds of each process so far. */
  readonly readCpu: () => CpuSeconds;
}

export interface CpuSeconds {
  readonly server: number;
  readonly postgres: number;
}

export interface ClosedLoopResult {
  readonly seconds: number;
  /** Events answered as accepted. */
  readonly events: number;
  readonly latenciesMs: readonly number[];
  /** Requests without an answer, with a status other than 202, or with a wrong count. */
  readonly failed: number;
  readonly cpu: CpuSeconds;
}

const WARM_UP_MS = 1000;
const DRAIN_MS = 400;
const LOOK_MS = 100;
const ACCEPTED = 202;

/** Sends batches as fast as they are answered, checks every answer, and measures after a warm-up. */
export async function runClosedLoop(target: Target, plan: ClosedLoopPlan): Promise<ClosedLoopResult> {
  const seen: Seen = { latenciesMs: [], failed: 0 };
  const load = startLoad(target, plan, seen);
  await sleep(WARM_UP_MS);
  seen.latenciesMs = [];
  const before = plan.readCpu();
  const from = performance.now();
  await sleep(plan.seconds * 1000);
  const { latenciesMs } = seen;
  seen.latenciesMs = [];
  const seconds = (performance.now() - from) / 1000;
  const after = plan.readCpu();
  await load.stop();
  // The server finishes requests that were in flight when the connections closed before the next round starts.
  await sleep(DRAIN_MS);
  return {
    seconds,
    events: latenciesMs.length * plan.eventsPerBatch,
    latenciesMs,
    failed: seen.failed,
    cpu: { server: after.server - before.server, postgres: after.postgres - before.postgres },
  };
}

interface Seen {
  latenciesMs: number[];
  failed: number;
}

function startLoad(target: Target, plan: ClosedLoopPlan, seen: Seen): { stop(): Promise<void> } {
  const fail = (): void => void (seen.failed += 1);
  let instance: autocannon.Instance | undefined;
  const ended = new Promise<void>((resolve, reject) => {
    const options: autocannon.Options = {
      url: target.url,
      method: 'POST',
      headers: { ...target.headers, 'Content-Type': 'application/json' },
      connections: plan.connections,
      duration: 2 * plan.seconds + 60,
      sampleInt: LOOK_MS,
      requests: [
        { setupRequest: (request) => ({ ...request, headers: { ...request.headers, ...plan.nextHeaders?.() }, body: plan.nextBody() }) },
      ],
      verifyBody: (body) => body.startsWith(`{"accepted":${plan.eventsPerBatch},"rejected":0,"duplicates":0`),
      setupClient: (client) => {
        client.on('response', (status, _, ms) => (status === ACCEPTED ? void seen.latenciesMs.push(ms) : fail()));
        client.on('mismatch', fail).on('timeout', fail).on('connError', fail);
      },
    };
    instance = autocannon(options, (error) => (error === null ? resolve() : reject(error)));
  });
  return {
    stop: () => {
      instance?.stop();
      return ended;
    },
  };
}
