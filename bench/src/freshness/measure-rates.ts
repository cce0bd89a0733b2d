import type { Say } from '../part.js';
import { type FreshnessLine, summariseFreshness } from '../report/summarise.js';
import type { SystemUnderTest } from '../system/system-under-test.js';
import { measureFreshness } from './measure-freshness.js';

const BATCHES_PER_SECOND = [5, 50, 100, 150] as const;
const EVENTS_PER_BATCH = 100;

/** Measures freshness from a light load to one that a small machine may not sustain. @param seconds the duration of each. */
export async function measureRates(system: SystemUnderTest, seconds: number, say: Say): Promise<FreshnessLine[]> {
  const lines: FreshnessLine[] = [];
  for (const batchesPerSecond of BATCHES_PER_SECOND) {
    say(`Event to readable score: ${batchesPerSecond} batches/s of ${EVENTS_PER_BATCH} events for ${seconds} s`);
    lines.push(summariseFreshness(await measureFreshness(system, { batchesPerSecond, eventsPerBatch: EVENTS_PER_BATCH, seconds })));
  }
  return lines;
}
