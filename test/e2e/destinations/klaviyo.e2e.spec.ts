import { customerIdOf, toTenantId } from '#libs/core';
import { KlaviyoSimulator } from '../../support/destinations/klaviyo-simulator.js';
import { DocumentedCalls } from '../../support/http/documented-calls.js';
import { remember } from '../../support/people/mailed-secrets.js';
import { type Merchant, merchantOf } from '../../support/people/merchant.js';
import { ChurnSystem } from '../../support/servers/churn-system.js';
import { daysAgo, order } from '../../support/shop/builders.js';
import { eventually } from '../../support/waiting/eventually.js';
import { fillWithScored } from '../../support/webhooks/campaign-shop.js';
import { deliverySettings, type DeliveryRow, lapsed, returnAndLapse, untilDeliveries } from '../../support/webhooks/webhook-shop.js';

let system: ChurnSystem;
let calls: DocumentedCalls;
let klaviyo: KlaviyoSimulator;
let merchant: Merchant;

beforeAll(async () => {
  klaviyo = await KlaviyoSimulator.start();
  system = await ChurnSystem.start({ ...deliverySettings(200), KLAVIYO_BASE_URL: klaviyo.url });
  calls = await DocumentedCalls.load(system.api.url);
}, 60_000);
afterAll(async () => {
  await system.stop();
  await klaviyo.stop();
});
beforeEach(async () => {
  merchant = await merchantOf(system);
  klaviyo.reset();
});

const PATH = '/settings/destinations';
const isDone = ({ status }: { status: string }): boolean => status === 'success';
const connect = async (): Promise<string> => {
  remember(klaviyo.key);
  const { body } = await calls.taken(merchant.owner.post(PATH, { kind: 'klaviyo', name: 'Mails', key: klaviyo.key }), 201);
  expect(JSON.stringify(body)).not.toContain(klaviyo.key.slice(0, 10));
  expect(body).toMatchObject({ kind: 'klaviyo', url: null, event_types: null, key_hint: klaviyo.key.slice(-4) });
  return body.id as string;
};
const jobOf = async (id: string): Promise<Record<string, unknown>> => {
  const { body } = await calls.taken(merchant.owner.get(`${PATH}/${id}`));
  return body.resync_job_id === null ? {} : (await calls.taken(merchant.owner.get(`/dashboard/churn/jobs/${body.resync_job_id}`))).body;
};
const untilResynced = (id: string): Promise<Record<string, unknown>> =>
  eventually('the resync', async () => {
    const job = await jobOf(id);
    return job['status'] === 'completed' ? job : null;
  });
const arrived = (externalId: string): Promise<Record<string, unknown>> =>
  eventually(`the profile of ${externalId}`, () => Promise.resolve(klaviyo.profiles.get(externalId) ?? null));
const logOf = (row: DeliveryRow | undefined): string => row?.attempts_log.map((entry) => entry.response_body ?? '').join('\n') ?? '';

