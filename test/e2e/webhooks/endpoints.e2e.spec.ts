import { setTimeout as sleep } from 'node:timers/promises';
import { ChurnSystem } from '../../support/servers/churn-system.js';
import { metric, operatorPorts } from '../../support/servers/operator.js';
import { merchantOf } from '../../support/people/merchant.js';
import { eventually } from '../../support/waiting/eventually.js';
import { answer, hang, WebhookEndpoint } from '../../support/webhooks/webhook-endpoint.js';
import { campaignOf } from '../../support/webhooks/campaign-shop.js';
import { deliverySettings, lapsed, setEndpoint, untilDeliveries, webhookShop } from '../../support/webhooks/webhook-shop.js';

const CUSTOMERS = Array.from({ length: 12 }, (_, i) => `c-${i}`);
const isDone = ({ status }: { status: string }): boolean => status === 'success';

describe('a failing webhook endpoint', () => {
  let system: ChurnSystem;
  let endpoint: WebhookEndpoint;
  let operator: Awaited<ReturnType<typeof operatorPorts>>;

  beforeAll(async () => {
    operator = await operatorPorts();
    system = await ChurnSystem.start({ ...deliverySettings(100), ...operator.settings });
  }, 60_000);
  afterAll(() => system.stop());
  beforeEach(async () => {
    endpoint = await WebhookEndpoint.start();
  });
  afterEach(() => endpoint.stop());

  it('gets at most five attempts at the same time from all workers together', async () => {
    endpoint.behaviour = async (_request, response) => {
      await sleep(100);
      response.writeHead(200).end();
    };
    const { shop } = await webhookShop(system, endpoint.url);
    const another = await system.startAnother('scoring-worker', { ...(await operatorPorts()).settings, WORKER_QUEUES: 'delivery' });
    await shop.send(...CUSTOMERS.flatMap(lapsed));
    await shop.send(...CUSTOMERS.flatMap((id) => lapsed(`x${id}`)));
    await untilDeliveries(shop, 24, isDone);
    expect(endpoint.mostOpen).toBe(5);
    await another.stop();
  });

  it('gets only a probe now and then, and everything once it works again', async () => {
    endpoint.behaviour = answer(503);
    const { shop } = await webhookShop(system, endpoint.url);
    await shop.send(...CUSTOMERS.flatMap(lapsed));
    await endpoint.until(11);
    const asked = endpoint.received.length;
    // Probes come every three seconds at this speed. Without a circuit breaker there would be a hundred attempts by now.
    await sleep(2000);
    expect(endpoint.received.length - asked).toBeLessThan(5);
    const [breaker] = await shop.rows<{ consecutive_failures: number; open_until: Date }>('endpoint_health');
    expect(breaker?.consecutive_failures).toBeGreaterThanOrEqual(10);
    endpoint.behaviour = answer(200);
    const rows = await untilDeliveries(shop, CUSTOMERS.length, isDone, 20_000);
    expect(rows.filter(({ attempts }) => attempts > 4)).toEqual([]);
  });

  it('takes two tests of its tenant at once when it does not answer, and leaves room for those of others', async () => {
    endpoint.behaviour = hang;
    const quick = await WebhookEndpoint.start();
    const [eve, ada] = [await merchantOf(system), await merchantOf(system)];
    for (const { shop } of [eve, ada]) {
      await system.webhookSecret(shop);
      await setEndpoint(system, shop, shop === eve.shop ? endpoint.url : quick.url);
    }
    const test = async (): Promise<number> => (await eve.owner.post('/settings/webhook/test', {})).status;
    const slow = Promise.all(Array.from({ length: 20 }, test));
    await endpoint.until(2);
    const { body } = await ada.owner.post('/settings/webhook/test', {}).expect(200);
    expect(body.status).toBe('success');
    const statuses = await slow;
    expect(endpoint.mostOpen).toBe(2);
    expect(statuses.filter((status) => status === 503).length).toBeGreaterThanOrEqual(14);
    expect(statuses.filter((status) => status !== 503 && status !== 200)).toEqual([]);
    await quick.stop();
  });

  it('is disabled with the reason when it answers 410, and later deliveries are kept', async () => {
    endpoint.behaviour = answer(410);
    const { owner, shop } = await merchantOf(system);
    await system.webhookSecret(shop);
    await setEndpoint(system, shop, endpoint.url);
    await shop.send(...lapsed('c-1'));
    const [gone] = await untilDeliveries(shop, 1, ({ status }) => status === 'dead_letter');
    expect(gone).toMatchObject({ attempts: 1, dead_letter_reason: 'gone', last_status_code: 410 });
    expect(await shop.rows('destinations', 'enabled, disabled_reason')).toEqual([{ enabled: false, disabled_reason: 'gone' }]);
    expect(await shop.rows('audit_log', 'action, actor_kind, details')).toContainEqual({
      action: 'webhook.disabled',
      actor_kind: 'system',
      details: { reason: 'gone', host: `127.0.0.1:${endpoint.port}`, used_by: 'settings' },
    });
    const [mail] = await system.mailbox.mailsTo(owner.email);
    expect(mail?.subject).toBe(`Webhooks to 127.0.0.1:${endpoint.port} have been switched off`);
    expect(mail?.body).toContain('410 Gone');
    // The host only: the path and the query may contain secrets.
    expect(mail?.body).not.toContain('/hooks');
    await shop.send(...lapsed('c-2'));
    const rows = await untilDeliveries(shop, 2, ({ status }) => status === 'dead_letter');
    expect(rows[1]).toMatchObject({ attempts: 0, dead_letter_reason: 'endpoint_disabled' });
    expect(endpoint.received).toHaveLength(1);
    endpoint.behaviour = answer(200);
    await setEndpoint(system, shop, endpoint.url);
    await shop.send(...lapsed('c-3'));
    await endpoint.until(2);
  });

  it('is disabled once by several answers 410, and stays enabled when its owner enables it before the last of them', async () => {
    const answers: (() => void)[] = [];
    endpoint.behaviour = (_request, response) => void answers.push(() => void response.writeHead(410).end());
    const { owner, shop } = await merchantOf(system);
    await system.webhookSecret(shop);
    await setEndpoint(system, shop, endpoint.url);
    await campaignOf(owner, endpoint.url);
    await shop.send(...['c-1', 'c-2', 'c-3'].flatMap(lapsed));
    await endpoint.until(3);
    const lastFailure = async (): Promise<number> =>
      Number((await shop.rows<{ last_failure_at: Date | null }>('endpoint_health', 'last_failure_at'))[0]?.last_failure_at);
    const refuse = async (index: number): Promise<void> => {
      const before = await lastFailure();
      answers[index]?.();
      await eventually('the failure is stored', async () => (await lastFailure()) !== before || null);
    };
    const disabled = async (): Promise<number> =>
      (await shop.rows<{ action: string }>('audit_log', 'action')).filter(({ action }) => action === 'webhook.disabled').length;
    for (const index of [0, 1]) {
      await refuse(index);
      expect(await disabled()).toBe(1);
    }
    expect(await shop.rows('destinations', 'enabled')).toEqual([{ enabled: false }]);
    expect((await owner.call('PATCH', '/settings/webhook').send({ enabled: true })).body).toMatchObject({ enabled: true });
    endpoint.behaviour = answer(200);
    await refuse(2);
    expect(await shop.rows('destinations', 'enabled, disabled_reason')).toEqual([{ enabled: true, disabled_reason: null }]);
    await shop.send(...lapsed('c-4'));
    await endpoint.until(4);
    expect(await disabled()).toBe(1);
    expect(await system.mailbox.mailsTo(owner.email)).toHaveLength(1);
  });

  it('is disabled when it has accepted nothing for days', async () => {
    endpoint.behaviour = answer(500);
    const { shop } = await webhookShop(system, endpoint.url);
    await shop.send(...lapsed('c-1'));
    await endpoint.until(1);
    await untilDeliveries(shop, 1, ({ status }) => status === 'failed');
    await system.owner.query(`UPDATE endpoint_health SET failing_since = now() - interval '2 hours' WHERE tenant_id = $1`, [shop.tenantId]);
    await untilDeliveries(shop, 1, ({ status }) => status === 'dead_letter');
    expect(await shop.rows('destinations', 'enabled, disabled_reason')).toEqual([
      { enabled: false, disabled_reason: 'no_success_for_5_days' },
    ]);
    expect(await shop.rows('audit_log', 'action, details')).toContainEqual({
      action: 'webhook.disabled',
      details: { reason: 'no_success_for_5_days', host: `127.0.0.1:${endpoint.port}`, used_by: 'settings' },
    });
  });

  it('begins with a clean record when its owner switches it on again, so that one more failure does not disable it', async () => {
    endpoint.behaviour = answer(503);
    const { owner, shop } = await merchantOf(system);
    await system.webhookSecret(shop);
    await setEndpoint(system, shop, endpoint.url);
    await shop.send(...lapsed('c-1'));
    await untilDeliveries(shop, 1, ({ status }) => status === 'failed');
    await system.owner.query(`UPDATE endpoint_health SET failing_since = now() - interval '2 hours' WHERE tenant_id = $1`, [shop.tenantId]);
    await untilDeliveries(shop, 1, ({ status }) => status === 'dead_letter');
    const { body } = await owner.call('PATCH', '/settings/webhook').send({ enabled: true });
    expect(body).toMatchObject({ enabled: true, disabled_reason: null, consecutive_failures: 0 });
    await shop.send(...lapsed('c-2'));
    await untilDeliveries(shop, 2, ({ dead_letter_reason: reason, attempts }) => reason !== null || attempts >= 2);
    expect(await shop.rows('destinations', 'enabled, disabled_reason')).toEqual([{ enabled: true, disabled_reason: null }]);
    endpoint.behaviour = answer(200);
    await untilDeliveries(shop, 2, ({ dead_letter_reason: reason, status }) => reason !== null || status === 'success');
  });

  it('counts for the operator what it misses while it is off, and what is replayed later is no delay of the service', async () => {
    const { owner, shop } = await merchantOf(system);
    await system.webhookSecret(shop);
    await setEndpoint(system, shop, endpoint.url, { enabled: false });
    const missed = (): Promise<number | null> => metric(operator.worker, 'churn_dead_letters_total', { reason: 'endpoint_disabled' });
    const delays = (): Promise<number | null> =>
      metric(operator.worker, 'churn_delivery_delay_seconds_count', { event: 'customer.high_risk.detected' });
    const [missedBefore, delaysBefore] = [(await missed()) ?? 0, (await delays()) ?? 0];
    await shop.send(...lapsed('c-1'));
    await untilDeliveries(shop, 1, ({ status }) => status === 'dead_letter');
    await eventually('the count', async () => (await missed()) === missedBefore + 1 || null);
    await owner.call('PATCH', '/settings/webhook').send({ enabled: true });
    await owner.post('/settings/webhook/recover', { since: new Date(Date.now() - 3_600_000).toISOString() });
    const [row] = await untilDeliveries(shop, 1, isDone);
    await owner.post(`/settings/webhook/deliveries/${row?.id}/replay`);
    await endpoint.until(2);
    await shop.send(...lapsed('c-2'));
    await endpoint.until(3);
    await untilDeliveries(shop, 2, isDone);
    expect(await delays()).toBe(delaysBefore + 1);
  });

  it('is never contacted at a forbidden address, whatever its name resolves to', async () => {
    const { shop } = await webhookShop(system, 'http://[::1]:80/hooks');
    await shop.send(...lapsed('c-1'));
    const [row] = await untilDeliveries(shop, 1, ({ status }) => status === 'dead_letter');
    expect(row).toMatchObject({
      attempts: 1,
      dead_letter_reason: 'blocked_address',
      last_error: 'blocked_address',
      last_status_code: null,
    });
  });

  it('does not delay other endpoints when it never answers', async () => {
    endpoint.behaviour = hang;
    const stuck = await Promise.all(Array.from({ length: 8 }, () => webhookShop(system, endpoint.url)));
    await Promise.all(stuck.map(({ shop }) => shop.send(...CUSTOMERS.flatMap(lapsed))));
    await endpoint.until(40);
    const well = await WebhookEndpoint.start();
    const { shop } = await webhookShop(system, well.url);
    for (const id of CUSTOMERS.slice(0, 5)) {
      const sentAt = Date.now();
      await shop.post('/events', { events: lapsed(id) });
      const [request] = await well.until(1, ({ json }) => json['customer_id'] === id);
      expect((request?.at ?? Number.POSITIVE_INFINITY) - sentAt).toBeLessThan(3000);
    }
    expect(endpoint.mostOpen).toBe(40);
    await well.stop();
  });
});
