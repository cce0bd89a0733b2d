import { setTimeout as sleep } from 'node:timers/promises';
import { endpointIdOf, newIds, toTenantId } from '#libs/core';
import { ChurnSystem } from '../../support/servers/churn-system.js';
import { memoryOf } from '../../support/servers/memory-of.js';
import { eventually } from '../../support/waiting/eventually.js';
import { answer, WebhookEndpoint } from '../../support/webhooks/webhook-endpoint.js';
import { deliverySettings, lapsed, webhookShop } from '../../support/webhooks/webhook-shop.js';
import { patient } from '../../support/waiting/limits.js';

/** Campaigns of each tenant, each with a URL of its own. */
const URLS = 60;
/** Due deliveries of each URL, and characters of their bodies: a thousand long ids, and few. */
const LARGE = { deliveries: 10, characters: 1_000_000 };
const SMALL = { deliveries: 40, characters: 14_000 };
const SLOW_MS = 10_000;
/** The worker takes about 170 MB before it serves anything. */
const MOST_MB = 350;

const FILL_ENDPOINTS = `
INSERT INTO endpoint_health (tenant_id, id, url, due_at) SELECT $1, id, url, now() FROM unnest($2::uuid[], $3::text[]) AS e (id, url)`;
const FILL = `
INSERT INTO deliveries (tenant_id, id, endpoint_id, event, status, campaign_id, body, max_attempts, next_attempt_at, decided_at, created_at)
SELECT $1, d.id, e.id, 'retention.campaign.sent', 'pending', $2, '{"customer_external_ids":["' || repeat('x', $5) || '"]}', 8, now(), now(), now()
FROM unnest($3::uuid[]) WITH ORDINALITY AS d (id, place) JOIN unnest($4::uuid[]) WITH ORDINALITY AS e (id, place)
  ON e.place = 1 + d.place % $6`;

describe('a worker with 512 MB of heap', () => {
  let system: ChurnSystem;
  let slow: WebhookEndpoint;
  let prompt: WebhookEndpoint;

  beforeAll(async () => {
    system = await ChurnSystem.start(deliverySettings());
    await system.worker.stop();
    slow = await WebhookEndpoint.start();
    slow.behaviour = async (received, response) => {
      await sleep(SLOW_MS);
      await answer(200)(received, response, 0);
    };
    prompt = await WebhookEndpoint.start();
  }, 60_000);
  afterAll(async () => {
    await Promise.all([slow.stop(), prompt.stop()]);
    await system.stop();
  });

  /** A tenant with due deliveries of campaigns to slow endpoints, in this order. */
  async function fill(...kinds: { deliveries: number; characters: number }[]): Promise<string> {
    const { shop } = await webhookShop(system, null);
    const urls = Array.from({ length: URLS }, (_, i) => `${slow.url}/${i}`);
    const endpoints = urls.map((url) => endpointIdOf(toTenantId(shop.tenantId), url));
    const campaignId = newIds(1, new Date())[0];
    await system.owner.query(FILL_ENDPOINTS, [shop.tenantId, endpoints, urls]);
    for (const { deliveries, characters } of kinds) {
      const ids = newIds(URLS * deliveries, new Date());
      await system.owner.query(FILL, [shop.tenantId, campaignId, ids, endpoints, characters, URLS]);
    }
    return shop.tenantId;
  }

  it('sends deliveries of 1 MB to 120 slow URLs of two tenants below 350 MB, and those of another tenant at once', async () => {
    const tenantId = await fill(LARGE, SMALL);
    await fill(SMALL, LARGE);
    const { shop: neighbour } = await webhookShop(system, prompt.url);
    const worker = await system.startAnother('scoring-worker', { NODE_OPTIONS: '--max-old-space-size=512' });
    let most = 0;
    const watch = setInterval(() => (most = Math.max(most, memoryOf(worker))), 50);
    try {
      await eventually('many slow attempts', () => Promise.resolve(slow.open >= 100 ? slow.open : null), 15_000);
      expect(most).toBeLessThan(MOST_MB);
      for (const id of ['c-1', 'c-2', 'c-3']) {
        const asked = performance.now();
        await neighbour.send(...lapsed(id));
        await prompt.until(1, ({ json }) => json['customer_id'] === id);
        expect(performance.now() - asked).toBeLessThan(patient(3000));
      }
      const succeeded = `SELECT count(*)::int AS count FROM deliveries WHERE tenant_id = $1 AND status = 'success' AND octet_length(body) > $2`;
      await eventually(
        'a large delivery that arrived',
        async () => ((await system.owner.query(succeeded, [tenantId, LARGE.characters])).rows[0].count > 0 ? true : null),
        60_000,
      );
      expect(most).toBeLessThan(MOST_MB);
    } finally {
      clearInterval(watch);
      await worker.kill();
    }
  }, 180_000);
});