describe('a Klaviyo account', () => {
  it('gets the present values of every customer when it is added, and then only the profiles that change', async () => {
    const [one, two] = ['c-1', 'c-2'];
    await merchant.shop.send(...lapsed(one), ...[30, 60, 90, 120].map((days) => order({ customer_id: two, occurred_at: daysAgo(days) })));
    await merchant.shop.settled();
    const id = await connect();
    expect(await untilResynced(id)).toMatchObject({ type: 'resync', queued: 2, processed: 2 });
    await untilDeliveries(merchant.shop, 1, isDone);
    const churn = (await merchant.shop.get(`/customers/${two}/churn`)).body;
    expect(await arrived(two)).toEqual({
      churn_score: Number(churn.churn.score),
      churn_label: churn.churn.label,
      lifecycle: churn.lifecycle,
      revenue_at_risk: Number(churn.revenue_at_risk),
      next_order_p50: churn.features_extended.expected_next_order_at.slice(0, 10),
    });
    expect(klaviyo.imports).toHaveLength(1);
    const { back } = returnAndLapse(one);
    await merchant.shop.send(back);
    await eventually('the change', () => Promise.resolve(klaviyo.profiles.get(one)?.['churn_label'] === 'low' || null));
    expect(klaviyo.imports.slice(1)).toEqual([[one]]);
    // An order that changes neither label nor lifecycle nor the score by five points is nothing new.
    const before = klaviyo.imports.length;
    await merchant.shop.send(order({ customer_id: one, occurred_at: daysAgo(1) }));
    await merchant.shop.settled();
    await new Promise((resolve) => setTimeout(resolve, 1500));
    expect(klaviyo.imports.length).toBe(before);
    // The ids of profiles that have arrived are not needed any more.
    expect((await untilDeliveries(merchant.shop, 2, isDone)).map(({ body }) => body)).toEqual([null, null]);
  });

  it('that answers with an id that no address can have gets the profiles once', async () => {
    klaviyo.saysId = '\uD800';
    await merchant.shop.send(...lapsed('c-1'));
    await merchant.shop.settled();
    await connect();
    const [row] = await untilDeliveries(merchant.shop, 1, isDone);
    expect([row?.attempts, klaviyo.imports.length]).toEqual([1, 1]);
  });

  it('is sent a delivery that cannot be made no more often than others: its attempts count', async () => {
    await merchant.shop.send(...lapsed('c-1'));
    await merchant.shop.settled();
    klaviyo.failNext({ status: 500 });
    await connect();
    await untilDeliveries(merchant.shop, 1, ({ attempts }) => attempts > 0);
    await system.owner.query(`UPDATE deliveries SET body = '{' WHERE tenant_id = $1 AND body IS NOT NULL`, [merchant.owner.tenantId]);
    const [row] = await untilDeliveries(merchant.shop, 1, ({ attempts }) => attempts >= 3, 30_000);
    expect([row?.last_error, klaviyo.imports.length]).toEqual(['connection_lost', 0]);
  });

  it('gets changes of many customers in one import', async () => {
    await connect();
    const customers = Array.from({ length: 40 }, (_, i) => `c-${i}`);
    await merchant.shop.send(...customers.slice(0, 20).map((id) => order({ customer_id: id })));
    await merchant.shop.send(...customers.slice(20).map((id) => order({ customer_id: id })));
    await eventually('all profiles', () => Promise.resolve(klaviyo.profiles.size === 40 || null));
    expect(klaviyo.imports.length).toBeLessThanOrEqual(4);
    expect(klaviyo.mostOpen).toBe(1);
  });

  it('gets the call again after 429, when it asks for it, and after 503, and the log names its answer', async () => {
    await untilResynced(await connect());
    klaviyo.failNext({ status: 429, headers: { 'Retry-After': '400' } }, { status: 503, code: 'service_unavailable' });
    const started = Date.now();
    await merchant.shop.send(order({ customer_id: 'c-1' }));
    await arrived('c-1');
    // 400 s at 200 times the speed are 2 s; the usual pause would be 0.3 s.
    expect(Date.now() - started).toBeGreaterThan(2000);
    const [row] = await untilDeliveries(merchant.shop, 1, isDone);
    expect(row?.attempts).toBe(3);
    expect(logOf(row)).toContain('throttled');
  });

  it('refuses single profiles without an end for the others, and the log names them by our ids, not by theirs', async () => {
    klaviyo.refuses.add('ada@example.com');
    await connect();
    await merchant.shop.send(order({ customer_id: 'ada@example.com' }), order({ customer_id: 'c-2' }));
    await arrived('c-2');
    const rows = await untilDeliveries(merchant.shop, 1, isDone);
    const ours = customerIdOf(toTenantId(merchant.owner.tenantId), 'ada@example.com');
    expect(rows.map(logOf).join('\n')).toContain(`It refused 1: customers ${ours} (invalid).`);
    expect(JSON.stringify(rows)).not.toContain('ada@example.com');
    await merchant.shop.delete('/customers/ada@example.com').expect(202);
    await eventually('the erasure', async () => (await merchant.shop.get('/customers/ada@example.com')).status === 404 || null);
    const logs = await eventually('logs without the customer', async () => {
      const after = await merchant.shop.rows<{ attempts_log: unknown }>('deliveries', 'attempts_log');
      return JSON.stringify(after).includes(ours) ? null : JSON.stringify(after);
    });
    expect(logs).toContain('It refused 1: customers erased (invalid).');
  });

  it('whose key was revoked is switched off, its owners get a mail, and a new key brings all profiles', async () => {
    const id = await connect();
    await merchant.shop.send(order({ customer_id: 'c-1' }));
    await arrived('c-1');
    klaviyo.isRevoked = true;
    await merchant.shop.send(order({ customer_id: 'c-2' }));
    const off = await eventually('the switch', async () => {
      const { body } = await merchant.owner.get(`${PATH}/${id}`);
      return body.enabled === false ? body : null;
    });
    expect(off).toMatchObject({ disabled_reason: 'key_refused' });
    const [mail] = await system.mailbox.mailsTo(merchant.owner.email);
    expect(mail?.subject).toBe('The destination Mails has been switched off');
    await merchant.shop.send(order({ customer_id: 'c-3' }));
    await merchant.shop.settled();
    klaviyo.isRevoked = false;
    expect((await calls.taken(merchant.owner.call('PATCH', `${PATH}/${id}`).send({ key: klaviyo.key }))).body).toMatchObject({
      enabled: true,
    });
    await arrived('c-2');
    await arrived('c-3');
  });

  it('gets another key in the middle of a resync: nothing goes out with the old one, and the new account gets everybody', async () => {
    await fillWithScored(system, merchant.owner.tenantId, 3000);
    klaviyo.delayMs = 1000;
    const id = await connect();
    await eventually('the first import', () => Promise.resolve(klaviyo.imports.length === 1 || null));
    klaviyo.reset();
    klaviyo.delayMs = 1000;
    remember(klaviyo.key);
    await calls.taken(merchant.owner.call('PATCH', `${PATH}/${id}`).send({ key: klaviyo.key }));
    await eventually('all profiles in the new account', () => Promise.resolve(klaviyo.profiles.size === 3000 || null), 30_000);
    await untilResynced(id);
    expect((await calls.taken(merchant.owner.get(`${PATH}/${id}`))).body).toMatchObject({ enabled: true, disabled_reason: null });
    expect((await untilDeliveries(merchant.shop, 6, isDone)).length).toBe(6);
  });

  it('gets one import at a time while it is slow, and a job that runs for long counts as accepted', async () => {
    klaviyo.looksUntilComplete = 1000;
    await connect();
    await merchant.shop.send(order({ customer_id: 'c-1' }));
    await arrived('c-1');
    const [row] = await untilDeliveries(merchant.shop, 1, isDone);
    expect(logOf(row)).toContain('still works on them');
  });

  it('gets nothing about an erased customer, also when the update waited', async () => {
    await untilResynced(await connect());
    klaviyo.isDown = true;
    await merchant.shop.send(order({ customer_id: 'c-1' }), order({ customer_id: 'c-2' }));
    await untilDeliveries(merchant.shop, 1, ({ attempts }) => attempts > 0);
    await merchant.shop.call('DELETE', '/customers/c-1').expect(202);
    await eventually('the erasure', async () => (await merchant.shop.get('/customers/c-1')).status === 404 || null);
    klaviyo.isDown = false;
    await arrived('c-2');
    await untilDeliveries(merchant.shop, 1, isDone);
    expect(klaviyo.profiles.has('c-1')).toBe(false);
  });

  it('is tested by a call that changes nothing, and a wrong key is refused with the reason', async () => {
    const id = await connect();
    const test = () => calls.taken(merchant.owner.post(`${PATH}/${id}/test`));
    expect((await test()).body).toMatchObject({ status: 'success', event: 'profiles.updated', last_status_code: 200 });
    klaviyo.isRevoked = true;
    expect((await test()).body).toMatchObject({ status: 'dead_letter', last_error: 'http_4xx', last_status_code: 401 });
    const cases: [object, string][] = [
      [{ kind: 'klaviyo', name: 'x' }, 'key'],
      [{ kind: 'klaviyo', name: 'x', key: 'Xy12Zw' }, 'key'],
      [{ kind: 'klaviyo', name: 'x', key: `pk_${'a'.repeat(20)}\n` }, 'key'],
      [{ kind: 'klaviyo', name: 'x', key: klaviyo.key, url: 'https://example.com/' }, 'url'],
      [{ kind: 'webhook', name: 'x', key: klaviyo.key, url: 'https://example.com/' }, 'key'],
    ];
    for (const [body, field] of cases) {
      const refused = await calls.refused(merchant.owner.post(PATH, body), 400, 'validation_error');
      expect(refused.body.details).toEqual([expect.objectContaining({ field })]);
      expect(refused.text).not.toContain(klaviyo.key);
    }
  });
});

