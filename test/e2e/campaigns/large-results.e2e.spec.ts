import { askForAllResults, campaignResults, countInRanges } from '#libs/campaigns';
import type { TenantDb } from '#libs/database';
import { LIMITS, toTenantId } from '#libs/core';
import {
  addRecipients,
  backdateSends,
  campaignMerchant,
  campaignOf,
  fillWithScored,
  orderOf,
  sent,
  untilPartsEnded,
} from '../../support/webhooks/campaign-shop.js';
import { ChurnSystem } from '../../support/servers/churn-system.js';
import { addTrigger } from '../../support/servers/triggers.js';
import { DocumentedCalls } from '../../support/http/documented-calls.js';
import type { Person } from '../../support/people/person.js';
import type { Shop } from '../../support/shop/shop.js';
import { eventually } from '../../support/waiting/eventually.js';
import { WebhookEndpoint } from '../../support/webhooks/webhook-endpoint.js';
import { deliverySettings } from '../../support/webhooks/webhook-shop.js';

const MINUTE_MS = 60_000;
/** More than are counted while a person waits. */
const MORE = LIMITS.campaign.countedAtOnce;
const CONTACTED = 20;

interface Answer {
  readonly counted_at: string | null;
  readonly counting: boolean;
  readonly verdict: string;
}

describe('the results of a campaign about more customers than a person can wait for', () => {
  let system: ChurnSystem;
  let calls: DocumentedCalls;
  let endpoint: WebhookEndpoint;
  let owner: Person;
  let shop: Shop;
  let id: string;

  beforeAll(async () => {
    endpoint = await WebhookEndpoint.start();
    system = await ChurnSystem.start(deliverySettings(200));
    calls = await DocumentedCalls.load(system.api.url);
  }, 60_000);
  afterAll(async () => {
    await system.stop();
    await endpoint.stop();
  });
  beforeEach(async () => {
    await system.setClock(0);
    ({ owner, shop } = await campaignMerchant(system));
    await fillWithScored(system, owner.tenantId, CONTACTED);
    id = await campaignOf(owner, endpoint.url, { holdout_percent: 0, cooldown_days: 0 });
    await sent(owner, id);
    await untilPartsEnded(shop);
    await backdateSends(system, owner.tenantId, 1);
    await addRecipients(system, owner.tenantId, MORE);
  }, 60_000);

  const results = async (): Promise<Answer> => (await calls.taken(owner.get(`/campaigns/${id}/results`))).body as Answer;
  const overall = async (): Promise<Answer> => (await calls.taken(owner.get('/campaigns/results'))).body as Answer;
  /** Waits for numbers without a recount under way. */
  const counted = (read: () => Promise<Answer>): Promise<Answer> =>
    eventually('the numbers', async () => {
      const answer = await read();
      return answer.counting ? null : answer;
    });
  const askAtNight = (): Promise<void> => system.transaction(toTenantId(owner.tenantId), (db) => askForAllResults(db, new Date()));

  it('say that they are being counted, and then when they were', async () => {
    await orderOf(system, owner.tenantId, 1, 30);
    await orderOf(system, owner.tenantId, 2, 12);
    const nobody = { n: 0, returned: 0, rate: null, revenue: '0.00', matured: 0 };
    expect(await results()).toMatchObject({ treated: nobody, verdict: 'too_early', counted_at: null, counting: true });
    const began = Date.now();
    const answer = await counted(results);
    const expected = { n: CONTACTED + MORE, returned: 2, revenue: '42.00' };
    expect(answer).toMatchObject({ treated: expected, counting: false });
    expect(Math.abs(Date.parse(answer.counted_at ?? '') - began)).toBeLessThan(MINUTE_MS);
    expect(await overall()).toMatchObject({ contactable: nobody, since: null, counted_at: null, counting: true });
    expect(await counted(overall)).toMatchObject({ contactable: expected, since: expect.any(String) });
  }, 60_000);

  it('keep their numbers for a minute, and are then counted again behind the old ones', async () => {
    const first = await counted(results);
    await orderOf(system, owner.tenantId, 1, 30);
    expect(await results()).toEqual(first);
    // They stay for twenty times as long as the count took, which is longer than a minute on a slow machine.
    await system.setClock(11 * MINUTE_MS);
    expect(await results()).toEqual({ ...first, counting: true });
    const second = await counted(results);
    expect(second).toMatchObject({ treated: { returned: 1 } });
    expect(Date.parse(second.counted_at ?? '') - Date.parse(first.counted_at ?? '')).toBeGreaterThan(MINUTE_MS);
  }, 60_000);

  it('count a person once whose identifiers lie far apart', async () => {
    const customers = (await shop.rows<{ id: string; external_id: string }>('customers', 'id, external_id')).toSorted((a, b) =>
      a.id < b.id ? -1 : 1,
    );
    await calls.taken(shop.post(`/customers/${customers.at(-1)?.external_id}/aliases`, { alias: customers[0]?.external_id }));
    expect(await counted(results)).toMatchObject({ treated: { n: CONTACTED + MORE - 1 } });
    expect(await counted(overall)).toMatchObject({ contactable: { n: CONTACTED + MORE - 1 } });
  }, 60_000);

  it('count nobody twice when the transaction of a range is tried again', async () => {
    const twice = async <T>(work: (db: TenantDb) => Promise<T>): Promise<T> => {
      await system.transaction(toTenantId(owner.tenantId), work);
      return system.transaction(toTenantId(owner.tenantId), work);
    };
    const { groups } = await countInRanges(campaignResults(id), new Date(), twice);
    expect(groups).toEqual([expect.objectContaining({ holdout: false, n: CONTACTED + MORE })]);
  }, 60_000);

  it('are counted anew each night, as are those of all campaigns together', async () => {
    await askAtNight();
    const all = await counted(overall);
    expect(all).toMatchObject({ contactable: { n: CONTACTED + MORE } });
    // The results of the single campaign have not been requested, so it costs nothing.
    expect(await shop.rows('counted_results', 'about')).toEqual([{ about: owner.tenantId }]);
    await counted(results);
    await orderOf(system, owner.tenantId, 1, 30);
    await askAtNight();
    expect(await counted(results)).toMatchObject({ treated: { returned: 1 } });
    expect(await counted(overall)).toMatchObject({ contactable: { returned: 1 } });
  }, 60_000);

  it('are counted by another worker when one was killed while it counted', async () => {
    await system.worker.kill();
    expect(await results()).toMatchObject({ counted_at: null, counting: true });
    const held = `INSERT INTO work_leases VALUES ($1, 'results', $2, $2, now() + interval '3 seconds', 1, now() + interval '3 seconds')`;
    await system.owner.query(held, [owner.tenantId, id]);
    await system.worker.start();
    expect(await counted(results)).toMatchObject({ treated: { n: CONTACTED + MORE } });
  }, 60_000);

  it('are counted again after a rest when a count failed', async () => {
    const removeTrigger = await addTrigger(
      system.owner,
      'counted_results',
      ['BEFORE UPDATE OF numbers', 'FOR EACH ROW'],
      `RAISE EXCEPTION 'not stored'`,
    );
    await results();
    await eventually('the pause', async () => {
      const [lease] = await shop.rows<{ rests: boolean }>('work_leases', 'token IS NULL AND not_before > now() AS rests');
      return lease?.rests === true || null;
    });
    await removeTrigger();
    await shop.wakeWork();
    expect(await counted(results)).toMatchObject({ treated: { n: CONTACTED + MORE } });
  }, 60_000);
});
