import { SlackSimulator } from '../../support/destinations/slack-simulator.js';
import { DocumentedCalls } from '../../support/http/documented-calls.js';
import { remember } from '../../support/people/mailed-secrets.js';
import { type Merchant, merchantOf } from '../../support/people/merchant.js';
import { ChurnSystem } from '../../support/servers/churn-system.js';
import { eventually } from '../../support/waiting/eventually.js';
import { MONDAY, msUntil, TUESDAY } from '../../support/waiting/weekday.js';
import { fillWithScored } from '../../support/webhooks/campaign-shop.js';
import { deliverySettings, lapsed, returnAndLapse, untilDeliveries } from '../../support/webhooks/webhook-shop.js';

const PATH = '/settings/destinations';
const ZONE = 'America/New_York';
const NOON_THERE_IN_UTC = 17;

let system: ChurnSystem;
let calls: DocumentedCalls;
let slack: SlackSimulator;
let merchant: Merchant;

beforeAll(async () => {
  slack = await SlackSimulator.start();
  system = await ChurnSystem.start({ ...deliverySettings(200), SLACK_BASE_URL: slack.url });
  calls = await DocumentedCalls.load(system.api.url);
}, 60_000);
afterAll(async () => {
  await system.stop();
  await slack.stop();
});
beforeEach(async () => {
  slack.reset();
  merchant = await merchantOf(system);
});

async function connect(): Promise<string> {
  remember(slack.webhook);
  const { body } = await calls.taken(merchant.owner.post(PATH, { kind: 'slack', name: 'Team', key: slack.webhook }), 201);
  expect(body).toMatchObject({ kind: 'slack', url: null, event_types: null, key_hint: slack.webhook.slice(-4), resync_job_id: null });
  expect(JSON.stringify(body)).not.toContain(slack.path);
  return body.id as string;
}
/** Lets the morning come. */
const wakeUp = (): Promise<unknown> =>
  system.owner.query("UPDATE destinations SET next_message_at = '-infinity' WHERE tenant_id = $1", [merchant.owner.tenantId]);
const enteredYesterday = (count: number): Promise<unknown> =>
  system.owner.query(
    `UPDATE customers SET high_risk_since = (SELECT next_message_at FROM destinations WHERE tenant_id = $1) - interval '2 days'
     WHERE tenant_id = $1 AND id IN (SELECT id FROM customers WHERE tenant_id = $1 ORDER BY id LIMIT $2)`,
    [merchant.owner.tenantId, count],
  );
const nextMessage = async (): Promise<Date> =>
  (await merchant.shop.rows<{ next_message_at: Date }>('destinations', 'next_message_at'))[0]!.next_message_at;

