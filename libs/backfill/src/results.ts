import { renderModel, waitForModel } from './model-summary.js';
import { RETRY_POLICY, ScopeError, type ServiceClient } from './service-client.js';
import { readStableSummary } from './stable-summary.js';
import { STILL_SCORING, renderSummary } from './summary.js';
import { waitForScores, type WatchedCustomer } from './wait-for-scores.js';

/** The outcome of sending a shop's history. */
export interface Results {
  /** Scores, model and quality as text. */
  readonly lines: readonly string[];
  /** A customer to look at; null without scores. */
  readonly example: string | null;
}

/** With fewer customers, the service fits no model. */
const FEWEST_CUSTOMERS = 5;

/**
 * Waits until the service has scored the events just sent, has fitted a model to them, and has scored all customers with it. Then reads
 * scores, model and quality.
 *
 * @param watched the customers of the last events; empty when nothing was sent, so that there is nothing to wait for
 * @param say tells the user what it waits for
 * @returns a sentence only, when the key may send events and not read scores
 */
export async function readResults(
  client: ServiceClient,
  watched: readonly WatchedCustomer[],
  say: (line: string) => void,
  pause: (ms: number) => Promise<unknown> = RETRY_POLICY.pause,
): Promise<Results> {
  if (watched.length > 0) say('Waiting for the scores …');
  try {
    return await readAll(client, watched, say, pause);
  } catch (error) {
    if (!(error instanceof ScopeError)) throw error;
    return { lines: ['Everything is sent. This API key may not read scores: the dashboard shows them.'], example: null };
  }
}

async function readAll(
  client: ServiceClient,
  watched: readonly WatchedCustomer[],
  say: (line: string) => void,
  pause: (ms: number) => Promise<unknown>,
): Promise<Results> {
  const scored = await waitForScores(client, watched, { pause });
  const now = await client.model();
  const isComing = now.status === 'provisional' && watched.length >= FEWEST_CUSTOMERS;
  if (isComing) say('Waiting for a model of this shop, which scores all customers again …');
  const model = isComing ? await waitForModel(client, pause) : now;
  const since = model.trained_at === null || watched.length === 0 ? null : new Date(model.trained_at);
  const { summary, isStable } = await readStableSummary(client, [], pause, since);
  return {
    lines: [...(scored && isStable ? [] : [STILL_SCORING]), ...renderSummary(summary), '', ...renderModel(model)],
    example: summary.examples[0]?.customerId ?? null,
  };
}
