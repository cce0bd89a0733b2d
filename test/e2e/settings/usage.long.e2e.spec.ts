import { setTimeout as sleep } from 'node:timers/promises';
import { Clock, newId, type TenantId, toTenantId } from '#libs/core';
import { Database } from '#libs/database';
import { foldUsage, monthOf, readUsage, UsageMeter, writeUsage } from '#libs/tenants';
import { batch, order } from '../../support/shop/builders.js';
import { ChurnSystem } from '../../support/servers/churn-system.js';
import type { Shop } from '../../support/shop/shop.js';

class SettableClock extends Clock {
  at = new Date('2026-11-30T23:59:59.999Z');
  now(): Date {
    return this.at;
  }
}

let system: ChurnSystem;
let shop: Shop;
let tenantId: TenantId;

beforeAll(async () => {
  system = await ChurnSystem.start();
}, 60_000);
afterAll(() => system.stop());
beforeEach(async () => {
  shop = await system.shop();
  tenantId = toTenantId(shop.tenantId);
});

const usageOf = (of: Shop, month: string): Promise<{ requests: number; events: number }> =>
  system.transaction(toTenantId(of.tenantId), (db) => readUsage(db, month));

describe('the usage of a shop', () => {
  it('counts every answered request with its key, and every event once', async () => {
    const twice = order({ event_id: 'twice' });
    await shop.post('/events', batch(twice, order(), order())).expect(202);
    await shop.post('/events', batch(twice, order({ event_type: 'nothing' }))).expect(207);
    await shop.post('/events?dry_run=true', batch(order())).expect(202);
    await shop.get('/customers?limit=0').expect(422);
    await shop.get('/nowhere').expect(404);
    await shop.get('/customers').unset('X-API-Key').set('X-API-Key', 'ck_live_wrong').expect(401);
    const limited = await system.shop({ rateLimit: 2 });
    for (const status of [200, 200, 429, 429]) await limited.get('/customers').expect(status);
    // The process writes its counts every few seconds and when it ends.
    await system.api.stop();
    await system.api.start();
    const month = monthOf(new Date());
    expect(await usageOf(shop, month)).toEqual({ requests: 4, events: 3 });
    expect(await usageOf(limited, month)).toEqual({ requests: 2, events: 0 });
  });

  it('is stored within seconds, and a killed process counts nothing twice', async () => {
    const month = monthOf(new Date());
    const written = async (requests: number): Promise<void> => {
      const deadline = Date.now() + 12_000;
      while ((await usageOf(shop, month)).requests < requests && Date.now() < deadline) await sleep(50);
      expect(await usageOf(shop, month)).toEqual({ requests, events: 0 });
    };
    await shop.get('/customers').expect(200);
    await written(1);
    await system.api.kill();
    await system.api.start();
    await shop.get('/customers').expect(200);
    await written(2);
  });
});

describe('the usage meter', () => {
  it('counts by UTC month', async () => {
    const clock = new SettableClock();
    const meter = new UsageMeter(await system.openDatabase(), clock);
    meter.countRequest(tenantId);
    meter.countStored(tenantId, { events: 100, bytes: 40_000 });
    clock.at = new Date('2026-12-01T00:00:00.000Z');
    meter.countRequest(tenantId);
    await meter.flush();
    expect(await usageOf(shop, '2026-11-01')).toEqual({ requests: 1, events: 100 });
    expect(await usageOf(shop, '2026-12-01')).toEqual({ requests: 1, events: 0 });
  });

  it('loses nothing while the database refuses writes', async () => {
    const database = await Database.open({ url: system.databaseUrl, poolSize: 1, deadlineMs: 300 });
    const meter = new UsageMeter(database, new SettableClock());
    meter.countRequest(tenantId);
    await system.owner.query('BEGIN');
    await system.owner.query('LOCK TABLE usage_counts');
    await expect(meter.flush()).rejects.toMatchObject({ code: 'service_unavailable' });
    meter.countRequest(tenantId);
    await system.owner.query('ROLLBACK');
    await meter.flush();
    await meter.flush();
    expect(await usageOf(shop, '2026-11-01')).toEqual({ requests: 2, events: 0 });
    await database.close();
  });

  it('counts right when a count is written twice, and when a process has dropped a shop from memory', async () => {
    const count = { month: '2026-11-01', writer: newId(), requests: 5, events: 7, bytes: 2800, day: null, dayBytes: 0 };
    for (let i = 0; i < 2; i += 1) await system.transaction(tenantId, (db) => writeUsage(db, count));
    const meter = new UsageMeter(await system.openDatabase(), new SettableClock(), 0);
    for (let i = 0; i < 3; i += 1) {
      meter.countRequest(tenantId);
      await meter.flush();
    }
    expect(await usageOf(shop, '2026-11-01')).toEqual({ requests: 8, events: 7 });
    expect(await shop.rows('usage_counts')).toHaveLength(4);
  });

  it('folds a month that ended long ago into one row with the same sum', async () => {
    const write = (month: string, requests: number): Promise<void> =>
      system.transaction(tenantId, (db) =>
        writeUsage(db, { month, writer: newId(), requests, events: 1, bytes: 400, day: null, dayBytes: 0 }),
      );
    const fold = (): Promise<void> => system.transaction(tenantId, (db) => foldUsage(db, '2026-11-01'));
    for (const [month, requests] of [['2026-09-01', 1], ['2026-09-01', 2], ['2026-10-01', 4], ['2026-11-01', 8], ['2026-11-01', 16]] as const) await write(month, requests); // prettier-ignore
    await fold();
    await write('2026-09-01', 32);
    await fold();
    await fold();
    expect(await usageOf(shop, '2026-09-01')).toEqual({ requests: 35, events: 3 });
    expect(await usageOf(shop, '2026-10-01')).toEqual({ requests: 4, events: 1 });
    expect(await usageOf(shop, '2026-11-01')).toEqual({ requests: 24, events: 2 });
    expect(await shop.rows('usage_counts')).toHaveLength(4);
  });
});