describe('a Slack channel', () => {
  it('gets its summary although a hundred of another tenant cannot be written', async () => {
    await connect();
    const broken = merchant.owner.tenantId;
    await system.owner.query(`UPDATE tenants SET timezone = 'Nowhere/Land' WHERE id = $1`, [broken]);
    await system.owner.query(
      `INSERT INTO destinations SELECT (jsonb_populate_record(d, jsonb_build_object('id', gen_random_uuid()))).*
       FROM destinations d, generate_series(1, 100) WHERE tenant_id = $1`,
      [broken],
    );
    await wakeUp();
    merchant = await merchantOf(system);
    await connect();
    await fillWithScored(system, merchant.owner.tenantId, 4);
    await enteredYesterday(3);
    await system.owner.query('UPDATE destinations SET next_message_at = now() WHERE tenant_id = $1', [merchant.owner.tenantId]);
    await eventually('the next message', async () => ((await nextMessage()).getTime() > Date.now() ? true : null), 15_000);
    await system.owner.query('DELETE FROM destinations WHERE tenant_id = $1', [broken]);
    expect((await nextMessage()).getTime()).toBeGreaterThan(Date.now());
  });

  it('hears on a Tuesday how many customers entered high risk the day before, in the time zone of the shop', async () => {
    await system.setClock(msUntil(TUESDAY, { hour: NOON_THERE_IN_UTC }));
    // An owner who signed in before the clock moved must prove the password again to connect a channel.
    merchant = await merchantOf(system);
    await merchant.owner.call('PATCH', '/settings').send({ timezone: ZONE }).expect(200);
    await fillWithScored(system, merchant.owner.tenantId, 10);
    await connect();
    // Eight in the morning of tomorrow there, so two days before that is yesterday.
    expect(new Intl.DateTimeFormat('en', { timeZone: ZONE, hour: 'numeric', hour12: false }).format(await nextMessage())).toBe('08');
    await enteredYesterday(3);
    // A customer who was deleted and has ordered since counts, as in the list of customers.
    await system.owner.query(`UPDATE customers SET deleted_at = '2020-01-01' WHERE tenant_id = $1`, [merchant.owner.tenantId]);
    await wakeUp();
    await eventually('the message', () => Promise.resolve(slack.texts.length > 0 || null));
    expect(slack.texts).toEqual([
      expect.stringMatching(/^\*3 customers\* entered high risk yesterday\. <https?:\/\/[^|]+\|Show those of the last 7 days>$/),
    ]);
    const [row] = await untilDeliveries(merchant.shop, 1, ({ status }) => status === 'success');
    expect(row).toMatchObject({ event: 'summary.daily', attempts: 1 });
  });

  it('gets no events of customers, which are for webhooks', async () => {
    await connect();
    await merchant.shop.send(...lapsed('c-1'));
    await merchant.shop.settled();
    const { back, gone } = returnAndLapse('c-1');
    for (const event of [back, gone]) {
      await merchant.shop.send(event);
      await merchant.shop.settled();
    }
    await eventually('the relay', async () => (await merchant.shop.rows('outbox')).length === 0 || null);
    const history = await merchant.shop.rows<{ label: string }>('score_history', 'label');
    expect(new Set(history.map(({ label }) => label)).size).toBeGreaterThan(1);
    expect([slack.texts, await merchant.shop.rows('deliveries')]).toEqual([[], []]);
  });

  it('hears nothing on a day when nobody did', async () => {
    await fillWithScored(system, merchant.owner.tenantId, 4);
    await connect();
    const planned = await nextMessage();
    await wakeUp();
    await eventually('the next time', async () => String(await nextMessage()) === String(planned) || null);
    expect(await merchant.shop.rows('deliveries')).toEqual([]);
    expect(slack.texts).toEqual([]);
  });

  it('gets the week on a Monday', async () => {
    await fillWithScored(system, merchant.owner.tenantId, 4);
    // As if scores had begun long ago.
    await system.owner.query(
      `INSERT INTO daily_score_changes (tenant_id, day, shard, low, medium, high, critical, score_sum, revenue_sum)
       VALUES ($1, '2026-01-01', 0, 0, 0, 0, 0, 0, 0)`,
      [merchant.owner.tenantId],
    );
    await connect();
    await system.setClock(msUntil(MONDAY, { hour: NOON_THERE_IN_UTC }));
    await wakeUp();
    await eventually('the week', () => Promise.resolve(slack.texts.length > 0 || null));
    expect(slack.texts[0]?.split('\n')).toEqual([
      '*Your week*',
      expect.stringMatching(/^• No customer was slipping away on /),
      expect.stringMatching(/^• Your present customers will probably bring /),
      expect.stringMatching(/^• No customer came back who had slipped away, was lost/),
      '• No campaign was sent.',
      '• Too little has happened yet to say how good the scores are.',
      expect.stringMatching(/^<http.*\|Open the dashboard>$/),
    ]);
  });

  it('gets the call again after 429 and 500, and is switched off when its webhook was removed', async () => {
    const id = await connect();
    await fillWithScored(system, merchant.owner.tenantId, 2);
    await enteredYesterday(1);
    slack.failNext({ status: 429, text: 'rate_limited', headers: { 'Retry-After': '30' } }, { status: 500, text: 'rollup_error' });
    await wakeUp();
    await eventually('the message', () => Promise.resolve(slack.texts.some((text) => text.startsWith('*1 customer*')) || null));
    slack.reset();
    await enteredYesterday(1);
    await wakeUp();
    const off = await eventually('the switch', async () => {
      const { body } = await merchant.owner.get(`${PATH}/${id}`);
      return body.enabled === false ? body : null;
    });
    expect(off).toMatchObject({ disabled_reason: 'key_refused' });
  });

  it('is tested by a message, and only a URL of Slack is accepted', async () => {
    const id = await connect();
    expect((await calls.taken(merchant.owner.post(`${PATH}/${id}/test`))).body).toMatchObject({
      status: 'success',
      event: 'summary.daily',
    });
    expect(slack.texts).toEqual([expect.stringContaining('This is a test')]);
    for (const key of [
      'https://example.com/services/T/B/xyz',
      `${slack.url}/services/`,
      `${slack.url}@example.com/services/T0/B0/x`,
      'xoxb-1',
    ]) {
      const refused = await calls.refused(merchant.owner.post(PATH, { kind: 'slack', name: 'x', key }), 400, 'validation_error');
      expect(refused.body.details).toEqual([expect.objectContaining({ field: 'key' })]);
    }
    await calls.refused(merchant.owner.post(`${PATH}/${id}/resync`), 409, 'conflict');
  });
});
