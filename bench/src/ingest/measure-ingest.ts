import { runClosedLoop, type ClosedLoopResult, type CpuSeconds } from '../load/closed-loop.js';
import { EventBatches } from '../load/event-batches.js';
import { cpuSecondsOf } from '../system/cpu-time.js';
import type { Contender, IngestComparison, IngestPlan } from '../report/results.js';
import type { SystemUnderTest, Target } from '../system/system-under-test.js';

const CUSTOMERS = 2000;

/** Warm-up before the first round. A new server spends a quarter of its time on compiling its code, a running one none. */
const WARM_UP_SECONDS = 5;

/** Runs all contenders in turn for several rounds, each in the opposite order, so that a noisy minute does not decide. */
export async function compareIngest(system: SystemUnderTest, plan: IngestPlan, say: (line: string) => void): Promise<IngestComparison> {
  const rounds = new Map<Contender, ClosedLoopResult[]>(plan.contenders.map((contender) => [contender, []]));
  const waiting = new Map<Contender, number>();
  for (const contender of plan.contenders) await runRound(system, { ...plan, secondsPerRound: WARM_UP_SECONDS }, contender, 0);
  for (let round = 1; round <= plan.rounds; round += 1) {
    const order = round % 2 === 1 ? plan.contenders : plan.contenders.toReversed();
    for (const contender of order) {
      const { result, waitingScores } = await runRound(system, plan, contender, round);
      rounds.get(contender)?.push(result);
      waiting.set(contender, waitingScores);
      const rate = Math.round(result.events / result.seconds);
      say(
        `  ${plan.name}, round ${round} of ${plan.rounds}, ${contender}: ${rate} events/s${result.failed > 0 ? `, ${result.failed} FAILED` : ''}`,
      );
    }
  }
  const results = plan.contenders.map((contender) => ({
    contender,
    rounds: rounds.get(contender) ?? [],
    waitingScores: waiting.get(contender) ?? 0,
  }));
  return { plan, results };
}

async function runRound(
  system: SystemUnderTest,
  { eventsPerBatch, connections, secondsPerRound: seconds }: IngestPlan,
  contender: Contender,
  round: number,
): Promise<{ result: ClosedLoopResult; waitingScores: number }> {
  const target = await targetOf(system, contender);
  await system.clearBacklog();
  const worker = contender === 'serviceScoring' ? await system.startWorker() : null;
  // All contenders of a round get the same bodies. A different seed per batch size keeps ids unique for the yardstick's single tenant.
  const batches = new EventBatches({ seed: round * 10_000 + eventsPerBatch, customers: CUSTOMERS, eventsPerBatch, now: new Date() });
  const server = contender === 'yardstick' ? system.yardstick : system.api;
  const readCpu = (): CpuSeconds => ({ server: cpuSecondsOf(server.pid), postgres: cpuSecondsOf(system.servers.postgres.pid) });
  const result = await runClosedLoop(target, { connections, seconds, eventsPerBatch, nextBody: () => batches.next(), readCpu });
  const waitingScores = await system.waitingScores();
  await worker?.stop();
  return { result, waitingScores };
}

/** Each round of the service uses a new shop, so that customers' histories stay short. */
const targetOf = async (system: SystemUnderTest, contender: Contender): Promise<Target> =>
  contender === 'yardstick' ? system.yardstickTarget : (await system.openShop()).events;
