import { createHmac } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { SECOND_MS } from '#libs/core';
import { merchantOf } from '../../support/people/merchant.js';
import { ChurnSystem } from '../../support/servers/churn-system.js';
import { endOf } from '../../support/shop/jobs.js';
import { eventually } from '../../support/waiting/eventually.js';
import { campaignMerchant, campaignOf, fillWithScored, namedIn, sent, untilPartsEnded } from '../../support/webhooks/campaign-shop.js';
import { answer, type Received, WebhookEndpoint } from '../../support/webhooks/webhook-endpoint.js';
import { deliverySettings, lapsed, setEndpoint, untilDeliveries } from '../../support/webhooks/webhook-shop.js';

/** The worker sends without another look what it has read within a shorter time. */
const READ_JUST_NOW_MS = 300;
/** Attempts at the same time to one endpoint. */
const AT_ONCE = 5;
const CUSTOMERS = Array.from({ length: 14 }, (_, index) => `c-${index}`);
const hasEnded = ({ status }: { status: string }): boolean => status === 'success' || status === 'dead_letter';
const customerOf = ({ json }: Received): string => String(json['customer_id']);

describe('what changes while a worker sends to an endpoint', () => {
  let system: ChurnSystem;
  let endpoint: WebhookEndpoint;
  let another: WebhookEndpoint;
  beforeAll(async () => {
    system = await ChurnSystem.start(deliverySettings());
  }, 60_000);
  afterAll(() => system.stop());
  beforeEach(async () => {
    [endpoint, another] = [await WebhookEndpoint.start(), await WebhookEndpoint.start()];
  });
  afterEach(() => Promise.all([endpoint.stop(), another.stop()]));

  const merchantWithWebhook = async () => {
    const merchant = await merchantOf(system);
    const secret = await system.webhookSecret(merchant.shop);
    await setEndpoint(system, merchant.shop, endpoint.url);
    return { ...merchant, secret };
  };

  it('lets nothing go out about a customer whose erasure is complete', async () => {
    const { shop } = await merchantWithWebhook();
    const release = endpoint.hold();
    await shop.send(...CUSTOMERS.flatMap(lapsed));
    await endpoint.until(AT_ONCE);
    await eventually('the other deliveries', async () => (await shop.rows('deliveries')).length >= CUSTOMERS.length || null);
    const erased = CUSTOMERS.find((id) => !endpoint.received.some((each) => customerOf(each) === id))!;
    const { body } = await shop.delete(`/customers/${erased}`).expect(202);
    await endOf(shop, (body as { job_id: string }).job_id);
    await sleep(READ_JUST_NOW_MS);
    release();
    await untilDeliveries(shop, CUSTOMERS.length, hasEnded);
    expect(endpoint.received.map(customerOf)).not.toContain(erased);
    expect(new Set(endpoint.received.map(customerOf)).size).toBe(CUSTOMERS.length - 1);
  });

  it('lets nothing go out with a secret that has been replaced', async () => {
    const { owner, shop, secret } = await merchantWithWebhook();
    const release = endpoint.hold();
    await shop.send(...CUSTOMERS.flatMap(lapsed));
    await endpoint.until(AT_ONCE);
    await eventually('the other deliveries', async () => (await shop.rows('deliveries')).length >= CUSTOMERS.length || null);
    const { body } = await owner.post('/settings/webhook/secret', { grace_period_hours: 0 }).expect(201);
    const newer = (body as { secret: string }).secret;
    await sleep(READ_JUST_NOW_MS);
    release();
    await untilDeliveries(shop, CUSTOMERS.length, hasEnded);
    const signedBy = (key: string, { headers, body: text }: Received): boolean =>
      headers['x-service-signature'] === `sha256=${createHmac('sha256', key).update(text).digest('hex')}`;
    expect(endpoint.received.slice(0, AT_ONCE).every((each) => signedBy(secret, each))).toBe(true);
    expect(endpoint.received.slice(AT_ONCE).every((each) => signedBy(newer, each))).toBe(true);
    expect(endpoint.received).toHaveLength(CUSTOMERS.length);
  });

  it('sends a campaign to its new address only', async () => {
    const { owner, shop } = await campaignMerchant(system);
    await fillWithScored(system, shop.tenantId, 8000);
    const campaign = await campaignOf(owner, endpoint.url, { holdout_percent: 0 });
    const release = endpoint.hold();
    await sent(owner, campaign);
    await endpoint.until(AT_ONCE);
    await eventually('the other deliveries', async () => (await shop.rows('deliveries')).length === 8 || null);
    // The worker reads ahead when it renews its lease, after five seconds.
    await sleep(6 * SECOND_MS);
    await owner.call('PATCH', `/campaigns/${campaign}`).send({ webhook_url: another.url }).expect(200);
    await sleep(READ_JUST_NOW_MS);
    release();
    await untilPartsEnded(shop);
    // A send that continued to the old address would begin within this time.
    await sleep(SECOND_MS);
    expect(endpoint.received).toHaveLength(AT_ONCE);
    expect(new Set(namedIn(another.received)).size).toBe(8000);
  });

  describe('lets what waits for another attempt go at once', () => {
    const waitForLong = async (): Promise<Awaited<ReturnType<typeof merchantWithWebhook>>> => {
      endpoint.behaviour = answer(503);
      const merchant = await merchantWithWebhook();
      await merchant.shop.send(...lapsed('c-1'));
      await untilDeliveries(merchant.shop, 1, ({ status }) => status === 'failed');
      const later = "now() + interval '30 minutes'";
      await system.owner.query(`UPDATE deliveries SET next_attempt_at = ${later} WHERE tenant_id = $1`, [merchant.shop.tenantId]);
      await system.owner.query(`UPDATE endpoint_health SET due_at = ${later} WHERE tenant_id = $1`, [merchant.shop.tenantId]);
      return merchant;
    };

    it('when a test arrives', async () => {
      const { owner, shop } = await waitForLong();
      endpoint.behaviour = answer(200);
      await owner.post('/settings/webhook/test', {}).expect(200);
      expect(await untilDeliveries(shop, 2, ({ status }) => status === 'success')).toHaveLength(2);
    });

    it('when the address changes', async () => {
      const { owner, shop } = await waitForLong();
      await owner.call('PATCH', '/settings/webhook').send({ url: another.url }).expect(200);
      expect(await another.until(1)).toHaveLength(1);
      await untilDeliveries(shop, 1, ({ status }) => status === 'success');
    });

    it('when somebody asks for a replay, whatever an attempt of before finds', async () => {
      const { owner, shop } = await merchantWithWebhook();
      await shop.send(...lapsed('c-1'));
      const [first] = await untilDeliveries(shop, 1, ({ status }) => status === 'success');
      await system.owner.query('UPDATE endpoint_health SET consecutive_failures = 10, failing_since = now() WHERE tenant_id = $1', [
        shop.tenantId,
      ]);
      const release = endpoint.hold();
      await shop.send(...lapsed('c-2'));
      await endpoint.until(2);
      await owner.post(`/settings/webhook/deliveries/${first?.id}/replay`).expect(202);
      release(503);
      endpoint.behaviour = answer(200);
      await endpoint.until(3);
      expect(customerOf(endpoint.received[2]!)).toBe('c-1');
    });
  });
});
