import { DAY_MS, HOUR_MS, MINUTE_MS } from '#libs/core';
import { importSince, nextSyncStep, reconcileSince } from './next-sync-step.js';

const NOW = new Date('2026-11-21T12:00:00Z');
const ago = (ms: number): Date => new Date(NOW.getTime() - ms);
const inTime = (ms: number): Date => ago(-ms);

const idle = {
  platform: 'shopify',
  scopes: 'read_orders',
  token_expires_at: inTime(HOUR_MS),
  webhooks_checked_at: ago(HOUR_MS),
  import_state: 'done',
  import_started_at: ago(10 * DAY_MS),
  last_reconciled_at: ago(2 * HOUR_MS),
  reconcile_cut_at: null,
  reconcile_started_at: null,
  uninstall_reported_at: null,
  counted_at: ago(HOUR_MS),
} as const;

describe('the sync of a connection', () => {
  it('renews the token first, then checks webhooks, imports history, and looks back', () => {
    const fresh = {
      ...idle,
      webhooks_checked_at: null,
      import_state: 'running',
      last_reconciled_at: null,
      import_started_at: NOW,
    } as const;
    expect(nextSyncStep({ ...fresh, token_expires_at: inTime(5 * MINUTE_MS) }, NOW)).toEqual({ kind: 'refresh' });
    expect(nextSyncStep(fresh, NOW)).toEqual({ kind: 'check_subscriptions' });
    expect(nextSyncStep({ ...fresh, webhooks_checked_at: NOW }, NOW)).toEqual({ kind: 'import' });
    expect(nextSyncStep({ ...idle, uninstall_reported_at: NOW }, NOW)).toEqual({ kind: 'check_subscriptions' });
    expect(nextSyncStep({ ...idle, last_reconciled_at: ago(DAY_MS) }, NOW)).toEqual({ kind: 'begin_reconcile' });
    expect(nextSyncStep({ ...idle, reconcile_started_at: ago(1000), counted_at: null }, NOW)).toEqual({ kind: 'reconcile' });
    expect(nextSyncStep({ ...idle, counted_at: null }, NOW)).toEqual({ kind: 'count' });
    expect(nextSyncStep({ ...idle, counted_at: ago(DAY_MS) }, NOW)).toEqual({ kind: 'count' });
  });

  it('rests until the earliest of the next steps is due', () => {
    expect(nextSyncStep(idle, NOW)).toEqual({ kind: 'rest', until: inTime(55 * MINUTE_MS) });
    expect(nextSyncStep({ ...idle, token_expires_at: null }, NOW)).toEqual({ kind: 'rest', until: inTime(22 * HOUR_MS) });
  });

  it('reads 60 days at first, then 7 days or back to the last look back when that was longer ago', () => {
    const since = (platform: string, scopes: string | null, restarts = 0, total: number | null = null): unknown =>
      importSince({
        platform,
        scopes,
        import_started_at: NOW,
        import_restarts: restarts,
        import_total: total,
        import_customers_total: total,
      });
    const recent = ago(60 * DAY_MS);
    expect(since('shopify', 'read_orders')).toEqual({ createdSince: recent, inBulk: false, customers: 'pages' });
    expect(since('shopify', 'read_orders', 2, 1001)).toEqual({ createdSince: recent, inBulk: true, customers: 'bulk' });
    expect(since('shopify', 'read_orders', 0, 501)).toEqual({ createdSince: recent, inBulk: true, customers: 'pages' });
    const withItems = { createdSince: recent, withItems: true, customers: 'pages' };
    expect(since('shopify', 'read_orders,read_products', 0, 100)).toEqual({ ...withItems, inBulk: false });
    expect(since('shopify', 'read_orders,write_products', 0, 101)).toEqual({ ...withItems, inBulk: true });
    expect(since('shopify', 'read_orders', 3, 1001)).toEqual({ createdSince: recent, inBulk: false, customers: 'pages' });
    expect(since('shopify', 'read_orders, read_all_orders')).toEqual({ createdSince: ago(3650 * DAY_MS), inBulk: true });
    expect(since('shopify', 'read_all_orders', 2)).toMatchObject({ inBulk: true });
    expect(since('shopify', 'read_all_orders', 3)).toEqual({ createdSince: ago(3650 * DAY_MS), inBulk: false });
    expect(since('generic', 'read_all_orders')).toEqual({ createdSince: recent });
    expect(since('woocommerce', null)).toEqual({ createdSince: ago(1825 * DAY_MS) });
    expect(reconcileSince({ ...idle, reconcile_started_at: NOW }, NOW)).toEqual(ago(7 * DAY_MS));
    expect(reconcileSince({ ...idle, reconcile_started_at: NOW, last_reconciled_at: ago(20 * DAY_MS) }, NOW)).toEqual(ago(20 * DAY_MS));
    expect(reconcileSince({ ...idle, reconcile_started_at: NOW, last_reconciled_at: ago(99 * DAY_MS) }, NOW)).toEqual(ago(60 * DAY_MS));
    expect(reconcileSince({ ...idle, last_reconciled_at: null, import_started_at: ago(DAY_MS) }, NOW)).toEqual(ago(7 * DAY_MS));
  });

  it('looks back again one day after a look that was cut off, to the start of the last complete one', () => {
    const cut = { ...idle, token_expires_at: null, webhooks_checked_at: NOW, last_reconciled_at: ago(20 * DAY_MS) };
    expect(nextSyncStep({ ...cut, reconcile_cut_at: ago(HOUR_MS) }, NOW)).toEqual({ kind: 'rest', until: inTime(23 * HOUR_MS) });
    expect(nextSyncStep({ ...cut, reconcile_cut_at: ago(DAY_MS) }, NOW)).toEqual({ kind: 'begin_reconcile' });
    expect(reconcileSince({ ...cut, reconcile_started_at: NOW }, NOW)).toEqual(ago(20 * DAY_MS));
  });
});
