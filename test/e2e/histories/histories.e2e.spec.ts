import { ChurnSystem } from '../../support/servers/churn-system.js';
import { expectHistory, explore } from '../../support/histories/explore.js';
import { FOUND } from '../../support/histories/found.js';
import { patient } from '../../support/waiting/limits.js';
import { WebhookEndpoint } from '../../support/webhooks/webhook-endpoint.js';

const MINUTE_MS = 60_000;

describe('whole histories of shops', () => {
  let system: ChurnSystem;
  let endpoint: WebhookEndpoint;

  beforeAll(async () => {
    system = await ChurnSystem.shared();
    endpoint = await WebhookEndpoint.start();
  }, 60_000);
  afterAll(async () => {
    await endpoint.stop();
    await system.stop();
  });

  for (const [title, steps] of FOUND)
    it(`end well that went wrong once: ${title}`, () => expectHistory({ system, endpoint }, steps), MINUTE_MS);

  it(
    'end with the same orders, sums, scores and lists however they arrive, and with nothing of the erased',
    async () => {
      expect(await explore({ system, endpoint, withDeaths: false, forMs: MINUTE_MS })).toBeGreaterThan(3);
    },
    patient(6 * MINUTE_MS),
  );
});
