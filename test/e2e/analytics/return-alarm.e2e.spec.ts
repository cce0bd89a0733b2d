import { addDays } from '#libs/core';
import { weekOf } from '#libs/digest';
import { DocumentedCalls } from '../../support/http/documented-calls.js';
import type { ReceivedMail } from '../../support/people/mailbox.js';
import { type Merchant, merchantOf } from '../../support/people/merchant.js';
import { ChurnSystem } from '../../support/servers/churn-system.js';
import { importHistory } from '../../support/shop/simulated-shop.js';
import { dayAfter, HISTORY_DAYS, nightOf, steadyOrders } from '../../support/shop/steady-shop.js';
import { eventually } from '../../support/waiting/eventually.js';

let system: ChurnSystem;
let calls: DocumentedCalls;
let merchant: Merchant;
let days = 0;

beforeAll(async () => {
  system = await ChurnSystem.start();
  calls = await DocumentedCalls.load(system.api.url);
  merchant = await merchantOf(system);
  await system.owner.query('UPDATE users SET verified_at = now() WHERE tenant_id = $1', [merchant.owner.tenantId]);
  await importHistory(merchant.shop, steadyOrders(-HISTORY_DAYS, 0));
}, 120_000);
afterAll(() => system.stop());

const today = (): string => dayAfter(days);

async function comeNight(day: number): Promise<void> {
  days = day;
  await nightOf(system, merchant.shop, day);
}

const returns = async (): Promise<{ status: string | null; alarm: Record<string, unknown> | null }> =>
  (await merchant.shop.get('/analytics/lifecycle').expect(200)).body.returns;
const alarmMails = (): ReceivedMail[] =>
  system.mailbox.mails.filter(({ subject }) => /No orders arrive|Fewer of your customers/.test(subject));

describe('a shop whose orders stop to arrive', () => {
  it('hears nothing while all is as usual', async () => {
    await comeNight(1);
    expect(await returns()).toMatchObject({ status: 'usual', alarm: null, usual_per_week: expect.any(Number) });
    expect(alarmMails()).toEqual([]);
  }, 90_000);

  it('hears once, by mail, that no orders arrive, and not that its customers leave', async () => {
    await comeNight(4);
    const { status, alarm } = await returns();
    expect(status).toBe('no_orders');
    expect(alarm).toMatchObject({ kind: 'no_orders', since: addDays(today(), -4), found_on: today(), ended_on: null });
    await eventually('the mail', () => Promise.resolve(alarmMails().length > 0 || null));
    expect(alarmMails()[0]!.body).toContain('No orders have arrived since');
    const { body } = await calls.taken(merchant.shop.get('/churn/digest').query({ week: weekOf(today()) }));
    expect(body.alarm).toMatchObject({ kind: 'no_orders', ended_on: null });
    expect(body.text[0]).toMatch(/^No orders have arrived since/);
    await comeNight(5);
    expect(alarmMails()).toHaveLength(1);
  }, 120_000);

  it('hears that it is over when the missing orders have arrived', async () => {
    await merchant.shop.send(...steadyOrders(0, 5));
    await merchant.shop.settled();
    await comeNight(6);
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
