import { importFile } from '../../support/shop/import-file.js';
import { ChurnSystem } from '../../support/servers/churn-system.js';
import { daysAgo, order } from '../../support/shop/builders.js';
import type { Shop } from '../../support/shop/shop.js';
import { createUpload, removeUpload } from '../../support/shop/uploads.js';

const HEADER = 'order_id,customer_id,date,amount,Accepts Marketing';

describe('a consent that a later import states anew', () => {
  let system: ChurnSystem;
  let shop: Shop;

  beforeAll(async () => {
    system = await ChurnSystem.shared();
  }, 60_000);
  beforeEach(async () => {
    shop = await system.shop();
  });
  afterAll(() => system.stop());

  const imported = (...rows: readonly string[]) => importFile(shop, system.api.url, [HEADER, ...rows]);
  const consents = async (): Promise<Record<string, string>> => {
    const { body } = await shop.get('/customers?limit=100').expect(200);
    const { data } = body as { data: { external_id: string; marketing_consent: string }[] };
    return Object.fromEntries(data.map(({ external_id: id, marketing_consent: consent }) => [id, consent]));
  };
  const rows = (one: string, other: string) => [`o-1,c-1,2026-03-10,10.00,${one}`, `o-2,c-2,2026-03-10,10.00,${other}`];

  it('is that of the corrected file, whichever way it was wrong', async () => {
    await imported(...rows('no', 'yes'));
    expect(await consents()).toEqual({ 'c-1': 'no', 'c-2': 'yes' });
    expect((await imported(...rows('yes', 'no'))).printed).toContain('2 orders changed since an earlier import');
    expect(await consents()).toEqual({ 'c-1': 'yes', 'c-2': 'no' });
    await imported(...rows('', ''));
    expect(await consents()).toEqual({ 'c-1': 'unknown', 'c-2': 'unknown' });
  });

  it('stays no while another order of the file or the customer says so', async () => {
    await imported('o-1,c-1,2026-03-10,10.00,no', 'o-2,c-1,2026-03-10,10.00,no', 'o-3,c-2,2026-03-10,10.00,no');
    await shop.send(order({ customer_id: 'c-2', event_type: 'email_unsubscribed', value: null, occurred_at: daysAgo(1), data: null }));
    await shop.settled();
    await imported('o-1,c-1,2026-03-10,10.00,yes', 'o-3,c-2,2026-03-10,10.00,yes');
    expect(await consents()).toEqual({ 'c-1': 'no', 'c-2': 'no' });
    await imported('o-2,c-1,2026-03-10,10.00,yes');
    expect(await consents()).toEqual({ 'c-1': 'yes', 'c-2': 'no' });
  });

  it('goes with an order that the corrected file gives to another customer', async () => {
    await imported('o-1,c-1,2026-03-10,10.00,no', 'o-2,c-1,2026-03-11,10.00,');
    await imported('o-1,c-2,2026-03-10,10.00,no');
    expect(await consents()).toEqual({ 'c-1': 'unknown', 'c-2': 'no' });
  });

  it('comes from a list of customers too, for those whom the shop knows, and a later list takes its place', async () => {
    const list = (one: string, other: string) => [
      'Customer ID,Email,Accepts Email Marketing,Total Spent,Total Orders',
      `c-1,,${one},10.00,1`,
      `'999,anna@shop.example,${other},10.00,1`,
      "'1000,stranger@shop.example,yes,10.00,1",
    ];
    const read = (file: readonly string[]) =>
      importFile(shop, system.api.url, file, { format: file[0]?.includes('Accepts') === true ? 'customers' : 'auto' });
    expect((await read(list('no', 'no'))).printed).toContain('skipped: 3 (customers whom the shop does not know)');
    await read(['order_id,email,customer_id,date,amount', 'o-1,,c-1,2026-03-10,10.00', 'o-2,anna@shop.example,,2026-03-10,10.00']);
    const { printed, code } = await read(list('no', 'no'));
    expect(printed).toContain('3 rows, no orders, consent of 3 customers (1 yes, 2 no)');
    expect(printed).toContain('skipped: 1 (customers whom the shop does not know)');
    expect(code).toBe(0);
    expect(Object.values(await consents())).toEqual(['no', 'no']);
    expect(await shop.rows('orders', 'order_key')).toHaveLength(2);
    await read(list('yes', 'no'));
    expect(await consents()).toMatchObject({ 'c-1': 'yes' });
    expect(Object.values(await consents()).toSorted()).toEqual(['no', 'yes']);
    // The file names no time, so it may be older than what the customer said.
    await shop.send(order({ customer_id: 'c-1', event_type: 'email_unsubscribed', value: null, occurred_at: daysAgo(1), data: null }));
    await shop.settled();
    await read(list('yes', 'yes'));
    expect(await consents()).toMatchObject({ 'c-1': 'no' });
    await read([
      'Customer ID,Email,Accepts Email Marketing,Email Marketing: Updated At,Total Spent,Total Orders',
      `c-1,,yes,${new Date().toISOString()},10.00,1`,
    ]);
    expect(await consents()).toMatchObject({ 'c-1': 'yes' });
  });

  it('is the earlier one again when the upload that corrected it is removed', async () => {
    const event = (accepts: boolean) => ({
      event_id: 'import:consent:1',
      customer_id: 'c-1',
      event_type: 'order_completed',
      occurred_at: daysAgo(40),
      value: 5,
      data: { order_id: 'o-1', accepts_marketing: accepts },
    });
    await shop.post('/events', { events: [event(false)], backfill: true }).expect(202);
    const id = await createUpload(shop);
    await shop.post('/events', { events: [event(true)], backfill: true, upload_id: id }).expect(202);
    await shop.settled();
    expect(await consents()).toEqual({ 'c-1': 'yes' });
    await removeUpload(shop, id);
    await shop.settled();
    expect(await consents()).toEqual({ 'c-1': 'no' });
  });
});
