import type { Response } from 'supertest';
import { DocumentedCalls } from '../../support/http/documented-calls.js';
import { memberOf, type Merchant, merchantOf } from '../../support/people/merchant.js';
import { ChurnSystem } from '../../support/servers/churn-system.js';
import { eventually } from '../../support/waiting/eventually.js';
import { answer, failFirst, type Received, WebhookEndpoint } from '../../support/webhooks/webhook-endpoint.js';
import { deliverySettings, lapsed, returnAndLapse, untilDeliveries } from '../../support/webhooks/webhook-shop.js';
import { sha256Signature } from '../../support/webhooks/webhook-signer.js';

let system: ChurnSystem;
let calls: DocumentedCalls;
let merchant: Merchant;
let secret: string;
let endpoints: readonly WebhookEndpoint[] = [];
let [first, second, target] = endpoints;

beforeAll(async () => {
  system = await ChurnSystem.start(deliverySettings(100));
  calls = await DocumentedCalls.load(system.api.url);
}, 60_000);
afterAll(() => system.stop());
beforeEach(async () => {
  merchant = await merchantOf(system);
  secret = await system.webhookSecret(merchant.shop);
  endpoints = await Promise.all([1, 2, 3].map(() => WebhookEndpoint.start()));
  [first, second, target] = endpoints;
});
afterEach(() => Promise.all(endpoints.map((each) => each.stop())));

interface StoredDelivery {
  readonly destination_id: string | null;
  readonly status: string;
  readonly dead_letter_reason: string | null;
}

const PATH = '/settings/destinations';
const create = (body: object) => merchant.owner.post(PATH, body);
const webhook = (name: string, url: string, more: object = {}) => create({ kind: 'webhook', name, url, ...more });
const created = async (...input: Parameters<typeof webhook>): Promise<string> => (await calls.taken(webhook(...input), 201)).body.id;
const change = (id: string, body: object) => merchant.owner.call('PATCH', `${PATH}/${id}`).send(body);
const list = async (): Promise<Record<string, unknown>[]> => (await calls.taken(merchant.owner.get(PATH))).body.data;
const isDone = ({ status }: { status: string }): boolean => status === 'success';
const eventsOf = (endpoint: WebhookEndpoint | undefined): unknown[] => endpoint!.received.map(({ json }) => json['event']);

