import { setTimeout as sleep } from 'node:timers/promises';
import { SECOND_MS } from '#libs/core';
import { merchantOf } from '../../support/people/merchant.js';
import { ChurnSystem } from '../../support/servers/churn-system.js';
import { eventually } from '../../support/waiting/eventually.js';
import { campaignMerchant, campaignOf, fillWithScored, sent, untilPartsEnded } from '../../support/webhooks/campaign-shop.js';
import { WebhookEndpoint } from '../../support/webhooks/webhook-endpoint.js';
import { lapsed, setEndpoint, untilDeliveries } from '../../support/webhooks/webhook-shop.js';

interface EndpointLine {
  readonly id: string;
  readonly used_by: string;
  readonly host: string;
  readonly enabled: boolean;
  readonly disabled_reason: string | null;
  readonly pending: number;
  readonly dead_letters: number;
}

describe('an operator who switches endpoints', () => {
  let system: ChurnSystem;
  let endpoint: WebhookEndpoint;
  beforeAll(async () => {
    system = await ChurnSystem.shared();
  });
  afterAll(() => system.stop());
  beforeEach(async () => {
    endpoint = await WebhookEndpoint.start();
  });
  afterEach(() => endpoint.stop());

  const endpointCommand = (verb: 'disable' | 'enable', tenant: string, id: string) =>
    system.admin('endpoint', verb, '--tenant', tenant, '--id', id);
  const list = async (tenant: string): Promise<EndpointLine[]> =>
    (await system.admin('endpoint', 'list', '--tenant', tenant))['data'] as EndpointLine[];
  const host = () => `127.0.0.1:${endpoint.port}`;

  it('holds a webhook back as dead letters, tells the owners, and switches it on for them to recover', async () => {
    const { owner, shop } = await merchantOf(system);
    await system.webhookSecret(shop);
    await setEndpoint(system, shop, `${endpoint.url}?token=hidden`);
    const [webhook] = await list(shop.tenantId);
    expect(webhook).toMatchObject({ id: shop.tenantId, used_by: 'settings', host: host(), enabled: true, pending: 0, dead_letters: 0 });

    expect(await endpointCommand('disable', shop.tenantId, shop.tenantId)).toMatchObject({ enabled: false, changed: true });
    expect(await endpointCommand('disable', shop.tenantId, shop.tenantId)).toMatchObject({ enabled: false, changed: false });
    await shop.send(...lapsed('c-1'));
    const [given] = await untilDeliveries(shop, 1, ({ status }) => status === 'dead_letter');
    expect(given).toMatchObject({ attempts: 0, dead_letter_reason: 'endpoint_disabled' });
    expect(endpoint.received).toEqual([]);
    expect(await list(shop.tenantId)).toEqual([
      expect.objectContaining({ enabled: false, disabled_reason: 'operator', dead_letters: expect.any(Number) }),
    ]);
    expect((await owner.get('/settings/webhook')).body).toMatchObject({ enabled: false, disabled_reason: 'operator' });
    const [mail] = await system.mailbox.mailsTo(owner.email);
    expect(mail?.subject).toBe(`Webhooks to ${host()} have been switched off`);
    expect(mail?.body).toContain('The people who run the Churn Scoring Service have switched off webhooks');
    expect(mail?.body).not.toContain('hidden');

    expect(await endpointCommand('enable', shop.tenantId, shop.tenantId)).toMatchObject({ enabled: true, changed: true });
    expect(endpoint.received).toEqual([]);
    await owner.post('/settings/webhook/recover', { since: new Date(Date.now() - 3_600_000).toISOString() });
    await endpoint.until(1);
    const { body } = await owner.get('/audit-log');
    const entries = (body as { data: { action: string; actor: { kind: string } }[] }).data;
    expect(entries.filter(({ action }) => action.startsWith('webhook.')).map(({ action }) => action)).toEqual(
      expect.arrayContaining(['webhook.disabled', 'webhook.enabled', 'webhook.recovered']),
    );
    const details = await shop.rows<{ action: string; actor_kind: string; details: object }>('audit_log', 'action, actor_kind, details');
    expect(details).toContainEqual({
      action: 'webhook.disabled',
      actor_kind: 'admin',
      details: { reason: 'operator', host: host(), used_by: 'settings', destination_id: shop.tenantId },
    });
  });

  it('gives up what waits at the moment, and stops no other endpoint', async () => {
    const { owner, shop } = await merchantOf(system);
    await system.webhookSecret(shop);
    await setEndpoint(system, shop, endpoint.url);
    const another = await WebhookEndpoint.start();
    const { body } = await owner.post('/settings/destinations', { kind: 'webhook', name: 'Second', url: another.url });
    const second = (body as { id: string }).id;
    await shop.send(...lapsed('c-1'));
    const sentBoth = await untilDeliveries(shop, 2, ({ status }) => status === 'success');
    const nextDay = "now() + interval '1 day'";
    await system.owner.query(
      `UPDATE deliveries SET status = 'failed', next_attempt_at = ${nextDay}, completed_at = NULL WHERE tenant_id = $1 AND destination_id = $2`,
      [shop.tenantId, second],
    );
    await system.owner.query(`UPDATE endpoint_health SET due_at = ${nextDay} WHERE tenant_id = $1 AND url = $2`, [
      shop.tenantId,
      another.url,
    ]);
    expect((await list(shop.tenantId)).find(({ id }) => id === second)).toMatchObject({ pending: sentBoth.length / 2 });
    await endpointCommand('disable', shop.tenantId, second);
    await untilDeliveries(shop, 2, ({ status }) => status === 'success' || status === 'dead_letter');
    const reasons = await shop.rows('deliveries', 'DISTINCT destination_id, status, dead_letter_reason');
    expect(reasons).toHaveLength(2);
    expect(reasons).toContainEqual({ destination_id: second, status: 'dead_letter', dead_letter_reason: 'endpoint_disabled' });
    expect(reasons).toContainEqual({ destination_id: shop.tenantId, status: 'success', dead_letter_reason: null });
    await another.stop();
  });

  it('stops the address of campaigns, and lets it go on', async () => {
    const { owner, shop } = await campaignMerchant(system);
    await fillWithScored(system, shop.tenantId, 4);
    const campaign = await campaignOf(owner, endpoint.url, { holdout_percent: 0 });
    const [line] = await list(shop.tenantId);
    expect(line).toMatchObject({ used_by: 'campaigns', host: host(), enabled: true });
    await endpointCommand('disable', shop.tenantId, line!.id);
    await sent(owner, campaign);
    expect(await untilPartsEnded(shop)).toEqual(['undelivered']);
    expect(endpoint.received).toEqual([]);
    expect(await list(shop.tenantId)).toEqual([expect.objectContaining({ enabled: false, disabled_reason: 'operator', dead_letters: 1 })]);
    await endpointCommand('enable', shop.tenantId, line!.id);
    await sent(owner, campaign);
    await endpoint.until(1);
  });

  it('stops the address of campaigns while a worker sends to it', async () => {
    const { owner, shop } = await campaignMerchant(system);
    await fillWithScored(system, shop.tenantId, 4);
    const [first, second] = [
      await campaignOf(owner, endpoint.url, { holdout_percent: 0, audience: { labels: ['critical'] } }),
      await campaignOf(owner, endpoint.url, { holdout_percent: 0, audience: { labels: ['low'] } }),
    ];
    const release = endpoint.hold();
    await sent(owner, first);
    await endpoint.until(1);
    const [line] = await list(shop.tenantId);
    await endpointCommand('disable', shop.tenantId, line!.id);
    await sent(owner, second);
    await eventually('the second delivery', async () => ((await shop.rows('deliveries')).length === 2 ? true : null));
    release();
    expect((await untilPartsEnded(shop)).toSorted()).toEqual(['delivered', 'undelivered']);
    expect(endpoint.received).toHaveLength(1);
  });

  it('stops a webhook while a worker sends to it', async () => {
    const { shop } = await merchantOf(system);
    await system.webhookSecret(shop);
    await setEndpoint(system, shop, endpoint.url);
    const release = endpoint.hold();
    await shop.send(...Array.from({ length: 14 }, (_, index) => lapsed(`c-${index}`)).flat());
    await endpoint.until(1);
    await endpointCommand('disable', shop.tenantId, shop.tenantId);
    // The worker looks at the settings when it renews its lease, after five seconds.
    await sleep(6 * SECOND_MS);
    const before = endpoint.received.length;
    release();
    await untilDeliveries(shop, 1, ({ status }) => status === 'success' || status === 'dead_letter');
    const states = await shop.rows<{ status: string }>('deliveries', 'status');
    expect(states.every(({ status }) => status === 'success' || status === 'dead_letter')).toBe(true);
    expect(states.length).toBeGreaterThan(before);
    expect(endpoint.received.length).toBe(before);
  });

  it('refuses endpoints that the tenant does not have', async () => {
    const [one, other] = [await merchantOf(system), await merchantOf(system)];
    await setEndpoint(system, other.shop, endpoint.url);
    for (const id of [other.shop.tenantId, 'x', '00000000-0000-4000-8000-000000000000'])
      await expect(endpointCommand('disable', one.shop.tenantId, id)).rejects.toThrow(`has no endpoint "${id}"`);
    expect(await list(other.shop.tenantId)).toEqual([expect.objectContaining({ enabled: true })]);
  });
});
