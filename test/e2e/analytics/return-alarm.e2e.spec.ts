import { addDays } from '#libs/core';
import { weekOf } from '#libs/digest';
import { DocumentedCalls } from '../../support/http/documented-calls.js';
import type { ReceivedMail } from '../../support/people/mailbox.js';
import { type Merchant, merchantOf } from '../../support/people/merchant.js';
import { ChurnSystem } from '../../support/servers/churn-system.js';
import { order } from '../../support/shop/builders.js';
import { importHistory } from '../../support/shop/simulated-shop.js';
import { eventually } from '../../support/waiting/eventually.js';

const DAY_MS = 86_400_000;
const CUSTOMERS = 40;
const GAP_DAYS = 8;
/** Half a year to learn from. */
const HISTORY_DAYS = 260;

let system: ChurnSystem;
let calls: DocumentedCalls;
let merchant: Merchant;
let days = 0;

beforeAll(async () => {
  system = await ChurnSystem.start();
  calls = await DocumentedCalls.load(system.api.url);
  merchant = await merchantOf(system);
  await system.owner.query('UPDATE users SET verified_at = now() WHERE tenant_id = $1', [merchant.owner.tenantId]);
  await importHistory(merchant.shop, ordersOf(-HISTORY_DAYS, 0));
}, 120_000);
afterAll(() => system.stop());

/** Orders of customers who come every eighth day, each on an own one, from a day to before another, counted from the first night. */
function ordersOf(from: number, until: number): object[] {
  const today = Date.parse(`${new Date().toISOString().slice(0, 10)}T10:00:00Z`);
  const orders: object[] = [];
  for (let day = from; day < until; day++) {
    for (let customer = 0; customer < CUSTOMERS; customer++) {
      if ((day + HISTORY_DAYS - customer) % GAP_DAYS !== 0) continue;
      orders.push(order({ customer_id: `c-${customer}`, occurred_at: new Date(today + day * DAY_MS).toISOString() }));
    }
  }
  return orders;
}

const today = (): string => new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10);

/** Lets the night of a day come, and waits until it is over. */
async function nightOf(day: number): Promise<void> {
  days = day;
  // The tasks of a day run after three in the morning in UTC.
  await system.setClock(Date.parse(`${new Date().toISOString().slice(0, 10)}T12:00:00Z`) - Date.now() + day * DAY_MS);
  await eventually(
    `the watch of ${today()}`,
    async () =>
      (await merchant.shop.rows<{ checked_on: string }>('return_watches', 'checked_on::text')).find((row) => row.checked_on === today()) ??
      null,
    60_000,
  );
}

const returns = async (): Promise<{ status: string | null; alarm: Record<string, unknown> | null }> =>
  (await merchant.shop.get('/analytics/lifecycle').expect(200)).body.returns;
const alarmMails = (): ReceivedMail[] =>
  system.mailbox.mails.filter(({ subject }) => /No orders arrive|Fewer of your customers/.test(subject));

describe('a shop whose orders stop to arrive', () => {
  it('hears nothing while all is as usual', async () => {
    await nightOf(1);
    expect(await returns()).toMatchObject({ status: 'usual', alarm: null, usual_per_week: expect.any(Number) });
    expect(alarmMails()).toEqual([]);
  }, 90_000);

  it('hears once, by mail, that no orders arrive, and not that its customers leave', async () => {
    await nightOf(4);
    const { status, alarm } = await returns();
    expect(status).toBe('no_orders');
    expect(alarm).toMatchObject({ kind: 'no_orders', since: addDays(today(), -4), found_on: today(), ended_on: null });
    await eventually('the mail', () => Promise.resolve(alarmMails().length > 0 || null));
    expect(alarmMails()[0]!.body).toContain('No orders have arrived since');
    const { body } = await calls.taken(merchant.shop.get('/churn/digest').query({ week: weekOf(today()) }));
    expect(body.alarm).toMatchObject({ kind: 'no_orders', ended_on: null });
    expect(body.text[0]).toMatch(/^No orders have arrived since/);
    await nightOf(5);
    expect(alarmMails()).toHaveLength(1);
  }, 120_000);

  it('hears that it is over when the missing orders have arrived', async () => {
    await merchant.shop.send(...ordersOf(0, 5));
    await merchant.shop.settled();
    await nightOf(6);
    expect(await returns()).toMatchObject({ status: 'usual', alarm: null });
    const [watch] = await merchant.shop.rows<{ alarms: { endedOn: string | null }[] }>('return_watches', 'alarms');
    expect(watch!.alarms.map(({ endedOn }) => endedOn)).toEqual([today()]);
    expect(alarmMails()).toHaveLength(1);
  }, 120_000);

  it('tells another tenant nothing', async () => {
    const other = await merchantOf(system);
    const { body } = await calls.taken(other.shop.get('/analytics/lifecycle'));
    expect(body.returns).toEqual({ status: null, usual_per_week: null, finds_fall: null, alarm: null });
  });
});
