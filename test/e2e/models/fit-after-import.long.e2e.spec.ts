import { setTimeout as sleep } from 'node:timers/promises';
import { ChurnSystem } from '../../support/servers/churn-system.js';
import { order } from '../../support/shop/builders.js';
import type { Shop } from '../../support/shop/shop.js';
import {
  fittedModel,
  importHistory,
  type ModelReply,
  modelOf,
  sendHistory,
  simulatedOrders,
  until,
} from '../../support/shop/simulated-shop.js';
import { moved } from '../../support/waiting/moved.js';

interface StoredModel {
  readonly status: string;
  readonly reason: string;
  readonly customers: number;
}

const WORKER = { SWEEP_INTERVAL_MS: '100', FIT_MODELS: 'true' };

/** The history of a shop as most logs have it: sorted by time. */
const HISTORY = (simulatedOrders(450) as { occurred_at: string }[]).toSorted((a, b) => (a.occurred_at < b.occurred_at ? -1 : 1));
const until86 = Math.round(0.86 * HISTORY.length);

const storedModels = (shop: Shop): Promise<StoredModel[]> => shop.rows<StoredModel>('models', 'status, reason, customers');

/** Sends a part of the history and waits for its scores. */
async function sendPart(shop: Shop, from: number, to: number, flags: object = {}): Promise<void> {
  await sendHistory(shop, HISTORY.slice(from, to), flags);
  await shop.settled();
}

/** Sends the rest of the history. Its last batch ends the backfill. */
const finishImport = (shop: Shop, from: number): Promise<void> => importHistory(shop, HISTORY.slice(from));

/** Waits until a model knows the whole history and has scored all customers. */
async function finalModel(shop: Shop): Promise<ModelReply> {
  await until('a model of the whole history', async () => (await modelOf(shop)).status === 'fitted', 60_000);
  return fittedModel(shop);
}

describe('the model of a shop that imports its history', () => {
  let system: ChurnSystem;
  let shop: Shop;

  beforeAll(async () => {
    system = await ChurnSystem.start({ ...WORKER, BACKFILL_QUIET_SECONDS: '3600' });
  }, 60_000);
  afterAll(() => system.stop());
  beforeEach(async () => {
    shop = await system.shop();
  });

  it('is not fitted while the import pauses, and is fitted at once when the sender says that it is done', async () => {
    await sendPart(shop, 0, until86);
    await sleep(4000);
    expect(await modelOf(shop)).toMatchObject({
      status: 'provisional',
      trained_at: null,
      warnings: [expect.stringContaining('one model for all shops'), expect.stringContaining('A backfill is running')],
    });
    expect(await storedModels(shop)).toEqual([]);
    await finishImport(shop, until86);
    expect(await finalModel(shop)).toMatchObject({ status: 'fitted', warnings: [] });
    const customers = new Set(HISTORY.map((event) => (event as { customer_id?: string }).customer_id)).size;
    expect(await storedModels(shop)).toEqual([{ status: 'active', reason: 'first', customers: expect.any(Number) }]);
    expect((await modelOf(shop)).customers).toBeGreaterThan(0.9 * customers);
  });

  it('is fitted at once also when the last batch was known already', async () => {
    await sendPart(shop, 0, HISTORY.length);
    await sendPart(shop, HISTORY.length - 50, HISTORY.length, { backfill_done: true });
    expect(await finalModel(shop)).toMatchObject({ status: 'fitted' });
  });

  it('is fitted to a part of the history after 15 minutes, and again after the end', async () => {
    await sendPart(shop, 0, until86);
    await system.owner.query(`UPDATE backfills SET began_at = ${moved('began_at', "- interval '15 minutes'")} WHERE tenant_id = $1`, [
      shop.tenantId,
    ]);
    await until('a first model', async () => (await modelOf(shop)).trained_at !== null, 60_000);
    expect(await modelOf(shop)).toMatchObject({
      status: 'provisional',
      warnings: [expect.anything(), expect.stringContaining('is running')],
    });
    await finishImport(shop, until86);
    await finalModel(shop);
    expect(new Set((await storedModels(shop)).map(({ reason, status }) => `${reason} ${status}`))).toEqual(
      new Set(['backfill active', 'first retired']),
    );
  });

  it('is not fitted again after a backfill of a single day', async () => {
    await finishImport(shop, 0);
    const before = await finalModel(shop);
    const today = Array.from({ length: 30 }, (_, i) => order({ customer_id: `late-${i}` }));
    await importHistory(shop, today);
    await sleep(4000);
    expect(await modelOf(shop)).toMatchObject({ status: 'fitted', model_version: before.model_version });
  });
});

describe('the model of a shop whose import pauses for longer than the quiet period', () => {
  let system: ChurnSystem;
  let whole: ModelReply;

  beforeAll(async () => {
    system = await ChurnSystem.start({ ...WORKER, BACKFILL_QUIET_SECONDS: '2' });
    const shop = await system.shop();
    await finishImport(shop, 0);
    whole = await finalModel(shop);
  }, 120_000);
  afterAll(() => system.stop());

  it.each([30, 60, 86])('is as good after a pause at %i %% as without one', async (percent) => {
    const shop = await system.shop();
    const part = Math.round((percent / 100) * HISTORY.length);
    await sendPart(shop, 0, part);
    const partial = await finalModel(shop);
    expect(partial.customers).toBeLessThan(whole.customers);
    await finishImport(shop, part);
    const model = await finalModel(shop);
    expect(model).toMatchObject({ customers: whole.customers, horizon_days: whole.horizon_days, n: whole.n });
    expect(Math.abs(model.log_loss! - whole.log_loss!)).toBeLessThan(0.005);
    expect(await storedModels(shop)).toContainEqual({ status: 'active', reason: 'backfill', customers: whole.customers });
  });

  it('is fitted soon after a sender that has died without saying the end', async () => {
    const shop = await system.shop();
    await sendPart(shop, 0, HISTORY.length);
    expect(await finalModel(shop)).toMatchObject({ customers: whole.customers });
  });

  it('announces the next horizon until the owner sets one', async () => {
    const shop = await system.shop();
    await importHistory(shop, simulatedOrders(60));
    const { horizon_days: horizon } = await finalModel(shop);
    const next = (horizon ?? 0) + 15;
    await system.owner.query(`UPDATE model_fits SET planned_horizon = $2, planned_from = '2999-01-01' WHERE tenant_id = $1`, [
      shop.tenantId,
      next,
    ]);
    const text = expect.stringContaining(`the horizon is ${next} days instead of ${horizon}`);
    expect((await modelOf(shop)).planned_horizon).toEqual({ horizon_days: next, from: '2999-01-01', text });
    await system.owner.query(`UPDATE tenants SET horizon_days = $2 WHERE id = $1`, [shop.tenantId, horizon]);
    expect((await modelOf(shop)).planned_horizon).toBeNull();
  });
});
