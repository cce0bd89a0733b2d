import { setTimeout as sleep } from 'node:timers/promises';
import { parse } from 'csv-parse/sync';
import { Client } from 'pg';
import { newId } from '#libs/core';
import {
  campaignMerchant,
  campaignOf,
  fillWithScored,
  send as sendNow,
  sent,
  untilPartsEnded,
} from '../../support/webhooks/campaign-shop.js';
import { ChurnSystem } from '../../support/servers/churn-system.js';
import { DocumentedCalls } from '../../support/http/documented-calls.js';
import { merchantOf } from '../../support/people/merchant.js';
import type { Person } from '../../support/people/person.js';
import { daysAgo, order } from '../../support/shop/builders.js';
import type { Shop } from '../../support/shop/shop.js';
import { eventually } from '../../support/waiting/eventually.js';
import { answer, WebhookEndpoint } from '../../support/webhooks/webhook-endpoint.js';

const HEAD = 'external_id,score,label,lifecycle,to_win,currency,delivery,reason,marketing_consent,arm,arm_text';

describe('the sends of a campaign', () => {
  let system: ChurnSystem;
  let calls: DocumentedCalls;
  let endpoint: WebhookEndpoint;
  let owner: Person;
  let shop: Shop;

  beforeAll(async () => {
    system = await ChurnSystem.shared();
    calls = await DocumentedCalls.load(system.api.url);
  }, 60_000);
  afterAll(() => system.stop());
  beforeEach(async () => {
    endpoint = await WebhookEndpoint.start();
    ({ owner, shop } = await campaignMerchant(system));
  });
  afterEach(() => endpoint.stop());

  const sends = async (id: string, query = '') => (await calls.taken(owner.get(`/campaigns/${id}/sends${query}`))).body;
  const fileOf = (id: string, send: string, person = owner) => person.get(`/campaigns/${id}/sends/${send}/recipients.csv`);
  /** The lines of the file without its head. */
  async function linesOf(id: string, send: string, person = owner): Promise<string[]> {
    const { text } = await fileOf(id, send, person).expect(200);
    const [head, ...lines] = text.replace(/^\uFEFF/, '').split('\r\n');
    expect([head, lines.pop()]).toEqual([HEAD, '']);
    return lines;
  }

  it('are listed newest first, each with its cause and what became of its recipients', async () => {
    await fillWithScored(system, owner.tenantId, 100);
    const id = await campaignOf(owner, endpoint.url, { holdout_percent: 20, cooldown_days: 0 });
    expect(await sends(id)).toEqual({ data: [], pagination: { next_cursor: null, has_more: false } });
    const first = await sent(owner, id);
    await untilPartsEnded(shop);
    endpoint.behaviour = answer(410);
    const second = await sent(owner, id);
    await untilPartsEnded(shop);
    const counts = { source: 'manual', recipients: first.recipients_count, holdout: first.holdout_count };
    const all = await sends(id);
    expect(first.holdout_count).toBeGreaterThan(0);
    expect(second.recipients_count).toBe(first.recipients_count);
    expect(all.data).toMatchObject([
      { ...counts, recipients_delivered: 0, recipients_undelivered: first.recipients_count },
      { ...counts, recipients_delivered: first.recipients_count, recipients_undelivered: 0 },
    ]);
    const page = await sends(id, '?limit=1');
    expect(page).toMatchObject({ data: [all.data[0]], pagination: { has_more: true } });
    const next = await sends(id, `?limit=1&cursor=${page.pagination.next_cursor}`);
    expect(next).toEqual({ data: [all.data[1]], pagination: { next_cursor: null, has_more: false } });
    await calls.refused(owner.get(`/campaigns/${id}/sends?cursor=nonsense`), 422, 'validation_error');
    await calls.refused(owner.get(`/campaigns/${id}/sends?limit=0`), 422, 'validation_error');
    expect(await linesOf(id, all.data[0].id)).toHaveLength(first.recipients_count);
    expect((await linesOf(id, all.data[0].id)).every((line) => line.endsWith(',not contacted,,unknown,,'))).toBe(true);
    expect((await linesOf(id, all.data[1].id)).every((line) => line.endsWith(',contacted,,unknown,,'))).toBe(true);
  });

  it('give their recipients as a file without formulas, control group, or anybody who has left since', async () => {
    await fillWithScored(system, owner.tenantId, 12);
    const rename = (from: string, to: string) =>
      system.owner.query('UPDATE customers SET external_id = $3 WHERE tenant_id = $1 AND external_id = $2', [owner.tenantId, from, to]);
    await rename('c-1', '=HYPERLINK("http://evil.example")');
    await rename('c-2', 'a,b');
    const id = await campaignOf(owner, endpoint.url, { holdout_percent: 0 });
    await sent(owner, id);
    await untilPartsEnded(shop);
    const [{ id: send }] = (await sends(id)).data;
    const { headers, text } = await fileOf(id, send).expect(200);
    expect(headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'cache-control': 'no-store',
      'content-disposition': `attachment; filename="recipients-${new Date().toISOString().slice(0, 10)}.csv"`,
    });
    expect(text.startsWith(`\uFEFF${HEAD}\r\n`)).toBe(true);
    const lines = await linesOf(id, send);
    expect(lines.slice(0, 3)).toEqual([
      `"'=HYPERLINK(""http://evil.example"")",0.1000,low,active,12.00,EUR,contacted,,unknown,,`,
      '"a,b",0.9500,critical,slipping,11.00,EUR,contacted,,unknown,,',
      'c-3,0.1000,low,active,10.00,EUR,contacted,,unknown,,',
    ]);
    expect(lines).toHaveLength(12);
    await system.owner.query(`UPDATE customers SET unsubscribed_at = now() WHERE tenant_id = $1 AND external_id = 'c-3'`, [owner.tenantId]);
    await system.owner.query(`UPDATE customers SET deleted_at = now() WHERE tenant_id = $1 AND external_id = 'c-4'`, [owner.tenantId]);
    expect((await linesOf(id, send)).map((line) => line.split(',')[0])).toEqual([
      lines[0]!.split(',')[0],
      '"a',
      ...[5, 6, 7, 8, 9, 10, 11, 12].map((number) => `c-${number}`),
    ]);
    await owner.call('PATCH', `/campaigns/${id}`).send({ include_unsubscribed: true }).expect(200);
    expect(await linesOf(id, send)).toHaveLength(11);
  });

  it('give the first reason of each score, in the words of the answer about the customer', async () => {
    const orders = Array.from({ length: 130 }, (_, i) => [
      order({ customer_id: `r-${i}`, occurred_at: daysAgo(400 - i), value: 20 + i }),
      order({ customer_id: `r-${i}`, occurred_at: daysAgo(i + 1), value: 10 }),
    ]).flat();
    for (let from = 0; from < orders.length; from += 100) await shop.send(...orders.slice(from, from + 100));
    await system.owner.query('UPDATE tenants SET control_percent = 0 WHERE id = $1', [owner.tenantId]);
    const id = await campaignOf(owner, endpoint.url, { holdout_percent: 0 });
    expect((await sent(owner, id)).recipients_count).toBe(130);
    await untilPartsEnded(shop);
    const [{ id: send }] = (await sends(id)).data;
    const { text } = await fileOf(id, send).expect(200);
    const rows = parse(text, { bom: true, columns: true }) as { external_id: string; reason: string }[];
    const reasonOf = Object.fromEntries(rows.map((row) => [row.external_id, row.reason]));
    expect(Object.values(reasonOf).filter((reason) => reason.length > 10)).toHaveLength(130);
    for (const customer of ['r-0', 'r-64', 'r-129']) expect(reasonOf[customer]).toBe((await shop.churnOf(customer)).explanation[0]!.text);
  });

  it('give a file with the recipients of all deliveries, each once, and no one of the control group', async () => {
    await fillWithScored(system, owner.tenantId, 2700);
    const id = await campaignOf(owner, endpoint.url, { holdout_percent: 10 });
    const { recipients_count: count, delivery_ids: deliveries } = await sent(owner, id);
    await untilPartsEnded(shop);
    const [{ id: send }] = (await sends(id)).data;
    const named = (await linesOf(id, send)).map((line) => String(line.split(',')[0]));
    expect(deliveries.length).toBe(3);
    expect([named.length, new Set(named).size]).toEqual([count, count]);
    const contacted = endpoint.received.flatMap(({ json }) => json['customer_external_ids'] as string[]);
    expect(named.toSorted()).toEqual(contacted.toSorted());
  });

  it('have no file, and nothing is sent again, while the worker still makes the deliveries', async () => {
    await fillWithScored(system, owner.tenantId, 10);
    const id = await campaignOf(owner, endpoint.url, { holdout_percent: 0, cooldown_days: 0 });
    // The lock keeps the worker from making a delivery.
    const erasing = new Client({ connectionString: system.ownerUrl });
    await erasing.connect();
    await erasing.query('BEGIN');
    await erasing.query('LOCK TABLE campaign_recipients IN SHARE MODE');
    await sent(owner, id);
    const [{ id: send, ...open }] = (await sends(id)).data;
    expect(open).toMatchObject({ recipients: 10, recipients_delivered: 0, recipients_undelivered: 0 });
    await calls.refused(fileOf(id, send), 409, 'conflict');
    const early = await calls.refused(sendNow(owner, id) as never, 409, 'conflict');
    expect(early.body.message).toBe('the deliveries of the last send are still being made: try again in a minute');
    await erasing.end();
    await untilPartsEnded(shop);
    expect(await linesOf(id, send)).toHaveLength(10);
    expect((await sent(owner, id)).recipients_count).toBe(10);
  });

  it('wait while 20,000 deliveries of the tenant are under way, by hand and by schedule', async () => {
    await fillWithScored(system, owner.tenantId, 4);
    const id = await campaignOf(owner, endpoint.url, { holdout_percent: 0, cooldown_days: 0 });
    const planned = await campaignOf(owner, endpoint.url, {
      holdout_percent: 0,
      cooldown_days: 0,
      schedule: '0 9 * * *',
      status: 'active',
    });
    await sent(owner, id);
    await untilPartsEnded(shop);
    await system.owner.query(
      `INSERT INTO campaign_parts (tenant_id, send_id, part, customer_ids, chosen_as, recipients_count, holdout_count, state, delivery_id)
       SELECT tenant_id, id, n, '{}', '{}', 1, 0, 'sending', gen_random_uuid() FROM campaign_sends, generate_series(1, 20000) n WHERE tenant_id = $1`,
      [owner.tenantId],
    );
    const refused = await calls.refused(sendNow(owner, id) as never, 409, 'conflict');
    expect(refused.body.message).toBe('your campaigns have 20000 deliveries under way: try again when some have arrived');
    await system.owner.query('UPDATE campaigns SET next_run_at = now() WHERE id = $1', [planned]);
    await sleep(1500);
    expect(await shop.rows('campaign_sends')).toHaveLength(1);
    await system.owner.query(`DELETE FROM campaign_parts WHERE tenant_id = $1 AND part = 20000`, [owner.tenantId]);
    await eventually('the scheduled send', async () => ((await shop.rows('campaign_sends')).length > 1 ? true : null));
    await system.owner.query(`DELETE FROM campaign_parts WHERE tenant_id = $1 AND part > 0`, [owner.tenantId]);
    expect((await sent(owner, id)).recipients_count).toBe(4);
  });

  it('wait when more than ten recipients for each customer were chosen within a day, above a million', async () => {
    await fillWithScored(system, owner.tenantId, 4);
    const id = await campaignOf(owner, endpoint.url, { holdout_percent: 0, cooldown_days: 0 });
    await sent(owner, id);
    await untilPartsEnded(shop);
    const chosen = (count: number, ago: number): Promise<unknown> =>
      system.owner.query(
        `UPDATE campaign_sends SET recipients_count = $2, sent_at = now() - $3 * interval '25 hours' WHERE tenant_id = $1`,
        [owner.tenantId, count, ago],
      );
    await chosen(1_000_001, 0);
    const refused = await calls.refused(sendNow(owner, id) as never, 409, 'conflict');
    expect(refused.body.message).toContain('more than 10 recipients for each of your customers within a day');
    await chosen(1_000_000, 0);
    expect((await sent(owner, id)).recipients_count).toBe(4);
    await untilPartsEnded(shop);
    await chosen(1_000_001, 1);
    expect((await sent(owner, id)).recipients_count).toBe(4);
  });

  it('wait when the campaigns of the tenant were sent 200 times within an hour', async () => {
    await fillWithScored(system, owner.tenantId, 4);
    const id = await campaignOf(owner, endpoint.url, { holdout_percent: 0, cooldown_days: 0 });
    await system.owner.query(
      `INSERT INTO campaign_sends (tenant_id, id, campaign_id, source, name, window_days, sent_at)
       SELECT $1, id, $2, 'manual', 'Earlier', 14, now() FROM unnest($3::uuid[]) id`,
      [owner.tenantId, id, Array.from({ length: 200 }, () => newId())],
    );
    const refused = await calls.refused(sendNow(owner, id) as never, 409, 'conflict');
    expect(refused.body.message).toContain('your campaigns were sent 200 times within an hour');
    await system.owner.query(`UPDATE campaign_sends SET sent_at = now() - interval '61 minutes' WHERE tenant_id = $1`, [owner.tenantId]);
    expect((await sent(owner, id)).recipients_count).toBe(4);
  });

  it('can be read by viewers, as the list of customers, and by nobody else', async () => {
    await fillWithScored(system, owner.tenantId, 10);
    const id = await campaignOf(owner, endpoint.url, { holdout_percent: 0 });
    await sent(owner, id);
    await untilPartsEnded(shop);
    const [{ id: send }] = (await sends(id)).data;
    const { owner: stranger } = await merchantOf(system);
    const foreign = await campaignOf(stranger, endpoint.url);
    await calls.refused(stranger.get(`/campaigns/${id}/sends`), 404, 'not_found');
    await calls.refused(fileOf(id, send, stranger), 404, 'not_found');
    await calls.refused(fileOf(foreign, send, stranger), 404, 'not_found');
    const another = await campaignOf(owner, endpoint.url);
    for (const [campaign, unknown] of [
      [another, send],
      [id, another],
      [id, 'x'],
      ['x', send],
    ] as const)
      await calls.refused(fileOf(campaign, unknown), 404, 'not_found');
    await system.owner.query(`UPDATE users SET role = 'viewer' WHERE tenant_id = $1`, [owner.tenantId]);
    expect((await sends(id)).data).toHaveLength(1);
    expect(await linesOf(id, send)).toHaveLength(10);
  });
});