describe('several webhooks of a shop', () => {
  it('each get the events that they ask for, signed with the one secret of the shop', async () => {
    const one = await created('Warehouse', first!.url, { event_types: ['customer.churn_score.changed'] });
    const two = await created('Support', second!.url);
    expect(one).toBe(merchant.owner.tenantId);
    await merchant.shop.send(...lapsed('c-1'));
    await second!.until(1);
    const { back } = returnAndLapse('c-1');
    await merchant.shop.send(back);
    await Promise.all([first!.until(1), second!.until(2)]);
    await untilDeliveries(merchant.shop, 3, isDone);
    expect(eventsOf(first)).toEqual(['customer.churn_score.changed']);
    expect(eventsOf(second)).toEqual(['customer.high_risk.detected', 'customer.churn_score.changed']);
    for (const { headers, body } of [...first!.received, ...second!.received])
      expect(headers['x-service-signature']).toBe(sha256Signature(secret, body.toString()));
    const ids = [...first!.received, ...second!.received].map(({ headers }: Received) => headers['x-service-delivery-id']);
    expect(new Set(ids).size).toBe(3);
    const { body } = await calls.taken(merchant.owner.get(`/settings/webhook/deliveries?destination_id=${two}`));
    expect(body.data.map((row: Record<string, unknown>) => [row['destination_id'], row['url']])).toEqual([
      [two, second!.url],
      [two, second!.url],
    ]);
    const ofFirst = (await calls.taken(merchant.owner.get(`/settings/webhook/deliveries?destination_id=${one}`))).body;
    expect(ofFirst.data).toHaveLength(1);
    expect(await list()).toMatchObject([
      { id: one, name: 'Warehouse', pending_count: 0, consecutive_failures: 0, last_success_at: expect.any(String) },
      { id: two, name: 'Support', pending_count: 0 },
    ]);
  });

  it('do not wait for each other, and each gets the events of a customer in order', async () => {
    first!.behaviour = failFirst(2);
    await created('Slow', first!.url);
    await created('Fast', second!.url);
    await merchant.shop.send(...lapsed('c-1'));
    await second!.until(1);
    const { back, gone } = returnAndLapse('c-1');
    await merchant.shop.send(back);
    await second!.until(2);
    await merchant.shop.send(gone);
    await second!.until(4);
    expect(first!.received.length).toBeLessThan(4);
    await untilDeliveries(merchant.shop, 8, isDone, 30_000);
    const sequences = (endpoint: WebhookEndpoint): number[] => [
      ...new Map(
        endpoint.received.map(({ headers }) => [headers['x-service-delivery-id'], Number(headers['x-service-sequence'])]),
      ).values(),
    ];
    expect(sequences(second!)).toEqual([1, 2, 3, 4]);
    expect(sequences(first!)).toEqual([1, 2, 3, 4]);
  });

  it('are given up alone when one of them answers 410, and only its deliveries are recovered', async () => {
    first!.behaviour = answer(410);
    const one = await created('Gone', first!.url);
    const two = await created('Fine', second!.url);
    await merchant.shop.send(...lapsed('c-1'));
    await untilDeliveries(merchant.shop, 2, ({ status }) => status === 'dead_letter' || status === 'success');
    expect(await list()).toMatchObject([
      { id: one, enabled: false, disabled_reason: 'gone', dead_letter_count: 1 },
      { id: two, enabled: true, disabled_reason: null, dead_letter_count: 0 },
    ]);
    const recover = (body: object) =>
      merchant.owner.post('/settings/webhook/recover', { since: new Date(Date.now() - 60_000).toISOString(), ...body });
    await calls.refused(recover({ destination_id: one }), 409, 'conflict');
    first!.behaviour = answer(200);
    expect((await calls.taken(change(one, { enabled: true }))).body).toMatchObject({ enabled: true, disabled_reason: null });
    expect((await calls.taken(recover({ destination_id: one }), 202)).body).toMatchObject({ queued: 1 });
    await untilDeliveries(merchant.shop, 2, isDone);
    expect([first!.received.length, second!.received.length]).toEqual([2, 1]);
  });

  it('follow a new URL with what waits, and what waits for a deleted one is given up and never sent', async () => {
    first!.behaviour = answer(503);
    second!.behaviour = answer(503);
    await created('First', first!.url);
    const moved = await created('Moved', second!.url);
    await merchant.shop.send(...lapsed('c-1'));
    await Promise.all([first!.until(1), second!.until(1)]);
    expect((await calls.taken(change(moved, { url: target!.url }))).body).toMatchObject({ id: moved, url: target!.url });
    await target!.until(1);
    target!.behaviour = answer(503);
    await merchant.shop.send(...lapsed('c-2'));
    await target!.until(2);
    expect((await merchant.owner.call('DELETE', `${PATH}/${moved}`)).status).toBe(204);
    const ofMoved = async (): Promise<string[]> =>
      (await merchant.shop.rows<StoredDelivery>('deliveries'))
        .filter(({ destination_id: id }) => id === moved)
        .map(({ status, dead_letter_reason: reason }) => `${status} ${reason ?? ''}`)
        .toSorted();
    await eventually('the dead letter', async () => (await ofMoved())[0] === 'dead_letter destination_deleted' || null);
    expect(await ofMoved()).toEqual(['dead_letter destination_deleted', 'success ']);
  });

  it('can be tested one by one', async () => {
    await created('First', first!.url);
    const two = await created('Second', second!.url);
    const { body } = await calls.taken(merchant.owner.post(`${PATH}/${two}/test`, { event: 'customer.high_risk.detected' }));
    expect(body).toMatchObject({ status: 'success', destination_id: two, url: second!.url });
    expect(second!.received[0]?.headers['x-service-test']).toBe('true');
    expect(first!.received).toEqual([]);
  });
});

