import { DAY_MS, toTenantId } from '#libs/core';
import { giveUpLists } from '../../../apps/scoring-worker/src/storefront/give-up-lists.sql.js';
import { DocumentedCalls } from '../../support/http/documented-calls.js';
import { type Merchant, merchantOf } from '../../support/people/merchant.js';
import { ChurnSystem } from '../../support/servers/churn-system.js';
import { eventually } from '../../support/waiting/eventually.js';
import { campaignOf, fillWithScored, send, sent } from '../../support/webhooks/campaign-shop.js';
import { moved } from '../../support/waiting/moved.js';

const LIST = { name: 'Cards', channel: 'download', audience: {}, holdout_percent: 20 };

describe('a campaign without a server', () => {
  let system: ChurnSystem;
  let calls: DocumentedCalls;
  let merchant: Merchant;

  beforeAll(async () => {
    system = await ChurnSystem.shared();
    calls = await DocumentedCalls.load(system.api.url);
  }, 60_000);
  afterAll(() => system.stop());
  beforeEach(async () => {
    merchant = await merchantOf(system);
    await fillWithScored(system, merchant.owner.tenantId, 40);
    await system.owner.query('UPDATE tenants SET control_percent = 0 WHERE id = $1', [merchant.owner.tenantId]);
  });

  const report = (id: string, sendId: string, outcome: 'contacted' | 'give-up', person = merchant.owner) =>
    person.call('POST', `/campaigns/${id}/sends/${sendId}/${outcome}`);
  const resultsOf = async (id: string) => (await merchant.owner.get(`/campaigns/${id}/results`)).body;
  const leftOut = async (id: string) => (await merchant.owner.post(`/campaigns/${id}/preview`, {})).body;

  /** A list that waits to be used. */
  async function waitingList(): Promise<{ id: string; sendId: string; recipients: number; holdout: number }> {
    const { body } = await calls.taken(merchant.owner.post('/campaigns', LIST), 201);
    const answer = await sent(merchant.owner, body.id as string);
    expect(answer.delivery_ids).toEqual([]);
    await eventually('the list', async () => {
      const parts = await merchant.shop.rows<{ state: string }>('campaign_parts', 'state');
      return (parts.length > 0 && parts.every(({ state }) => state !== 'open')) || null;
    });
    const sends = (await merchant.owner.get(`/campaigns/${body.id}/sends`)).body.data as { id: string }[];
    return { id: body.id as string, sendId: sends[0]!.id, recipients: answer.recipients_count, holdout: answer.holdout_count };
  }

  it('needs no webhook secret, and counts customers as contacted when the shop says so, with those in the control group', async () => {
    const { id, sendId, recipients, holdout } = await waitingList();
    expect([recipients + holdout, holdout > 0]).toEqual([40, true]);
    expect(await resultsOf(id)).toMatchObject({ treated: { n: 0 }, holdout: { n: 0 }, undelivered: 0 });
    const other = await campaignOf(merchant.owner, 'https://shop.example.com/other');
    expect(await leftOut(other)).toMatchObject({ recipients_count: 0, left_out: { reserved: 40, cooldown: 0 } });
    const { text: file } = await merchant.owner.get(`/campaigns/${id}/sends/${sendId}/recipients.csv`).expect(200);
    expect(file.trimEnd().split('\r\n')).toHaveLength(1 + recipients);
    expect(await merchant.shop.rows('deliveries')).toEqual([]);

    const { body } = await calls.taken(report(id, sendId, 'contacted'));
    expect(body).toMatchObject({ id: sendId, recipients, recipients_delivered: recipients, recipients_undelivered: 0 });
    const results = await resultsOf(id);
    expect(results).toMatchObject({ treated: { n: recipients }, holdout: { n: holdout } });
    expect(await leftOut(other)).toMatchObject({ recipients_count: 0, left_out: { reserved: 0, cooldown: 40 } });
    const at = async () =>
      (await merchant.shop.rows<{ delivered_at: Date }>('campaign_parts', 'delivered_at')).map((row) => +row.delivered_at);
    const before = await at();
    expect((await calls.taken(report(id, sendId, 'contacted'))).body).toEqual(body);
    expect(await at()).toEqual(before);
    expect((await calls.refused(report(id, sendId, 'give-up'), 409, 'conflict')).body.message).toContain('cannot be taken back');
    const audit = await merchant.shop.rows<{ action: string }>('audit_log', 'action');
    expect(audit.filter(({ action }) => action === 'campaign.contacted')).toHaveLength(1);
  });

  it('takes the word of the shop afterwards: customers count as contacted from the time that it names', async () => {
    const { id, sendId, recipients } = await waitingList();
    await system.owner.query(`UPDATE campaign_sends SET sent_at = ${moved('sent_at', "- interval '5 days'")} WHERE tenant_id = $1`, [
      merchant.owner.tenantId,
    ]);
    const ago = (days: number): string => new Date(Date.now() - days * DAY_MS).toISOString();
    for (const contacted_at of [ago(6), ago(-0.1), '2026-11-20', 5]) {
      const refusal = await calls.refused(report(id, sendId, 'contacted').send({ contacted_at }), 400, 'validation_error');
      expect(refusal.body).toMatchObject({ details: [{ field: 'contacted_at' }] });
    }
    const at = ago(3);
    expect((await calls.taken(report(id, sendId, 'contacted').send({ contacted_at: at }))).body).toMatchObject({
      recipients_delivered: recipients,
    });
    const rows = await merchant.shop.rows<{ delivered_at: Date }>('campaign_parts', 'delivered_at');
    expect(rows.map((row) => row.delivered_at.toISOString())).toEqual([at]);
  });

  it('gives the customers of a list back that is not used, also by itself after 14 days', async () => {
    const { id, sendId, recipients, holdout } = await waitingList();
    const { body } = await calls.taken(report(id, sendId, 'give-up'));
    expect(body).toMatchObject({ recipients_delivered: 0, recipients_undelivered: recipients });
    expect((await calls.refused(report(id, sendId, 'contacted'), 409, 'conflict')).body.message).toContain('send the campaign again');
    expect(await leftOut(id)).toMatchObject({ recipients_count: recipients, left_out: { holdout, reserved: 0, cooldown: 0 } });
    expect(await resultsOf(id)).toMatchObject({ treated: { n: 0 }, undelivered: recipients });

    const second = await waitingList();
    const passed = (days: number) =>
      system.transaction(toTenantId(merchant.owner.tenantId), (db) => giveUpLists(db, new Date(Date.now() + days * DAY_MS)));
    await passed(13);
    expect(await leftOut(id)).toMatchObject({ recipients_count: 0 });
    await passed(15);
    expect(await leftOut(id)).toMatchObject({ left_out: { reserved: 0, cooldown: 0 } });
    await calls.refused(report(second.id, second.sendId, 'contacted'), 409, 'conflict');
  });

  it('is nobody else’s: another shop cannot report on its list', async () => {
    const { id, sendId } = await waitingList();
    const stranger = (await merchantOf(system)).owner;
    for (const outcome of ['contacted', 'give-up'] as const) await calls.refused(report(id, sendId, outcome, stranger), 404, 'not_found');
    expect((await merchant.shop.rows<{ state: string }>('campaign_parts', 'state')).map(({ state }) => state)).toEqual(['sending']);
  });

  it('has neither a URL nor a trigger, and keeps its channel once it was sent', async () => {
    const { owner } = merchant;
    for (const [input, field] of [
      [{ ...LIST, webhook_url: 'https://shop.example.com/' }, 'webhook_url'],
      [{ ...LIST, trigger: 'overdue' }, 'trigger'],
      [{ ...LIST, channel: 'webhook' }, 'webhook_url'],
      [{ ...LIST, channel: 'post' }, 'channel'],
    ] as const)
      expect((await calls.refused(owner.post('/campaigns', input), 400, 'validation_error')).body).toMatchObject({ details: [{ field }] });
    const { id } = await waitingList();
    const change = (patch: object) => owner.call('PATCH', `/campaigns/${id}`).send(patch);
    await calls.refused(change({ channel: 'webhook', webhook_url: 'https://shop.example.com/' }), 409, 'conflict');
    await calls.taken(change({ schedule: '0 9 * * 1', status: 'active' }));
    const draft = await campaignOf(owner, 'https://shop.example.com/', { trigger: 'overdue' });
    await calls.refused(owner.call('PATCH', `/campaigns/${draft}`).send({ channel: 'download' }), 400, 'validation_error');
    const { body } = await calls.taken(owner.call('PATCH', `/campaigns/${draft}`).send({ channel: 'download', trigger: null }));
    expect(body).toMatchObject({ channel: 'download', webhook_url: null });
    await calls.refused(owner.call('PATCH', `/campaigns/${draft}`).send({ channel: 'webhook' }), 400, 'validation_error');
  });

  it('takes no report on a send by webhook, because its deliveries say who was contacted', async () => {
    const { owner, shop } = merchant;
    await system.webhookSecret(shop);
    const id = await campaignOf(owner, 'http://127.0.0.1:9/nowhere', { holdout_percent: 0 });
    expect((await send(owner, id)).status).toBe(202);
    const sends = (await owner.get(`/campaigns/${id}/sends`)).body.data as { id: string }[];
    const { body } = await calls.refused(report(id, sends[0]!.id, 'contacted'), 409, 'conflict');
    expect(body.message).toContain('its deliveries say');
  });
});
