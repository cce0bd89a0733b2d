import * as fc from 'fast-check';
import { LIMITS } from '#libs/core';
import { merchantOf } from '../../support/people/merchant.js';
import { ChurnSystem } from '../../support/servers/churn-system.js';
import type { Shop } from '../../support/shop/shop.js';
import { eventually } from '../../support/waiting/eventually.js';
import { createUpload, removeUpload, upload } from '../../support/shop/uploads.js';

interface Said {
  readonly order: string;
  readonly customer: string;
  readonly amount: number;
  readonly day?: string;
  readonly type?: string;
}

/** The statement of an import about an order. The same order of a later file has the same event id. */
const said = ({ order, customer, amount, day = '2026-03-10', type = 'order_completed' }: Said) => ({
  event_id: `import:test:${order}`,
  customer_id: customer,
  event_type: type,
  occurred_at: `${day}T10:00:00Z`,
  value: amount,
  data: { order_id: order },
});

const live = ({ order, customer, amount, day = '2026-03-10', type = 'order_completed' }: Said, id = `live:${order}`) => ({
  ...said({ order, customer, amount, day, type }),
  event_id: id,
});

/** Columns of customers. Corrections never move the first activity, so only a removal finds out again when it was. */
const CUSTOMERS =
  'external_id, orders_count, round(monetary_total, 2)::text AS spent, last_order_at, deleted_at, consented_at, refused_at, score IS NULL AS unscored';

/** Everything that follows from the events, without the instants at which imports came. */
async function stateOf(shop: Shop, columns = `${CUSTOMERS}, first_seen_at, last_activity_at`): Promise<object> {
  await shop.settled();
  const sorted = async (table: string, names: string) => (await shop.rows<object>(table, names)).map((row) => JSON.stringify(row)).toSorted(); // prettier-ignore
  return {
    customers: await sorted('customers', columns),
    names: await sorted('customer_names', 'external_id'),
    events: await sorted('events', 'event_id, event_type, occurred_at, value::text, data'),
    orders: await sorted(
      'orders',
      'order_key, state, placed_at, amount::text, currency, refunded::text, refunded_total::text, fully_refunded, test, placed_moved_at IS NULL AS unmoved',
    ),
  };
}

