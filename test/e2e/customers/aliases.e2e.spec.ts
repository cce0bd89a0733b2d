import { randomUUID } from 'node:crypto';
import { customerIdOf, DAY_MS, LIMITS, toTenantId } from '#libs/core';
import type { CustomerWithTraits } from '#libs/client';
import { DocumentedCalls } from '../../support/http/documented-calls.js';
import { ChurnSystem } from '../../support/servers/churn-system.js';
import { tellingModel, useModel } from '../../support/shop/behaving-model.js';
import { daysAgo, order, refund, type WireEvent } from '../../support/shop/builders.js';
import type { Shop } from '../../support/shop/shop.js';

/** Purchases and refunds of one person under two identifiers. A refund may name an order of the other one, or none at all. */
const history = (): WireEvent[] => [
  order({ customer_id: 'guest', occurred_at: daysAgo(120), value: 40, data: { order_id: 'g-1' } }),
  order({ customer_id: 'ada', occurred_at: daysAgo(100), value: 20, data: { order_id: 'a-1' } }),
  refund({ customer_id: 'ada', occurred_at: daysAgo(90), value: 10, data: { order_id: 'g-1' } }),
  order({ customer_id: 'guest', occurred_at: daysAgo(80), value: 25 }),
  refund({ customer_id: 'ada', occurred_at: daysAgo(70), value: 25 }),
  order({ customer_id: 'ada', occurred_at: daysAgo(50), value: 12.5 }),
  order({ customer_id: 'guest', event_type: 'email_unsubscribed', value: undefined, occurred_at: daysAgo(40) }),
  order({ customer_id: 'guest', occurred_at: daysAgo(30), value: 60 }),
];

