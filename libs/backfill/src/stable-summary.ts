import { SECOND_MS } from '#libs/core';
import { RETRY_POLICY, type ServiceClient } from './service-client.js';
import { readSummary, type ScoreSummary } from './summary.js';
import { waitForScores, type WatchedCustomer } from './wait-for-scores.js';

const MOST_READINGS = 20;

/** A summary. `isStable` is true when no score changed while it was read. */
export interface StableSummary {
  readonly summary: ScoreSummary;
  readonly isStable: boolean;
}

/**
 * Waits until the customers of the last events are scored, then reads the summary until no score is newer than the start
 * of the reading. While scores still change, the list can show some customers twice and miss others.
 * @param since the time of a change that affects all scores
 */
export async function readStableSummary(
  client: ServiceClient,
  watched: readonly WatchedCustomer[],
  pause: (ms: number) => Promise<unknown> = RETRY_POLICY.pause,
  since: Date | null = null,
): Promise<StableSummary> {
  const scored = await waitForScores(client, watched, { pause });
  let areAllSince = since === null;
  for (let reading = 1; ; reading += 1) {
    const begunAt = new Date();
    const summary = await readSummary(client);
    const atRest = areAllSince && (summary.newestScoreAt === null || summary.newestScoreAt < begunAt);
    if (atRest || reading === MOST_READINGS) return { summary, isStable: scored && atRest };
    // Reads again, because scores changed during this reading and it may have missed customers.
    areAllSince ||= since !== null && (summary.oldestScoreAt === null || summary.oldestScoreAt >= since);
    await pause(SECOND_MS);
  }
}
