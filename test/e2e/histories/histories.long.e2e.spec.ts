import { ChurnSystem } from '../../support/servers/churn-system.js';
import { explore } from '../../support/histories/explore.js';
import { patient } from '../../support/waiting/limits.js';
import { WebhookEndpoint } from '../../support/webhooks/webhook-endpoint.js';
import { deliverySettings } from '../../support/webhooks/webhook-shop.js';

/** `HISTORIES_MINUTES=60` explores for an hour, from a new seed each time. */
const FOR_MS = Number(process.env['HISTORIES_MINUTES'] ?? 10) * 60_000;

describe('whole histories of shops', () => {
  let system: ChurnSystem;
  let endpoint: WebhookEndpoint;

  beforeAll(async () => {
    system = await ChurnSystem.start({ ...deliverySettings(), SWEEP_INTERVAL_MS: '100' });
    endpoint = await WebhookEndpoint.start();
  }, 60_000);
  afterAll(async () => {
    await endpoint.stop();
    await system.stop();
  });

  it(
    'end the same when the api and the worker are killed in the middle of them',
    async () => {
      expect(await explore({ system, endpoint, withDeaths: true, forMs: FOR_MS })).toBeGreaterThan(10);
    },
    patient(2 * FOR_MS + 300_000),
  );
});
