import { customerIdOf, DAY_MS, LIMITS, MOST_TRAIT_CHANGES, toTenantId } from '#libs/core';
import type { Response } from 'supertest';
import { DocumentedCalls } from '../../support/http/documented-calls.js';
import { type Merchant, memberOf, merchantOf } from '../../support/people/merchant.js';
import { ChurnSystem } from '../../support/servers/churn-system.js';
import { tellingModel, useModel } from '../../support/shop/behaving-model.js';
import { daysAgo, order } from '../../support/shop/builders.js';
import type { Shop } from '../../support/shop/shop.js';
import { eventually } from '../../support/waiting/eventually.js';

const TODAY = (): number => Math.floor(Date.now() / DAY_MS);

describe('the traits of a customer', () => {
  let system: ChurnSystem;
  let calls: DocumentedCalls;
  let merchant: Merchant;
  let shop: Shop;

  beforeAll(async () => {
    system = await ChurnSystem.shared();
    calls = await DocumentedCalls.load(system.api.url);
  }, 60_000);
  afterAll(() => system.stop());
  beforeEach(async () => {
    merchant = await merchantOf(system);
    shop = merchant.shop;
    await shop.send(order({ occurred_at: daysAgo(40) }), order({ occurred_at: daysAgo(20) }));
  });

  const put = (body: unknown, id = 'c-1', by: Shop = shop): Promise<Response> =>
    calls.answer(by.call('PUT', `/customers/${id}/traits`).set('Content-Type', 'application/json').send(JSON.stringify(body)));
  const set = async (body: Record<string, number | null>, id = 'c-1'): Promise<Record<string, number>> => {
    const { status, body: answer } = await put(body, id);
    expect([status, answer.external_id]).toEqual([200, id]);
    return answer.traits as Record<string, number>;
  };
  const names = async (): Promise<object[]> => ((await calls.taken(shop.get('/traits'))).body as { data: object[] }).data;
  const twenty = Object.fromEntries(Array.from({ length: LIMITS.traits.names }, (_, i) => [`t${i}`, i]));

  it('are set, changed and removed by name, and those left out stay', async () => {
    expect(await set({ points: 120, ratio: -0.125 })).toEqual({ points: 120, ratio: -0.125 });
    expect(await set({ points: 90, visits: 1e12 })).toEqual({ points: 90, ratio: -0.125, visits: 1e12 });
    expect(await set({ ratio: null, unknown: null })).toEqual({ points: 90, visits: 1e12 });
    expect(await set({})).toEqual({ points: 90, visits: 1e12 });
    expect((await calls.taken(shop.get('/customers/c-1'))).body.traits).toEqual({ points: 90, visits: 1e12 });
    expect((await calls.taken(merchant.owner.get('/dashboard/customers/c-1'))).body.traits).toEqual({ points: 90, visits: 1e12 });
    expect(await names()).toMatchObject(['points', 'ratio', 'visits'].map((name) => ({ name, used_by_model: false })));
  });

  it('change nothing and ask for no score when they are set again', async () => {
    await set({ points: 120 });
    await shop.settled();
    const [stored] = await shop.rows('customer_traits', 'from_days, numbers, xmin');
    const { updated_at: updated } = (await shop.get('/customers/c-1')).body as { updated_at: string };
    await set({ points: 120 });
    await shop.settled();
    expect(await shop.rows('customer_traits', 'from_days, numbers, xmin')).toEqual([stored]);
    expect(((await shop.get('/customers/c-1')).body as { updated_at: string }).updated_at).toBe(updated);
  });

  it.each<[string, unknown, string, RegExp]>([
    ['an array', [], 'body', /must be a JSON object/],
    ['a text', { points: '12' }, 'points', /points is "12": it must be a number from -1000000000000 to 1000000000000, or null/],
    ['a number that is too large', { points: 1e13 }, 'points', /must be a number from/],
    ['a name with a capital', { Points: 1 }, 'Points', /"Points" must have a name of 1 to 40 lower-case letters/],
    ['a prototype', JSON.parse('{"__proto__": 1}'), '__proto__', /must have a name|no field may be named/],
    ['an e-mail address', { email: 1 }, 'email', /"email" looks like personal data/],
    ['a birth date', { date_of_birth: 1990 }, 'date_of_birth', /looks like personal data/],
    ['more names than there can be', { ...twenty, more: 1 }, 'body', /at most 20/],
  ])('refuse %s with the field and what is allowed', async (_, body, field, message) => {
    const { status, body: answer } = await put(body);
    expect([status, answer.error, answer.details[0].field]).toEqual([400, 'validation_error', field]);
    expect(answer.message).toMatch(message);
    expect(await shop.rows('traits')).toEqual([]);
  });

  it('refuse a number without an end', async () => {
    const sent = shop.call('PUT', '/customers/c-1/traits').set('Content-Type', 'application/json').send('{"points": 1e400}');
    await calls.refused(sent, 400, 'validation_error');
  });

  it('have at most 20 names in a shop, also when many requests bring new ones at once', async () => {
    await set(twenty);
    const { status, body } = await put({ t0: 7, one_more: 1 });
    expect([status, body.error]).toEqual([409, 'conflict']);
    expect(body.message).toContain('one_more would be more than 20 trait names');
    expect((await calls.taken(shop.get('/customers/c-1'))).body.traits).toEqual(twenty);
    const other = await merchantOf(system);
    await other.shop.send(order());
    const answers = await Promise.all(Array.from({ length: 30 }, (_, i) => put({ [`n${i}`]: i }, 'c-1', other.shop)));
    expect(answers.filter((each) => each.status === 200)).toHaveLength(20);
    expect(answers.filter((each) => each.status === 409)).toHaveLength(10);
    expect(await other.shop.rows('traits')).toHaveLength(20);
  });

  it('of one customer survive many requests at once', async () => {
    await Promise.all(Array.from({ length: 10 }, (_, i) => set({ points: i, [`own_${i}`]: i })));
    const { traits } = (await shop.get('/customers/c-1')).body as { traits: Record<string, number> };
    expect(Object.keys(traits)).toHaveLength(11);
    const rows = await shop.rows<{ from_days: number[] }>('customer_traits', 'from_days');
    expect(rows.every((row) => row.from_days.length === 1)).toBe(true);
  });

  it('are known of customers with a waiting first event, and of no others', async () => {
    await shop.post('/events', { events: [order({ customer_id: 'new one' })] }).expect(202);
    expect((await put({ points: 3 }, 'new%20one')).body).toEqual({ external_id: 'new one', traits: { points: 3 } });
    for (const id of ['nobody', '%00']) expect((await put({ points: 1 }, id)).status).toBe(404);
    expect((await names()).length).toBe(1);
  });

  it('belong to one shop: with the key or the session of another one, nothing is found and nothing changes', async () => {
    await set({ points: 120 });
    const eve = await merchantOf(system);
    expect((await put({ points: 1 }, 'c-1', eve.shop)).status).toBe(404);
    expect((await calls.answer(eve.owner.call('PUT', '/dashboard/customers/c-1/traits').send({ points: 1 }))).status).toBe(404);
    expect((await calls.answer(eve.shop.delete('/traits/points'))).status).toBe(404);
    expect((await calls.answer(eve.owner.call('DELETE', '/dashboard/traits/points'))).status).toBe(404);
    expect((await eve.shop.get('/traits')).body).toEqual({ data: [], limit: 20 });
    // The same customer id and the same name are others there.
    await eve.shop.send(order());
    expect((await put({ points: 5 }, 'c-1', eve.shop)).body.traits).toEqual({ points: 5 });
    await eve.shop.delete('/traits/points').expect(200);
    expect((await shop.get('/customers/c-1')).body.traits).toEqual({ points: 120 });
  });

  it('need a key or the session of an owner or admin; members may read the names', async () => {
    expect((await shop.call('PUT', '/customers/c-1/traits').unset('X-API-Key').send({ points: 1 })).status).toBe(401);
    const member = await memberOf(system);
    await calls.taken(member.get('/dashboard/traits'));
    await calls.refused(member.call('PUT', '/dashboard/customers/c-1/traits').send({ points: 1 }), 403, 'forbidden');
    await calls.refused(member.call('DELETE', '/dashboard/traits/points'), 403, 'forbidden');
    const { owner } = merchant;
    expect((await calls.taken(owner.call('PUT', '/dashboard/customers/c-1/traits').send({ points: 4 }))).body.traits).toEqual({
      points: 4,
    });
    await calls.taken(owner.call('DELETE', '/dashboard/traits/points'));
    const { data } = (await owner.get('/audit-log?limit=5')).body as { data: { action: string; details: object }[] };
    expect(data).toContainEqual(expect.objectContaining({ action: 'trait.freed', details: { name: 'points' } }));
  });

  it('lower or raise the score within seconds where the model uses them, with a reason, and change no other score', async () => {
    await set({ points: 10, other: 5 });
    await shop.settled();
    const before = await shop.churnOf('c-1');
    const model = tellingModel('points');
    await useModel(system.owner, shop, model);
    await set({ other: 6 });
    await shop.settled();
    const [low, lowModel] = [await shop.churnOf('c-1'), await names()];
    expect(low.churn?.model_version).toBe(model.version);
    expect(low.churn?.score).not.toBe(before.churn?.score);
    await set({ points: 90 });
    await shop.settled();
    const high = await shop.churnOf('c-1');
    expect(Number(high.churn!.score)).toBeLessThan(Number(low.churn!.score));
    expect(high.explanation).toContainEqual(
      expect.objectContaining({ factor: 'trait', value: 90, typical: 50, text: 'Your trait "points" is 90, and 50 is the median; such customers come back more often here.' }), // prettier-ignore
    );
    await set({ points: null });
    await shop.settled();
    const none = await shop.churnOf('c-1');
    expect(none.churn?.score).not.toBe(high.churn?.score);
    expect(lowModel).toMatchObject([
      { name: 'other', used_by_model: false },
      { name: 'points', used_by_model: true },
    ]);
    expect((await calls.taken(shop.get('/churn/model'))).body.traits).toEqual([
      { name: 'points', log_loss_before: 0.4, log_loss_after: 0.35 },
    ]);
    // A trait that the model does not use changes no digit.
    await set({ other: 1e9 });
    await shop.settled();
    expect((await shop.churnOf('c-1')).churn?.score).toBe(none.churn?.score);
  });

  it('count for nothing once their name is free, and a new trait of the name begins without values', async () => {
    await useModel(system.owner, shop, tellingModel('points'));
    await set({ ...Object.fromEntries(Object.entries(twenty).slice(1)), points: 90 });
    await shop.settled();
    const before = await shop.churnOf('c-1');
    expect((await calls.taken(shop.delete('/traits/points'))).body).toEqual({ freed: 'points' });
    expect((await shop.delete('/traits/points')).status).toBe(404);
    expect((await shop.get('/customers/c-1')).body.traits).not.toHaveProperty('points');
    // All customers get a new score, since the model used the trait.
    await eventually('the new score', async () => ((await shop.churnOf('c-1')).churn?.score === before.churn?.score ? null : true));
    expect(await set({ points: 10 })).toMatchObject({ points: 10 });
    expect((await shop.rows<{ name: string }>('traits', 'name')).filter(({ name }) => name === 'points')).toHaveLength(2);
  });

  it('keep the days on which values began, in bounded space', async () => {
    await set({ points: 1 });
    await system.owner.query(
      `UPDATE customer_traits SET from_days = ARRAY(SELECT generate_series($2::int - 900, $2::int - 1)), numbers = ARRAY(SELECT generate_series(1, 900)::float8)
       WHERE tenant_id = $1`,
      [shop.tenantId, TODAY()],
    );
    await set({ points: 5000 });
    const [row] = await shop.rows<{ from_days: number[]; numbers: number[]; bytes: number }>('customer_traits', 'from_days, numbers, pg_column_size(customer_traits.*) AS bytes'); // prettier-ignore
    expect(row!.from_days.length).toBeLessThanOrEqual(MOST_TRAIT_CHANGES);
    expect(row!.bytes).toBeLessThan(2000);
    expect([row!.from_days.at(-1), row!.numbers.at(-1)]).toEqual([TODAY(), 5000]);
  });

  it('go with the customer', async () => {
    await set({ points: 1 });
    const id = customerIdOf(toTenantId(shop.tenantId), 'c-1');
    await shop.delete('/customers/c-1').expect(202);
    await eventually('the erasure', async () => ((await shop.rows('customers')).length === 0 ? true : null));
    expect(await shop.rows('customer_traits')).toEqual([]);
    expect((await shop.settledRows<{ customer_ids: string[] }>('score_requests')).some((row) => row.customer_ids.includes(id))).toBe(false);
  });
});
