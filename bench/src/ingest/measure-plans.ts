import type { Say } from '../part.js';
import { BATCH_TARGETS, SINGLE_TARGETS } from '../report/targets.js';
import { type IngestSummary, summariseIngest } from '../report/summarise.js';
import type { SystemUnderTest } from '../system/system-under-test.js';
import type { IngestPlan } from '../report/results.js';
import { compareIngest } from './measure-ingest.js';

const ROUNDS = 3;

/** Compares large batches and single events with the yardstick. @param seconds the length of one round. */
export async function measurePlans(system: SystemUnderTest, seconds: number, say: Say): Promise<IngestSummary[]> {
  const shared = { rounds: ROUNDS, secondsPerRound: seconds };
  const plans: IngestPlan[] = [
    {
      ...shared,
      name: 'Batches of 100',
      eventsPerBatch: 100,
      connections: 16,
      contenders: ['yardstick', 'service', 'serviceScoring'],
      targets: BATCH_TARGETS,
    },
    { ...shared, name: 'Single events', eventsPerBatch: 1, connections: 64, contenders: ['yardstick', 'service'], targets: SINGLE_TARGETS },
  ];
  const summaries: IngestSummary[] = [];
  for (const plan of plans) {
    say(`${plan.name}: ${plan.connections} connections, ${plan.rounds} rounds of ${seconds} s for each of ${plan.contenders.join(', ')}`);
    summaries.push(summariseIngest(await compareIngest(system, plan, say)));
  }
  return summaries;
}