describe('the aliases of a customer', () => {
  let system: ChurnSystem;
  let calls: DocumentedCalls;
  let shop: Shop;

  beforeAll(async () => {
    system = await ChurnSystem.shared();
    calls = await DocumentedCalls.load(system.api.url);
  }, 60_000);
  afterAll(() => system.stop());
  beforeEach(async () => {
    shop = await system.shop();
  });

  const path = (id: string): string => `/customers/${encodeURIComponent(id)}/aliases`;
  const join = async (id: string, alias: string, by = shop): Promise<{ external_id: string; aliases: { alias: string }[] }> => {
    const { body } = await calls.taken(by.post(path(id), { alias }));
    await by.settled();
    return body;
  };
  const separate = async (id: string, alias: string): Promise<void> => {
    await calls.taken(shop.delete(`${path(id)}/${encodeURIComponent(alias)}`));
    await shop.settled();
  };
  const customer = async (id: string, by = shop): Promise<CustomerWithTraits> => (await calls.taken(by.get(`/customers/${id}`))).body;
  const listed = async (by = shop): Promise<string[]> =>
    (await calls.taken(by.get('/customers'))).body.data.map((each: { external_id: string }) => each.external_id);

  /** Returns all that is known about a person, without what names the shop, the moment and the events. */
  async function personOf(id: string, by: Shop): Promise<object> {
    const { churn, orders_count, monetary_total, first_seen_at, last_activity_at, last_order_at, lifecycle, unsubscribed_at } =
      await customer(id, by);
    const { features, features_extended, explanation, confidence } = await by.churnOf(id);
    const { data } = (await calls.taken(by.get(`/customers/${id}/timeline`))).body as {
      data: { kind: string; at: string; amount?: string }[];
    };
    const orders = data.filter(({ kind }) => kind === 'order').map(({ at, amount }) => [at, amount]);
    return {
      score: [churn?.score, churn?.label, lifecycle, confidence, explanation],
      totals: [orders_count, monetary_total, first_seen_at, last_activity_at, last_order_at, unsubscribed_at],
      features: [features, features_extended],
      orders,
    };
  }

  describe('count as one person', () => {
    const EVENTS = history();
    let expected: object;

    beforeAll(async () => {
      const whole = await system.shop();
      await whole.send(...EVENTS.map((event) => ({ ...event, customer_id: 'ada' })));
      expected = await personOf('ada', whole);
    });

    it.each([1, 2, 4, EVENTS.length])('when they are joined after %i of the events', async (joinedAfter) => {
      await shop.send(...EVENTS.slice(0, joinedAfter));
      expect(await join('ada', 'guest')).toMatchObject({ external_id: 'ada', aliases: [{ alias: 'guest' }] });
      for (const event of EVENTS.slice(joinedAfter)) await shop.send(event);
      expect(await personOf('ada', shop)).toEqual(expected);
      expect(await listed()).toEqual(['ada']);
      const { distribution } = (await calls.taken(shop.get('/churn/analytics'))).body;
      expect(Object.values<number>(distribution).reduce((sum, count) => sum + count, 0)).toBe(1);
    });

    it('when events arrive in another order, and the join comes first', async () => {
      const [last, ...others] = EVENTS.toReversed();
      await shop.send(last!);
      await join('ada', 'guest');
      await shop.send(...others);
      expect(await personOf('ada', shop)).toEqual(expected);
    });

    it('when requests wait for the worker while they are joined', async () => {
      await shop.post('/events', { events: EVENTS.slice(0, 5) }).expect(202);
      await shop.post(path('ada'), { alias: 'guest' }).expect(200);
      await shop.post('/events', { events: EVENTS.slice(5) }).expect(202);
      await shop.settled();
      expect(await personOf('ada', shop)).toEqual(expected);
    });
  });

  it('answer with the customer everywhere', async () => {
    await shop.send(...history());
    await join('ada', 'guest');
    expect(await customer('guest')).toEqual(await customer('ada'));
    expect(await customer('guest')).toMatchObject({
      external_id: 'ada',
      aliases: [{ alias: 'guest', joined_at: expect.any(String), reversible_until: expect.any(String) }],
    });
    expect((await shop.churnOf('guest')).history).toEqual((await shop.churnOf('ada')).history);
    const timeline = (id: string) => calls.taken(shop.get(`/customers/${id}/timeline`));
    expect((await timeline('guest')).body).toEqual((await timeline('ada')).body);
    const found = async (prefix: string) => (await calls.taken(shop.get(`/customers?external_id_prefix=${prefix}`))).body.data;
    for (const prefix of ['guest', 'ada']) expect(await found(prefix)).toMatchObject([{ external_id: 'ada' }]);
    const { body } = await calls.taken(shop.post('/churn/recalculate', { customer_ids: ['guest'] }), 202);
    expect(body).toMatchObject({ queued: 1, unknown: [] });
    await calls.taken(shop.call('PUT', '/customers/guest/traits').send({ points: 12 }));
    expect((await customer('ada')).traits).toEqual({ points: 12 });
    const log = (await calls.taken(shop.get('/events?customer_id=ada'))).body.data as { customer_id: string }[];
    const idsOf = (events: readonly { customer_id?: unknown }[]): string =>
      String(events.map((each) => String(each.customer_id)).toSorted((a, b) => a.localeCompare(b)));
    expect(idsOf(log)).toBe(idsOf(history()));
  });

  it('can be joined by the path of an alias, and joining again changes nothing', async () => {
    await shop.send(...history());
    const first = await join('ada', 'guest');
    expect(await join('ada', 'guest')).toEqual(first);
    expect((await join('guest', 'cookie')).aliases.map(({ alias }) => alias)).toEqual(['guest', 'cookie']);
    expect(await listed()).toEqual(['ada']);
    await calls.refused(shop.post(path('guest'), { alias: 'ada' }), 409, 'conflict');
  });

  it('are refused where they would be a chain, a cycle, too many or nothing', async () => {
    await shop.send(...history(), order({ customer_id: 'eve' }));
    await join('ada', 'guest');
    const refused = async (id: string, alias: unknown, status: number, message: RegExp) => {
      const answer = await calls.answer(shop.post(path(id), { alias }));
      expect([answer.status, answer.body.message]).toEqual([status, expect.stringMatching(message)]);
    };
    await refused('ada', 'ada', 400, /identifier of the customer itself/);
    await refused('guest', 'ada', 409, /joined already/);
    await refused('eve', 'guest', 409, /"guest" is an alias of "ada" already/);
    await refused('eve', 'ada', 409, /"ada" has aliases of its own, "guest"/);
    await refused('nobody', 'nowhere', 404, /not found/);
    await refused('ada', '', 400, /alias must be a text of 1 to 255 characters/);
    await refused('ada', 7, 400, /alias/);
    await calls.refused((await system.shop()).post(path('ada'), { alias: 'guest' }), 404, 'not_found');
    await calls.refused(shop.post(path('ada'), { alias: 'x' }).unset('X-API-Key'), 401, 'unauthorized');
    for (let i = 1; i < LIMITS.aliases.perCustomer; i += 1) await calls.taken(shop.post(path('ada'), { alias: `more-${i}` }));
    await refused('ada', 'one-too-many', 409, /has 20 aliases/);
  });

  it('become customers of their own again, with what was sent before and since', async () => {
    const [before, since] = [history().slice(0, 5), history().slice(5)];
    const apart = await system.shop();
    await apart.send(...before);
    await apart.send(...since);
    await shop.send(...before);
    await join('ada', 'guest');
    await shop.send(...since);
    await separate('ada', 'guest');
    for (const id of ['ada', 'guest']) expect(await personOf(id, shop)).toEqual(await personOf(id, apart));
    expect((await listed()).toSorted()).toEqual(['ada', 'guest']);
    expect((await customer('ada')).aliases).toEqual([]);
    await calls.refused(shop.delete(`${path('ada')}/guest`), 404, 'not_found');
    await join('guest', 'ada');
    expect(await listed()).toEqual(['guest']);
  });

  describe('have traits', () => {
    const set = async (id: string, points: number | null): Promise<object> =>
      (await calls.taken(shop.call('PUT', `/customers/${id}/traits`).send({ points }))).body.traits;
    const began = (id: string, days: number) =>
      system.owner.query('UPDATE customer_traits SET from_days = ARRAY[$3::int] WHERE tenant_id = $1 AND customer_id = $2', [
        shop.tenantId,
        customerIdOf(toTenantId(shop.tenantId), id),
        Math.floor(Date.now() / DAY_MS) - days,
      ]);

    beforeEach(() => shop.send(...history()));

    it('that are removed from the customer on the day on which the alias got them', async () => {
      await set('guest', 12);
      await join('ada', 'guest');
      expect(await set('ada', null)).toEqual({});
      expect((await customer('ada')).traits).toEqual({});
      expect(await set('ada', null)).toEqual({});
      expect(await shop.rows('customer_traits')).toHaveLength(2);
      await separate('ada', 'guest');
      expect((await customer('guest')).traits).toEqual({ points: 12 });
    });

    it('that the customer gets back, although its own last value is the same', async () => {
      await set('ada', 7);
      await set('guest', 5);
      await began('ada', 3);
      await began('guest', 1);
      await join('ada', 'guest');
      expect((await customer('ada')).traits).toEqual({ points: 5 });
      expect(await set('ada', 7)).toEqual({ points: 7 });
      expect((await customer('ada')).traits).toEqual({ points: 7 });
      const stored = await shop.rows('customer_traits', 'from_days, numbers, xmin');
      expect(await set('ada', 7)).toEqual({ points: 7 });
      expect(await shop.rows('customer_traits', 'from_days, numbers, xmin')).toEqual(stored);
    });

    it('of which the score takes what was sent last of the customer, also on one day', async () => {
      await useModel(system.owner, shop, tellingModel('points'));
      await shop.send(order({ customer_id: 'cookie', occurred_at: daysAgo(60) }));
      await set('guest', 12);
      await set('cookie', 34);
      await join('ada', 'guest');
      await join('ada', 'cookie');
      const valueInScore = async (): Promise<unknown> => {
        await shop.settled();
        const reason = (await shop.churnOf('ada')).explanation.find(({ factor }) => factor === 'trait');
        return (reason as { value?: number } | undefined)?.value;
      };
      expect((await customer('ada')).traits).toEqual({ points: await valueInScore() });
      for (const points of [90, 10]) {
        expect(await set('ada', points)).toEqual({ points });
        expect(await valueInScore()).toBe(points);
      }
    });
  });

  describe('that the shop deletes because it has merged two accounts', () => {
    const deleted = (id: string): WireEvent =>
      order({ customer_id: id, event_type: 'customer_deleted', value: undefined, occurred_at: daysAgo(1) });

    it.each(['before', 'after'])('leave the customer in lists when they are deleted %s the join', async (when) => {
      await shop.send(...history());
      if (when === 'before') await shop.send(deleted('guest'));
      await join('ada', 'guest');
      if (when === 'after') await shop.send(deleted('guest'));
      expect(await listed()).toEqual(['ada']);
      expect(await customer('ada')).toMatchObject({ deleted_at: null, unsubscribed_at: daysAgo(40), churn: { label: expect.any(String) } });
      await separate('ada', 'guest');
      expect(await listed()).toEqual(['ada']);
      expect(await customer('guest')).toMatchObject({ deleted_at: daysAgo(1), churn: null });
    });

    it('leave the customer deleted that was deleted itself', async () => {
      await shop.send(...history());
      await join('ada', 'guest');
      await shop.send(deleted('ada'));
      expect(await listed()).toEqual([]);
      await separate('ada', 'guest');
      expect(await listed()).toEqual(['guest']);
      expect((await customer('ada')).deleted_at).toBe(daysAgo(1));
    });
  });

  it('can be taken back for 30 days, by their own shop alone', async () => {
    await shop.send(...history());
    await join('ada', 'guest');
    const age = (ms: number) =>
      system.owner.query(`UPDATE customers SET joined_at = now() - $2 * interval '1 ms' WHERE tenant_id = $1 AND joined_at IS NOT NULL`, [
        shop.tenantId,
        ms,
      ]);
    await calls.refused((await system.shop()).delete(`${path('ada')}/guest`), 404, 'not_found');
    await age(30 * DAY_MS + 60_000);
    const { body } = await calls.refused(shop.delete(`${path('ada')}/guest`), 409, 'conflict');
    expect(body.message).toMatch(/"guest" was joined on .* can be taken back for 30 days/);
    await age(30 * DAY_MS - 60_000);
    await separate('ada', 'guest');
  });

  it('send no webhook by being joined, and one at most for the next change of the label', async () => {
    const id = `ada-${randomUUID()}`;
    await shop.send(...[400, 380, 360, 340].map((days) => order({ customer_id: id, occurred_at: daysAgo(days) })));
    await shop.send(...[60, 40, 20, 1].map((days) => order({ customer_id: 'guest', occurred_at: daysAgo(days) })));
    const sequences = async () =>
      (await shop.rows<{ id: string; sequence: string }>('customers', 'external_id AS id, event_sequence AS sequence')).toSorted(
        (one, other) => (one.id < other.id ? -1 : 1),
      );
    const labels = [(await shop.churnOf(id)).churn?.label];
    const sent = await sequences();
    await join(id, 'guest');
    labels.push((await shop.churnOf(id)).churn?.label);
    expect(labels[0]).not.toBe(labels[1]);
    await shop.send(order({ customer_id: 'guest', occurred_at: daysAgo(0) }));
    expect(await sequences()).toEqual(sent);
  });
});