describe('a resync', () => {
  it('goes through all customers in imports of a thousand, once, with its progress', async () => {
    await fillWithScored(system, merchant.owner.tenantId, 2500);
    const id = await connect();
    expect(await untilResynced(id)).toMatchObject({ queued: 2500, processed: 2500, failed: 0 });
    await eventually('all profiles', () => Promise.resolve(klaviyo.profiles.size === 2500 || null), 30_000);
    expect(klaviyo.imports.map((each) => each.length)).toEqual([1000, 1000, 500]);
    const { body } = await calls.taken(merchant.owner.post(`${PATH}/${id}/resync`), 202);
    expect(body).toMatchObject({ queued: 2500 });
    expect((await merchant.owner.post(`${PATH}/${id}/resync`)).body.job_id).toBe(body.job_id);
    await untilResynced(id);
    await eventually('all again', () => Promise.resolve(klaviyo.imports.length === 6 || null), 30_000);
  });

  it('that begins right after a new model sends what the new model says in the end', async () => {
    const customers = Array.from({ length: 30 }, (_, i) => `c-${i}`);
    await merchant.shop.send(...customers.map((id, i) => order({ customer_id: id, occurred_at: daysAgo(20 + 3 * i) })));
    const id = await connect();
    await untilResynced(id);
    await eventually('all profiles', () => Promise.resolve(klaviyo.profiles.size === customers.length || null));
    const scoresBefore = customers.map((each) => klaviyo.profiles.get(each)?.['churn_score']);
    await calls.taken(merchant.owner.call('PATCH', '/settings').send({ horizon_days: 30 }));
    await calls.taken(merchant.owner.post(`${PATH}/${id}/resync`), 202);
    await eventually('the scores of the new model', async () => {
      type Row = Record<'external_id' | 'score' | 'model_version', string>;
      const rows = await merchant.shop.rows<Row>('customers', 'external_id, score, model_version');
      const isNew = rows.every((row) => row.model_version.includes('/h30'));
      const isSent = rows.every((row) => klaviyo.profiles.get(row.external_id)?.['churn_score'] === Number(row.score));
      return (isNew && isSent) || null;
    });
    expect(customers.map((each) => klaviyo.profiles.get(each)?.['churn_score'])).not.toEqual(scoresBefore);
  });

  it('goes on where it was when its worker is killed', async () => {
    await fillWithScored(system, merchant.owner.tenantId, 6000);
    klaviyo.delayMs = 300;
    const id = await connect();
    await eventually('the first imports', () => Promise.resolve(klaviyo.imports.length >= 2 || null));
    expect((await jobOf(id))['status']).toBe('running');
    await system.worker.kill();
    await system.worker.start();
    await untilResynced(id);
    await eventually('all profiles', () => Promise.resolve(klaviyo.profiles.size === 6000 || null), 60_000);
    // Each batch once, and those in flight at the kill twice at the most.
    expect(klaviyo.imports.length).toBeLessThanOrEqual(8);
  });

  it('begins by itself after an import of history, which pushes nothing before', async () => {
    await connect();
    const history = ['c-1', 'c-2'].flatMap((id) => [100, 130, 160].map((days) => order({ customer_id: id, occurred_at: daysAgo(days) })));
    await merchant.shop.call('POST', '/events').send({ events: history, backfill: true }).expect(202);
    await merchant.shop.settled();
    expect(klaviyo.imports).toEqual([]);
    await merchant.shop
      .call('POST', '/events')
      .send({ events: [order({ customer_id: 'c-2', occurred_at: daysAgo(200) })], backfill: true, backfill_done: true })
      .expect(202);
    await eventually('the profiles', () => Promise.resolve(klaviyo.profiles.size === 2 || null), 30_000);
    expect(klaviyo.imports).toHaveLength(1);
  });

  it('is refused for a webhook, for a destination that is off, and for members and strangers', async () => {
    const id = await connect();
    const { body: webhook } = await merchant.owner.post(PATH, { kind: 'webhook', name: 'x', url: 'https://example.com/' });
    await calls.refused(merchant.owner.post(`${PATH}/${webhook.id}/resync`), 409, 'conflict');
    await merchant.owner.call('PATCH', `${PATH}/${id}`).send({ enabled: false });
    await calls.refused(merchant.owner.post(`${PATH}/${id}/resync`), 409, 'conflict');
    await calls.refused((await merchantOf(system)).owner.post(`${PATH}/${id}/resync`), 404, 'not_found');
  });
});
