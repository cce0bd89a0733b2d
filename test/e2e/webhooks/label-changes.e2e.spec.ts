import { createHmac } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import { DAY_MS, firstIdOf, toTenantId } from '#libs/core';
import { forgetDeliveries } from '../../../apps/scoring-worker/src/delivery/deliver/forget-deliveries.sql.js';
import { ChurnSystem } from '../../support/servers/churn-system.js';
import { answer, failFirst, type Received, WebhookEndpoint } from '../../support/webhooks/webhook-endpoint.js';
import { deliveriesOf, lapsed, returnAndLapse, setEndpoint, untilDeliveries, webhookShop } from '../../support/webhooks/webhook-shop.js';

const isDone = ({ status }: { status: string }): boolean => status === 'success';

describe('a change of the label is delivered', () => {
  let system: ChurnSystem;
  let endpoint: WebhookEndpoint;

  beforeAll(async () => {
    system = await ChurnSystem.shared();
  }, 60_000);
  afterAll(() => system.stop());
  beforeEach(async () => {
    endpoint = await WebhookEndpoint.start();
  });
  afterEach(() => endpoint.stop());

  it('once, with both signatures and the documented fields in canonical form', async () => {
    const { shop, secret } = await webhookShop(system, endpoint.url);
    await shop.send(...lapsed('c-1'));
    await shop.send(returnAndLapse('c-1').back);
    const [first, second] = await endpoint.until(2);
    const detail = await shop.churnOf('c-1');
    expect(first?.json).toEqual({
      event: 'customer.high_risk.detected',
      customer_id: 'c-1',
      score: expect.any(Number),
      label: expect.stringMatching(/high|critical/),
      model_version: detail.churn?.model_version,
    });
    expect(second?.json).toEqual({
      event: 'customer.churn_score.changed',
      customer_id: 'c-1',
      previous_score: first?.json['score'],
      new_score: Number(detail.churn?.score),
      previous_label: first?.json['label'],
      new_label: detail.churn?.label,
      model_version: detail.churn?.model_version,
    });
    for (const [index, request] of [first, second].entries()) expectSigned(request, secret, String(index + 1));
    const rows = await untilDeliveries(shop, 2, isDone);
    expect(rows.map((row) => row.body)).toEqual([first?.body.toString(), second?.body.toString()]);
    expect(await shop.rows('outbox')).toEqual([]);
    expect(endpoint.received).toHaveLength(2);
  });

  function expectSigned(request: Received | undefined, secret: string, sequence: string): void {
    if (request === undefined) throw new Error('nothing arrived');
    const { headers, body } = request;
    expect(() => new Webhook(secret).verify(body.toString(), headers as Record<string, string>)).not.toThrow();
    expect(headers['x-service-signature']).toBe(`sha256=${createHmac('sha256', secret).update(body).digest('hex')}`);
    expect(Object.keys(request.json)).toEqual(Object.keys(request.json).toSorted());
    expect(headers).toMatchObject({
      'content-type': 'application/json',
      'user-agent': 'ChurnScoring-Webhooks/1',
      'x-service-event': request.json['event'],
      'x-service-delivery-id': headers['webhook-id'],
      'x-service-timestamp': headers['webhook-timestamp'],
      'x-service-attempt': '1',
      'x-service-sequence': sequence,
    });
    expect(headers['x-service-signature-previous']).toBeUndefined();
    expect(Math.abs(Number(headers['x-service-timestamp']) - Date.now() / 1000)).toBeLessThan(60);
  }

  it('with the signatures of both secrets while one replaces the other', async () => {
    const { shop, secret: older } = await webhookShop(system, endpoint.url);
    const newer = await system.webhookSecret(shop);
    await shop.send(...lapsed('c-1'));
    const [request] = await endpoint.until(1);
    const text = request?.body.toString() ?? '';
    const headers = request?.headers as Record<string, string>;
    for (const secret of [older, newer]) expect(() => new Webhook(secret).verify(text, headers)).not.toThrow();
    expect(headers['x-service-signature']).toBe(`sha256=${createHmac('sha256', newer).update(text).digest('hex')}`);
    expect(headers['x-service-signature-previous']).toBe(`sha256=${createHmac('sha256', older).update(text).digest('hex')}`);
  });

  it('again with the same bytes until it is accepted, and later changes only after it', async () => {
    endpoint.behaviour = failFirst(3);
    const { shop } = await webhookShop(system, endpoint.url);
    await shop.send(...lapsed('c-1'));
    const { back, gone } = returnAndLapse('c-1');
    await shop.send(back);
    await shop.send(gone);
    const rows = await untilDeliveries(shop, 4, isDone);
    expect(rows.map(({ attempts }) => attempts)).toEqual([4, 1, 1, 1]);
    expect(endpoint.received.map(({ headers }) => [headers['x-service-sequence'], headers['x-service-attempt']])).toEqual([
      ['1', '1'],
      ['1', '2'],
      ['1', '3'],
      ['1', '4'],
      ['2', '1'],
      ['3', '1'],
      ['4', '1'],
    ]);
    const bodies = new Set(endpoint.received.slice(0, 4).map(({ body }) => body.toString()));
    expect(bodies.size).toBe(1);
    expect(rows[0]?.attempts_log.map(({ attempt, error }) => [attempt, error])).toEqual([
      [1, 'http_5xx'],
      [2, 'http_5xx'],
      [3, 'http_5xx'],
      [4, null],
    ]);
  });

  it('at most eight times; then it is a dead letter, and the next delivery starts', async () => {
    endpoint.behaviour = ({ json }, response) => void response.writeHead(json['event'] === 'customer.high_risk.detected' ? 500 : 200).end();
    const { shop } = await webhookShop(system, endpoint.url);
    await shop.send(...lapsed('c-1'));
    await shop.send(returnAndLapse('c-1').back);
    const rows = await untilDeliveries(shop, 2, ({ status }) => status === 'success' || status === 'dead_letter', 20_000);
    expect(rows).toMatchObject([
      { status: 'dead_letter', attempts: 8, dead_letter_reason: 'attempts_exhausted', last_error: 'http_5xx', next_attempt_at: null },
      { status: 'success', attempts: 1, dead_letter_reason: null },
    ]);
  });

  it('only for the chosen event types, and never without an endpoint or a secret', async () => {
    const { shop } = await webhookShop(system, null);
    await shop.send(...lapsed('c-0'));
    await setEndpoint(system, shop, endpoint.url, { eventTypes: ['customer.churn_score.changed'] });
    await shop.send(...lapsed('c-1'));
    await shop.send(returnAndLapse('c-1').back);
    const [only] = await endpoint.until(1);
    expect(only?.json['event']).toBe('customer.churn_score.changed');
    expect(await untilDeliveries(shop, 1, isDone)).toHaveLength(1);
    await setEndpoint(system, shop, endpoint.url, { enabled: false });
    await shop.send(...lapsed('c-2'));
    expect(await untilDeliveries(shop, 2, ({ status }) => status !== 'pending')).toMatchObject([
      { status: 'success' },
      { status: 'dead_letter', dead_letter_reason: 'endpoint_disabled', attempts: 0 },
    ]);
    const secretless = await system.shop();
    await setEndpoint(system, secretless, endpoint.url);
    await secretless.send(...lapsed('c-1'));
    expect(await untilDeliveries(secretless, 1, ({ status }) => status === 'dead_letter')).toMatchObject([
      { dead_letter_reason: 'no_secret' },
    ]);
    expect(endpoint.received).toHaveLength(1);
  });

  it('neither for imported history nor by a recalculation that changes nothing', async () => {
    const { shop } = await webhookShop(system, endpoint.url);
    await shop.post('/events', { events: lapsed('c-1'), backfill: true });
    await shop.settled();
    await shop.post('/churn/recalculate', { force: true });
    await shop.send(...lapsed('c-2'));
    await endpoint.until(1);
    await untilDeliveries(shop, 1, isDone);
    expect(endpoint.received.map(({ json }) => json['customer_id'])).toEqual(['c-2']);
  });

  it('to the new endpoint after the merchant has changed it', async () => {
    endpoint.behaviour = answer(500);
    const { shop } = await webhookShop(system, endpoint.url);
    await shop.send(...lapsed('c-1'));
    await endpoint.until(1);
    const next = await WebhookEndpoint.start();
    await setEndpoint(system, shop, next.url);
    await shop.send(returnAndLapse('c-1').back);
    const arrived = await next.until(2);
    expect(arrived.map(({ headers }) => headers['x-service-sequence'])).toEqual(['1', '2']);
    expect(await untilDeliveries(shop, 2, isDone)).toHaveLength(2);
    await next.stop();
  });

  it('no more after the merchant has removed the endpoint', async () => {
    endpoint.behaviour = answer(500);
    const { shop } = await webhookShop(system, endpoint.url);
    await shop.send(...lapsed('c-1'));
    await endpoint.until(1);
    await setEndpoint(system, shop, null);
    const [row] = await untilDeliveries(shop, 1, ({ status }) => status === 'dead_letter');
    expect(row).toMatchObject({ dead_letter_reason: 'url_removed' });
    expect(await deliveriesOf(shop)).toHaveLength(1);
  });

  it('and deleted after 30 days, or after 90 when it never arrived', async () => {
    const { shop } = await webhookShop(system, endpoint.url);
    const now = new Date();
    const ageDays = { success: [29, 31, 91], dead_letter: [29, 31, 89, 91], failed: [91] };
    for (const [status, ages] of Object.entries(ageDays)) {
      for (const age of ages) {
        await system.owner.query(
          `INSERT INTO deliveries (tenant_id, id, endpoint_id, event, status, body, max_attempts, decided_at, created_at, last_error)
           VALUES ($1, $2, $1, 'customer.high_risk.detected', $3, '{}', 8, now(), now(), $4)`,
          [
            shop.tenantId,
            firstIdOf(new Date(now.getTime() - age * DAY_MS)).replace(/0$/, String(Object.keys(ageDays).indexOf(status))),
            status,
            String(age),
          ],
        );
      }
    }
    const hasMore = await system.transaction(toTenantId(shop.tenantId), (db) => forgetDeliveries(db, now));
    expect(hasMore).toBe(false);
    const left = (await deliveriesOf(shop)).map((row) => `${row.status} ${row.last_error}`);
    expect(left.toSorted()).toEqual(['dead_letter 29', 'dead_letter 31', 'dead_letter 89', 'failed 91', 'success 29']);
  });
});