describe('destinations', () => {
  it('begin with the webhook of the settings, which shows the same and can be deleted', async () => {
    expect(await list()).toEqual([]);
    await merchant.owner.call('PATCH', '/settings/webhook').send({ url: first!.url });
    const [only] = await list();
    expect(only).toMatchObject({ id: merchant.owner.tenantId, kind: 'webhook', name: 'Webhook', url: first!.url, key_hint: null });
    expect((await calls.taken(merchant.owner.get(`${PATH}/${String(only?.['id'])}`))).body).toEqual(only);
    await calls.taken(change(String(only?.['id']), { name: 'Shop server', event_types: ['customer.high_risk.detected'] }));
    expect((await merchant.owner.get('/settings/webhook')).body).toMatchObject({ event_types: ['customer.high_risk.detected'] });
    expect((await merchant.owner.call('DELETE', `${PATH}/${String(only?.['id'])}`)).status).toBe(204);
    expect((await merchant.owner.get('/settings/webhook')).body).toMatchObject({ url: null, enabled: true });
    expect(await merchant.shop.rows('audit_log', 'action')).toEqual(
      expect.arrayContaining([{ action: 'webhook.changed' }, { action: 'destination.changed' }, { action: 'destination.deleted' }]),
    );
  });

  it('are refused with the field and the rule when the input is wrong', async () => {
    const url = first!.url;
    const cases: [object, string][] = [
      [{ kind: 'fax', name: 'x', url }, 'kind'],
      [{ name: 'x', url }, 'kind'],
      [{ kind: 'webhook', url }, 'name'],
      [{ kind: 'webhook', name: ' ', url }, 'name'],
      [{ kind: 'webhook', name: 'x'.repeat(101), url }, 'name'],
      [{ kind: 'webhook', name: 'x' }, 'url'],
      [{ kind: 'webhook', name: 'x', url: 'http://169.254.169.254/' }, 'url'],
      [{ kind: 'webhook', name: 'x', url, event_types: [] }, 'event_types'],
      [{ kind: 'webhook', name: 'x', url, id: 'x' }, 'id'],
    ];
    for (const [body, field] of cases) {
      const refused: Response = await calls.refused(create(body), 400, 'validation_error');
      expect(refused.body.details).toEqual([expect.objectContaining({ field })]);
    }
    expect(await list()).toEqual([]);
  });

  it('are at most ten, and no two have the same URL', async () => {
    await created('First', 'https://example.com/0');
    await calls.refused(webhook('Twice', 'https://EXAMPLE.com/0'), 409, 'conflict');
    for (let i = 1; i < 10; i += 1) await created(`No ${i}`, `https://example.com/${i}`);
    await calls.refused(webhook('Eleventh', 'https://example.com/10'), 409, 'conflict');
    const [, another] = await list();
    await calls.refused(change(String(another?.['id']), { url: 'https://example.com/0' }), 409, 'conflict');
    const own = merchant.owner.call('PATCH', '/settings/webhook').send({ url: 'https://example.com/3' });
    await calls.refused(own, 409, 'conflict');
  });

  it('are changed by owners and admins only, and invisible to another shop', async () => {
    const id = await created('First', 'https://example.com/0');
    const two = await created('Second', 'https://example.com/1');
    const member = await memberOf(system);
    await calls.refused(member.post(PATH, { kind: 'webhook', name: 'x', url: 'https://example.com/' }), 403, 'forbidden');
    const stranger = (await merchantOf(system)).owner;
    for (const path of [`${PATH}/${id}`, `${PATH}/${two}`, `${PATH}/nothing`]) {
      await calls.refused(stranger.get(path), 404, 'not_found');
      await calls.refused(stranger.call('PATCH', path).send({ name: 'mine' }), 404, 'not_found');
      await calls.refused(stranger.call('DELETE', path), 404, 'not_found');
      await calls.refused(stranger.post(`${path}/test`), 404, 'not_found');
    }
    expect((await stranger.get(PATH)).body).toEqual({ data: [] });
    expect(await list()).toHaveLength(2);
  });
});
