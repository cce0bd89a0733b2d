import { campaignMerchant, campaignOf, fillWithScored, namedIn, orderOf, send, sent, untilPartsEnded } from '../../support/webhooks/campaign-shop.js'; // prettier-ignore
import { ChurnSystem } from '../../support/servers/churn-system.js';
import { DocumentedCalls } from '../../support/http/documented-calls.js';
import type { Person } from '../../support/people/person.js';
import type { Shop } from '../../support/shop/shop.js';
import { eventually } from '../../support/waiting/eventually.js';
import { answer, hang, WebhookEndpoint } from '../../support/webhooks/webhook-endpoint.js';
import { deliveriesOf, setEndpoint, untilDeliveries } from '../../support/webhooks/webhook-shop.js';

const isDead = ({ status }: { status: string }): boolean => status === 'dead_letter';
const isDone = ({ status }: { status: string }): boolean => status === 'success';
const nobody = { n: 0, returned: 0, rate: null, revenue: '0.00', matured: 0, contaminated: 0 };

describe('a campaign that was not delivered', () => {
  let system: ChurnSystem;
  let calls: DocumentedCalls;
  let gone: WebhookEndpoint;
  let good: WebhookEndpoint;
  let owner: Person;
  let shop: Shop;

  beforeAll(async () => {
    system = await ChurnSystem.shared();
    calls = await DocumentedCalls.load(system.api.url);
  }, 60_000);
  afterAll(() => system.stop());
  beforeEach(async () => {
    [gone, good] = [await WebhookEndpoint.start(), await WebhookEndpoint.start()];
    gone.behaviour = answer(410);
    ({ owner, shop } = await campaignMerchant(system));
    await fillWithScored(system, owner.tenantId, 100);
  });
  afterEach(() => Promise.all([gone.stop(), good.stop()]));

  const preview = async (id: string) => (await calls.taken(owner.post(`/campaigns/${id}/preview`))).body;
  const results = async (id: string) => (await calls.taken(owner.get(`/campaigns/${id}/results`))).body;
  const change = (id: string, input: object) => calls.taken(owner.call('PATCH', `/campaigns/${id}`).send(input));
  const replay = (delivery: string) => owner.post(`/settings/webhook/deliveries/${delivery}/replay`);
  const recover = () => owner.post('/settings/webhook/recover', { since: new Date(Date.now() - 60_000).toISOString() });

  /** A campaign with a single delivery, which was answered with 410. */
  async function undelivered(input: object = {}) {
    const id = await campaignOf(owner, gone.url, { holdout_percent: 50, ...input });
    const answered = await sent(owner, id);
    await untilDeliveries(shop, 1, isDead);
    return { id, ...answered, delivery: answered.delivery_ids[0] ?? '' };
  }

  it('gives both of its groups back: nobody counts as contacted, and the next sending reaches the same customers', async () => {
    const { id, recipients_count: count, holdout_count: held } = await undelivered();
    await orderOf(system, owner.tenantId, 1, 10);
    expect(await results(id)).toMatchObject({ treated: nobody, holdout: nobody, undelivered: count, uplift: null, verdict: 'too_early' });
    expect((await calls.taken(owner.get(`/campaigns/${id}`))).body.stats).toMatchObject({
      recipients: count, recipients_delivered: 0, recipients_undelivered: count, deliveries_dead_letter: 1,
    }); // prettier-ignore
    expect(await preview(id)).toMatchObject({ recipients_count: count, left_out: { holdout: held, cooldown: 0, reserved: 0 } });
    const other = await campaignOf(owner, good.url, { holdout_percent: 0 });
    expect(await preview(other)).toMatchObject({ recipients_count: 100, left_out: { cooldown: 0, other_control: 0, reserved: 0 } });
    await change(id, { webhook_url: good.url });
    expect(await sent(owner, id)).toMatchObject({ recipients_count: count, holdout_count: held });
    await untilPartsEnded(shop);
    expect(namedIn(good.received)).toHaveLength(count);
    expect(await results(id)).toMatchObject({ treated: { n: count }, holdout: { n: held }, undelivered: 0 });
    expect((await preview(id)).left_out.cooldown).toBe(100);
    expect((await preview(other)).left_out).toMatchObject({ cooldown: 100, other_control: 0 });
  });

  it('reserves its customers while the delivery is under way, without calling them contacted', async () => {
    good.behaviour = hang;
    const id = await campaignOf(owner, good.url, { holdout_percent: 50 });
    await sent(owner, id);
    const other = await campaignOf(owner, good.url, { holdout_percent: 0 });
    const whileUnderWay = { left_out: { reserved: 100, cooldown: 0 }, recipients_count: 0 };
    // Before a worker has processed it, and while its attempt lasts.
    expect(await preview(other)).toMatchObject(whileUnderWay);
    await good.until(1);
    expect(await preview(other)).toMatchObject(whileUnderWay);
    expect((await preview(id)).left_out).toMatchObject({ reserved: 100, cooldown: 0 });
    expect((await sent(owner, other)).recipients_count).toBe(0);
    expect(await results(id)).toMatchObject({ treated: nobody, holdout: nobody, undelivered: 0 });
  });

  it('goes to the present URL when it is sent again, also for an owner without a webhook URL of their own', async () => {
    const { id, recipients_count: count, delivery } = await undelivered();
    await calls.refused(replay(delivery), 409, 'conflict');
    await calls.refused(recover(), 409, 'conflict');
    await change(id, { webhook_url: good.url });
    expect((await calls.taken(recover(), 202)).body.queued).toBe(1);
    await untilDeliveries(shop, 1, isDone);
    expect(namedIn(good.received)).toHaveLength(count);
    expect([gone.received.length, (await deliveriesOf(shop))[0]?.id]).toEqual([1, delivery]);
    expect(await results(id)).toMatchObject({ treated: { n: count }, undelivered: 0 });
    // A part that has arrived once stays delivered, even when a replay fails.
    await change(id, { webhook_url: gone.url });
    await calls.taken(replay(delivery), 202);
    await untilDeliveries(shop, 1, isDead);
    expect(await results(id)).toMatchObject({ treated: { n: count }, undelivered: 0 });
    await calls.refused(owner.post('/settings/webhook/recover', { since: new Date(Date.now() - 60_000).toISOString(), statuses: ['success'] }), 409, 'conflict'); // prettier-ignore
  });

  it('counts from the moment at which it arrived', async () => {
    const { id, recipients_count: count, delivery } = await undelivered({ holdout_percent: 0 });
    await orderOf(system, owner.tenantId, 1, 10);
    await change(id, { webhook_url: good.url });
    await calls.taken(replay(delivery), 202);
    await untilDeliveries(shop, 1, isDone);
    expect(await results(id)).toMatchObject({ treated: { n: count, returned: 0, revenue: '0.00' } });
    await orderOf(system, owner.tenantId, 2, 10);
    expect(await results(id)).toMatchObject({ treated: { n: count, returned: 1, revenue: '10.00' } });
    const page = (await calls.taken(shop.get('/customers/c-2/timeline'))).body;
    expect(page.data).toContainEqual(
      expect.objectContaining({ kind: 'campaign', campaign_id: id, delivery_status: 'success', ordered: true }),
    );
  });

  it('is not sent again to customers whom a campaign has chosen since, and recovers the latest of several', async () => {
    const { id, delivery } = await undelivered({ holdout_percent: 0 });
    await change(id, { webhook_url: gone.url });
    const [second] = (await sent(owner, id)).delivery_ids;
    await untilDeliveries(shop, 2, isDead);
    await change(id, { webhook_url: good.url });
    expect((await calls.taken(recover(), 202)).body.queued).toBe(1);
    await eventually('the second delivery', async () => (await deliveriesOf(shop)).some((row) => row.id === second && isDone(row)) || null);
    const { body } = await calls.refused(replay(delivery), 409, 'conflict');
    expect(body.message).toContain('100 of its customers');
    expect((await calls.taken(recover(), 202)).body.queued).toBe(0);
    expect(good.received).toHaveLength(1);
    const other = await merchantElsewhere();
    await calls.refused(other.post(`/settings/webhook/deliveries/${delivery}/replay`), 404, 'not_found');
  });

  it('follows a corrected URL while it waits for another attempt', async () => {
    gone.behaviour = answer(503);
    const id = await campaignOf(owner, gone.url, { holdout_percent: 0 });
    await sent(owner, id);
    await untilDeliveries(shop, 1, ({ status }) => status === 'failed');
    await change(id, { webhook_url: good.url });
    await untilDeliveries(shop, 1, isDone);
    expect(good.received).toHaveLength(1);
    expect(await results(id)).toMatchObject({ treated: { n: 100 }, undelivered: 0 });
  });

  it('compares only customers of the parts that arrived, with the control customers chosen between them', async () => {
    const more = await campaignMerchant(system);
    [owner, shop] = [more.owner, more.shop];
    await fillWithScored(system, owner.tenantId, 2600);
    // The second of three parts is refused for good; 410 gives up what is still open, so it comes last.
    good.behaviour = (request, response) =>
      void (String(request.headers['x-service-batch']).startsWith('2/')
        ? setTimeout(() => response.writeHead(410).end(), 1500)
        : response.writeHead(200).end());
    const id = await campaignOf(owner, good.url, { holdout_percent: 10 });
    const { recipients_count: count, holdout_count: held, delivery_ids: ids } = await sent(owner, id);
    expect((await untilPartsEnded(shop)).toSorted()).toEqual([...Array<string>(ids.length - 1).fill('delivered'), 'undelivered']);
    const { treated, holdout, undelivered: missed } = await results(id);
    expect([missed, treated.n]).toEqual([1000, count - 1000]);
    // A tenth of the 1,111 customers in the middle, by the place of their money at risk.
    expect(held - holdout.n).toBeGreaterThan(60);
    expect(held - holdout.n).toBeLessThan(180);
    expect((await preview(id)).recipients_count).toBe(1000);
    expect((await preview(id)).left_out).toMatchObject({ holdout: held - holdout.n, cooldown: treated.n + holdout.n });
    // The settings may send to the same URL: they too must not switch it on by themselves.
    await setEndpoint(system, shop, null);
    expect((await send(owner, id)).status).toBe(202);
    const reasons = await eventually('dead letters', async () => {
      const dead = (await deliveriesOf(shop)).filter(isDead);
      return dead.length === 2 ? dead.map((row) => row.dead_letter_reason) : null;
    });
    expect(reasons).toEqual(['gone', 'endpoint_disabled']);
    expect((await preview(id)).recipients_count).toBe(1000);
  });

  const merchantElsewhere = async (): Promise<Person> => (await campaignMerchant(system)).owner;
});
