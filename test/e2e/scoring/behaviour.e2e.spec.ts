import { DatabaseError } from 'pg';
import { type CustomerId, customerIdOf, DAY_MS, toTenantId } from '#libs/core';
import { BehaviourTypes } from '#libs/work';
import { readActivity } from '#libs/orders';
import { type ActivityRow, BEHAVIOUR_GROUPS, SIGNALS } from '#libs/scoring';
import { behavingModel, useModel } from '../../support/shop/behaving-model.js';
import { daysAgo, order } from '../../support/shop/builders.js';
import { ChurnSystem } from '../../support/servers/churn-system.js';
import type { Shop } from '../../support/shop/shop.js';

const TODAY = Math.floor(Date.now() / DAY_MS);
const act = (event_type: string, days: number, fields: object = {}): object => order({ event_type, occurred_at: daysAgo(days), value: undefined, ...fields }); // prettier-ignore

describe('what customers do beside ordering', () => {
  let system: ChurnSystem;
  let shop: Shop;

  beforeAll(async () => {
    system = await ChurnSystem.shared();
  }, 60_000);
  afterAll(() => system.stop());
  beforeEach(async () => {
    shop = await system.shop();
  });

  const activityOf = async (externalId: string): Promise<readonly ActivityRow[]> => {
    const tenantId = toTenantId(shop.tenantId);
    const id: CustomerId = customerIdOf(tenantId, externalId);
    const query = { groups: BEHAVIOUR_GROUPS, firstDay: TODAY };
    return (await system.transaction(tenantId, (db) => readActivity(db, [id], query))).get(id) ?? [];
  };

  it('is added up by day and by type, as far back as it counts', async () => {
    await shop.send(
      act('page_viewed', 3),
      act('page_viewed', 3),
      act('product_viewed', 3),
      act('page_viewed', 179),
      act('page_viewed', 180),
      act('subscription_started', 389),
      act('subscription_started', 390),
      act('customer_updated', 1),
    );
    const rows = (await activityOf('c-1')).toSorted((one, other) => one.day - other.day || one.signal - other.signal);
    expect(rows.map(({ day, signal, count }) => [TODAY - day, SIGNALS[signal]![0], count])).toEqual([
      [389, 'subscription_started', 1],
      [179, 'page_viewed', 1],
      [3, 'page_viewed', 2],
      [3, 'product_viewed', 1],
    ]);
  });

  it('is read as a row a day, also of a customer with very many events', async () => {
    await shop.send(order());
    await system.owner.query(
      `INSERT INTO events (tenant_id, event_id, customer_id, event_type, occurred_at)
       SELECT $1, 'view-' || i, $2, 'page_viewed', now() - i * interval '2 minutes' FROM generate_series(1, 100000) i`,
      [shop.tenantId, customerIdOf(toTenantId(shop.tenantId), 'c-1')],
    );
    const rows = await activityOf('c-1');
    expect(rows.length).toBeGreaterThan(130);
    expect(rows.length).toBeLessThan(142);
    expect(rows.reduce((sum, { count }) => sum + count, 0)).toBe(100_000);
  });

  it('changes the score within seconds where the model uses it, and the answer explains it', async () => {
    const model = behavingModel();
    await useModel(system.owner, shop, model);
    await shop.send(order({ occurred_at: daysAgo(40) }), order({ occurred_at: daysAgo(20) }));
    const before = await shop.churnOf('c-1');
    expect(before.churn).toMatchObject({ model_version: model.version });
    await shop.send(act('checkout_abandoned', 1), act('session_started', 1), act('page_viewed', 0));
    const after = await shop.churnOf('c-1');
    expect(after.churn?.score).not.toBe(before.churn?.score);
    expect(after.explanation.length).toBeGreaterThan(0);
  });

  it('changes no score of a shop whose model does not use it', async () => {
    await shop.send(order({ occurred_at: daysAgo(40) }), order({ occurred_at: daysAgo(20) }));
    const before = await shop.churnOf('c-1');
    await shop.send(act('checkout_abandoned', 1), act('email_unsubscribed', 0));
    expect((await shop.churnOf('c-1')).churn?.score).toBe(before.churn?.score);
  });

  it('leaves a note of its types, once', async () => {
    await shop.send(order(), act('page_viewed', 1), act('page_viewed', 2), act('customer_updated', 2), act('email_opened', 2));
    const types = (await shop.rows<{ event_type: string }>('behaviour_types', 'event_type')).map((row) => row.event_type);
    expect(types.toSorted()).toEqual(['email_opened', 'page_viewed']);
  });

  it('leaves the note too when its transaction fails at first', async () => {
    const types = new BehaviourTypes();
    const tenantId = toTenantId(shop.tenantId);
    let attempts = 0;
    const remember = await system.transaction(tenantId, async (db) => {
      const noted = await types.note(db, new Set(['page_viewed']));
      attempts += 1;
      if (attempts === 1) throw Object.assign(new DatabaseError('a deadlock', 0, 'error'), { severity: 'ERROR', code: '40P01' });
      return noted;
    });
    expect([attempts, await shop.rows('behaviour_types', 'event_type')]).toEqual([2, [{ event_type: 'page_viewed' }]]);
    remember();
    await system.owner.query('DELETE FROM behaviour_types WHERE tenant_id = $1', [shop.tenantId]);
    // From now on the process knows the type.
    await system.transaction(tenantId, (db) => types.note(db, new Set(['page_viewed'])));
    expect(await shop.rows('behaviour_types', 'event_type')).toEqual([]);
  });

  it('GET /events/types says which types the model uses', async () => {
    const usedBy = async (): Promise<string[]> =>
      ((await shop.get('/events/types')).body.data as { type: string; used_by_model: boolean }[])
        .filter((each) => each.used_by_model)
        .map(({ type }) => type);
    const orders = ['order_created', 'order_completed', 'order_updated', 'order_cancelled', 'order_refunded', 'subscription_started', 'subscription_renewed']; // prettier-ignore
    expect(await usedBy()).toEqual(orders);
    await useModel(system.owner, shop, behavingModel());
    await system.owner.query(
      `UPDATE models SET behaviour = '[{"group": "emails", "eventTypes": ["email_opened", "email_clicked"], "logLossBefore": 0.4, "logLossAfter": 0.35}]'
       WHERE tenant_id = $1`,
      [shop.tenantId],
    );
    expect((await usedBy()).toSorted()).toEqual([...orders, 'email_opened', 'email_clicked'].toSorted());
    expect((await shop.get('/churn/model')).body.behaviour).toEqual([
      { group: 'emails', event_types: ['email_opened', 'email_clicked'], log_loss_before: 0.4, log_loss_after: 0.35 },
    ]);
  });
});
