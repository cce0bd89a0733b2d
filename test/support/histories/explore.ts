import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { merchantOf } from '../people/merchant.js';
import type { ChurnSystem } from '../servers/churn-system.js';
import type { WebhookEndpoint } from '../webhooks/webhook-endpoint.js';
import { setEndpoint } from '../webhooks/webhook-shop.js';
import { expectNothingOfErased, expectPersons, expectSameScores, expectWebhooks } from './check-shop.js';
import { histories, type Step } from './history.js';
import { playHistory, type Stage } from './play-history.js';

interface Exploration {
  readonly system: ChurnSystem;
  readonly endpoint: WebhookEndpoint;
  /** Processes may be killed: the system belongs to this test. */
  readonly withDeaths: boolean;
  /** The time for new histories. A failure is shrunk for as long again. */
  readonly forMs: number;
}

/** The histories of each commit are the same, so that a failure is of the commit. A search by hand has others each time. */
const SEED = 20;
const isByHand = process.env['HISTORIES_MINUTES'] !== undefined;

/** More histories than there is ever time for. */
const MANY = 100_000;

/**
 * Plays generated histories until the time is over.
 * @returns how many. @throws Error with the shortest history found that fails, as a line for `FOUND`
 */
export async function explore(exploration: Exploration): Promise<number> {
  const began = Date.now();
  let failedAt: number | null = null;
  let played = 0;
  const property = fc.asyncProperty(histories(exploration.withDeaths), async (steps) => {
    const { forMs } = exploration;
    if (Date.now() - (failedAt ?? began) > forMs) return;
    played += 1;
    try {
      await expectHistory(exploration, steps);
    } catch (error) {
      failedAt ??= Date.now();
      throw error;
    }
  });
  const result = await fc.check(property, { numRuns: MANY, ...(!isByHand && { seed: SEED }) });
  if (!result.failed) return played;
  const [steps] = result.counterexample ?? [];
  throw new Error(`seed ${result.seed}. Add to FOUND in test/support/histories/found.ts:\n${JSON.stringify(steps)}`, {
    cause: result.errorInstance,
  });
}

/** Plays one history on a new shop, and compares the shop with what must be true of it. */
export async function expectHistory({ system, endpoint }: Pick<Exploration, 'system' | 'endpoint'>, steps: readonly Step[]): Promise<void> {
  const merchant = await merchantOf(system);
  const stage: Stage = {
    merchant,
    secret: await system.webhookSecret(merchant.shop),
    prefix: `${randomUUID().slice(0, 8)}-`,
    kill: async (app) => {
      const process = app === 'api' ? system.api : system.worker;
      await process.kill();
      await process.start();
    },
  };
  await setEndpoint(system, merchant.shop, endpoint.url);
  const expected = await playHistory(stage, steps);
  await expectPersons(stage, expected);
  await expectSameScores(stage, expected, await system.shop());
  await expectNothingOfErased(stage, expected);
  await expectWebhooks(stage, expected, endpoint.received);
}