describe('removing what an upload brought', () => {
  let system: ChurnSystem;
  let shop: Shop;

  beforeAll(async () => {
    system = await ChurnSystem.shared();
  }, 60_000);
  beforeEach(async () => {
    shop = await system.shop();
  });
  afterAll(() => system.stop());

  const A = [
    said({ order: 'o-1', customer: 'c-1', amount: 10 }),
    said({ order: 'o-2', customer: 'c-1', amount: 20 }),
    said({ order: 'o-3', customer: 'c-2', amount: 30 }),
  ];
  const B = [
    said({ order: 'o-2', customer: 'c-1', amount: 20 }),
    said({ order: 'o-3', customer: 'c-2', amount: 35 }),
    said({ order: 'o-4', customer: 'c-3', amount: 40 }),
  ];

  it('leaves what a later upload brought too, and the sums are those of the later one alone', async () => {
    const other = await system.shop();
    await upload(other, B);
    const first = await upload(shop, A);
    await upload(shop, B);
    await removeUpload(shop, first);
    expect(await stateOf(shop)).toEqual(await stateOf(other));
  });

  it('restores what the earlier upload said of orders that the later one had corrected', async () => {
    const other = await system.shop();
    await upload(other, A);
    await upload(shop, A);
    const later = await upload(shop, B);
    await removeUpload(shop, later);
    expect(await stateOf(shop)).toEqual(await stateOf(other));
  });

  it('leaves nothing when all uploads are removed, in either order, and the bytes are free again', async () => {
    const sums = async () => {
      const rows = await shop.rows<{ bytes: string; day_bytes: string }>('usage_counts', 'bytes::text, day_bytes::text');
      const sumOf = (column: 'bytes' | 'day_bytes'): number => rows.reduce((sum, row) => sum + Number(row[column]), 0);
      return { wereCounted: rows.some(({ bytes }) => Number(bytes) > 0), all: sumOf('bytes'), day: sumOf('day_bytes') };
    };
    for (const isReversed of [false, true]) {
      const ids = [await upload(shop, A), await upload(shop, B)];
      for (const id of isReversed ? ids.toReversed() : ids) await removeUpload(shop, id);
      expect(await stateOf(shop)).toEqual({ customers: [], names: [], events: [], orders: [] });
      expect(await shop.rows('replaced_events')).toEqual([]);
    }
    // The API writes its counts a while later.
    await eventually('the bytes are free', async () => {
      const { wereCounted, all, day } = await sums();
      return wereCounted && all === day && Math.abs(all) < 50 ? true : null;
    });
  });

  it('leaves what came from elsewhere: live events, a shop that repeats an event, notes and traits of a customer', async () => {
    const id = await upload(shop, [
      ...A,
      said({ order: 'o-9', customer: 'c-9', amount: 90 }),
      live({ order: 'o-7', customer: 'c-7', amount: 70 }),
    ]);
    await shop.send(live({ order: 'o-1', customer: 'c-1', amount: 11, day: '2026-03-09' }));
    await shop.post('/events', { events: [live({ order: 'o-7', customer: 'c-7', amount: 70 })] }).expect(202);
    await shop.client().customers.setTraits('c-9', { points: 5 });
    await removeUpload(shop, id);
    const rows = await shop.rows<{ external_id: string; orders_count: number; spent: string }>(
      'customers',
      'external_id, orders_count, round(monetary_total, 2)::text AS spent',
    );
    expect(rows.toSorted((a, b) => (a.external_id < b.external_id ? -1 : 1))).toEqual([
      { external_id: 'c-1', orders_count: 1, spent: '11.00' },
      { external_id: 'c-7', orders_count: 1, spent: '70.00' },
      { external_id: 'c-9', orders_count: 0, spent: '0.00' },
    ]);
  });

  it('takes back the consent to marketing that only the upload told', async () => {
    const telling = (accepts: boolean, day: string) => {
      const event = said({ order: `o-${day}`, customer: 'c-1', amount: 10, day });
      return { ...event, data: { ...event.data, accepts_marketing: accepts } };
    };
    await upload(shop, [telling(true, '2026-03-10')]);
    const later = await upload(shop, [telling(false, '2026-03-12')]);
    await removeUpload(shop, later);
    const other = await system.shop();
    await upload(other, [telling(true, '2026-03-10')]);
    expect(await stateOf(shop)).toEqual(await stateOf(other));
  });

  it('brings back the consent to marketing that the upload had taken out of an order', async () => {
    const [silent] = A;
    const telling = { ...silent!, data: { ...silent!.data, accepts_marketing: true } };
    await upload(shop, [telling]);
    const later = await upload(shop, [silent!]);
    expect(await shop.rows('customers', 'consented_at')).toEqual([{ consented_at: null }]);
    await removeUpload(shop, later);
    const other = await system.shop();
    await upload(other, [telling]);
    expect(await stateOf(shop)).toEqual(await stateOf(other));
  });

  it('takes back refunds and cancellations that only the upload knew', async () => {
    await upload(shop, A);
    const later = await upload(shop, [
      said({ order: 'o-1', customer: 'c-1', amount: 10, type: 'order_cancelled' }),
      { ...said({ order: 'o-2', customer: 'c-1', amount: 5, type: 'order_refunded' }), event_id: 'import:test:o-2:refund' },
    ]);
    await removeUpload(shop, later);
    const other = await system.shop();
    await upload(other, A);
    expect(await stateOf(shop)).toEqual(await stateOf(other));
  });

  it('is as if the removed uploads had never come, whatever else came and in whichever order they are removed', async () => {
    const aSaid = fc.record({
      order: fc.constantFrom('o-1', 'o-2', 'o-3', 'o-4'),
      customer: fc.constantFrom('c-1', 'c-2'),
      amount: fc.integer({ min: 1, max: 4 }),
      day: fc.constantFrom('2026-02-01', '2026-02-02', '2026-02-03'),
      type: fc.constantFrom('order_completed', 'order_completed', 'order_cancelled', 'order_refunded'),
    });
    const anUpload = fc.record({
      said: fc.uniqueArray(aSaid, { selector: ({ order, type }) => `${order} ${type === 'order_refunded'}`, minLength: 1, maxLength: 5 }),
      isRemoved: fc.boolean(),
    });
    const aHistory = fc.record({ uploads: fc.array(anUpload, { minLength: 2, maxLength: 4 }), lives: fc.uniqueArray(aSaid, { selector: ({ order }) => order, maxLength: 2 }) }); // prettier-ignore
    const eventOf = (one: Said) => ({
      ...said(one),
      event_id: `import:test:${one.order}${one.type === 'order_refunded' ? ':refund' : ''}`,
    });
    await fc.assert(
      fc.asyncProperty(aHistory, async ({ uploads, lives }) => {
        const [one, other] = [await system.shop(), await system.shop()];
        const toRemove: string[] = [];
        for (const { said: statements, isRemoved } of uploads) {
          const events = statements.map(eventOf);
          const id = await upload(one, events);
          if (isRemoved) toRemove.push(id);
          else await upload(other, events);
        }
        if (lives.length > 0) for (const each of [one, other]) await each.send(...lives.map((order) => live(order)));
        for (const id of toRemove.toReversed()) await removeUpload(one, id);
        expect(await stateOf(one, CUSTOMERS)).toEqual(await stateOf(other, CUSTOMERS));
      }),
      { numRuns: 8, seed: 20_261_128 },
    );
  }, 240_000);

  it('names people who have sent a file to people alone, and says which field of a summary is wrong', async () => {
    const { owner, shop: other } = await merchantOf(system);
    const summary = { rows: 1, orders: 1, customers: 1, amounts: [], statuses: [] };
    expect((await owner.post('/dashboard/events/uploads', { file_name: 'a.csv', summary })).status).toBe(201);
    const listed = async (reply: PromiseLike<{ body: unknown }>) => (await reply).body as { data: { created_by: string | null }[] };
    expect((await listed(owner.get('/dashboard/events/uploads'))).data.map(({ created_by: by }) => by)).toEqual([owner.email]);
    expect((await listed(other.get('/events/uploads'))).data.map(({ created_by: by }) => by)).toEqual([null]);
    const wrong = { ...summary, amounts: [{ currency: 'euro', amount: '1' }] };
    const { body } = await other.post('/events/uploads', { file_name: 'a.csv', summary: wrong }).expect(400);
    expect(body.details).toEqual([expect.objectContaining({ field: 'summary.amounts[0].currency' })]);
  });

  it('keeps an event that very many uploads have brought', async () => {
    const [event] = A;
    const ids: string[] = [];
    for (let i = 0; i <= LIMITS.uploads.perEvent; i += 1) ids.push(await createUpload(shop));
    for (const id of ids) await shop.post('/events', { events: [event], backfill: true, upload_id: id }).expect(202);
    expect(await shop.settledRows('events', 'uploads')).toEqual([{ uploads: null }]);
    await removeUpload(shop, ids[0]!);
    expect(await shop.rows('events', 'event_id')).toEqual([{ event_id: event!.event_id }]);
  });

  it('refuses batches of an upload that is removed or not known, and answers the same job again', async () => {
    const id = await upload(shop, A);
    const stranger = await createUpload(await system.shop());
    const batch = (uploadId: unknown, more: object = {}) => shop.post('/events', { events: B, upload_id: uploadId, ...more });
    for (const [uploadId, message] of [
      [stranger, 'you have no such upload'],
      ['x', 'upload_id is "x": it must be the id of one of your uploads'],
      [7, 'upload_id is 7'],
    ] as const)
      expect((await batch(uploadId).expect(400)).body.message).toContain(message);
    expect((await shop.post('/events', { events: B, upload_done: true }).expect(400)).body.message).toContain(
      'upload_done needs upload_id',
    );
    await shop.delete(`/events/uploads/${stranger}`).expect(404);
    await shop.delete('/events/uploads/x').expect(404);
    const job = (await shop.delete(`/events/uploads/${id}`).expect(202)).body as { job_id: string };
    await removeUpload(shop, id);
    expect((await shop.delete(`/events/uploads/${id}`).expect(202)).body).toEqual(job);
    expect((await batch(id).expect(409)).body.message).toContain('this upload was removed');
    const { body } = await shop.get('/events/uploads').expect(200);
    expect(body.data).toMatchObject([{ id, state: 'removed', events: 3, removal: { ...job, status: 'completed', processed: 3 } }]);
  });
});
