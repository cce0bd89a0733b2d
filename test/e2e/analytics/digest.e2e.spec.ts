import { addDays } from '#libs/core';
import { weekOf } from '#libs/digest';
import { DocumentedCalls } from '../../support/http/documented-calls.js';
import { type Merchant, merchantOf } from '../../support/people/merchant.js';
import { Person } from '../../support/people/person.js';
import { ChurnSystem } from '../../support/servers/churn-system.js';
import { order } from '../../support/shop/builders.js';
import { eventually } from '../../support/waiting/eventually.js';
import { msUntil, TUESDAY } from '../../support/waiting/weekday.js';

const DAY_MS = 86_400_000;

let system: ChurnSystem;
let calls: DocumentedCalls;
let merchant: Merchant;

beforeAll(async () => {
  system = await ChurnSystem.start();
  calls = await DocumentedCalls.load(system.api.url);
}, 60_000);
afterAll(() => system.stop());

/** A shop with scores since a Tuesday. The clock is at the Monday after the following week. */
beforeEach(async () => {
  const tuesday = msUntil(TUESDAY);
  await system.setClock(tuesday);
  merchant = await merchantOf(system);
  const at = (daysBefore: number): string => new Date(Date.now() + tuesday - daysBefore * DAY_MS).toISOString();
  await merchant.shop.send(
    ...[200, 190, 180, 170, 160, 150].map((days) => order({ customer_id: 'late', occurred_at: at(days) })),
    ...[30, 20, 10].map((days) => order({ customer_id: 'regular', occurred_at: at(days) })),
  );
  await merchant.shop.settled();
  await system.setClock(tuesday + 13 * DAY_MS);
}, 60_000);

const monday = (): string => new Date(Date.now() + msUntil(TUESDAY) + 13 * DAY_MS).toISOString().slice(0, 10);
const setVerified = (is: boolean): Promise<unknown> =>
  system.owner.query('UPDATE users SET verified_at = $2 WHERE tenant_id = $1', [merchant.owner.tenantId, is ? new Date() : null]);
/** Lets Monday morning come. @returns when it is over */
async function wakeUp(): Promise<void> {
  await system.owner.query("UPDATE tenants SET next_digest_at = '-infinity' WHERE id = $1", [merchant.owner.tenantId]);
  await eventually('the plan for the next Monday', async () => {
    const { rows } = await system.owner.query<{ next_digest_at: Date | number }>('SELECT next_digest_at FROM tenants WHERE id = $1', [
      merchant.owner.tenantId,
    ]);
    return rows[0]?.next_digest_at instanceof Date || null;
  });
}
const mails = (): string[] =>
  system.mailbox.mails
    .filter(({ to, subject }) => to.includes(merchant.owner.email) && subject.startsWith('Your customers'))
    .map(({ body }) => body);

describe('the digest of a week', () => {
  it('is by default that of the last week, in numbers and in sentences', async () => {
    const { body } = await calls.taken(merchant.shop.get('/churn/digest'));
    expect(body).toMatchObject({
      from: addDays(monday(), -7),
      to: addDays(monday(), -1),
      is_over: true,
      came_back: { customers: 0, revenue: '0.00' },
      new: 0,
      campaigns: { campaigns: 0, contacted: 0, verdict: null, uplift: null },
      model_quality: null,
    });
    const { body: campaign } = await merchant.owner
      .post('/campaigns/preview', { audience: { lifecycle: ['second_order_due', 'slipping'] }, holdout_percent: 0 })
      .expect(200);
    expect(body.contactable).toEqual({ customers: campaign.recipients_count, revenue_at_risk: campaign.recipients_revenue_at_risk });
    const saysWhom = (line: string): boolean => line.startsWith('A campaign may contact ');
    expect((body.text as string[]).some(saysWhom)).toBe(body.slipping.customers + body.second_order_due.customers > 0);
    expect((body.text as string[]).filter((line) => !saysWhom(line))).toEqual([
      expect.stringMatching(/slipping away on/),
      expect.stringMatching(/^Your present customers will probably bring /),
      expect.stringMatching(/^No customer came back who had slipped away/),
      'No campaign was sent.',
      expect.stringMatching(/how good the scores are/),
    ]);
  });

  it('has the same number of customers who began to slip away in its field and in its sentence', async () => {
    // By the list of now two are slipping who became late in the week. At its end fewer were.
    const { rows } = await system.owner.query<{ id: string; lifecycle: string; late_since: Date | null }>(
      `SELECT id, lifecycle, late_since FROM customers WHERE tenant_id = $1`,
      [merchant.owner.tenantId],
    );
    const change = 'UPDATE customers SET lifecycle = $3, late_since = $4 WHERE tenant_id = $1 AND id = $2';
    const set = (id: string, lifecycle: string, since: string | Date | null) =>
      system.owner.query(change, [merchant.owner.tenantId, id, lifecycle, since]);
    for (const { id } of rows) await set(id, 'slipping', addDays(monday(), -3));
    const { body } = await calls.taken(merchant.shop.get('/churn/digest'));
    for (const { id, lifecycle, late_since: since } of rows) await set(id, lifecycle, since);
    expect([rows.length, body.slipping.customers < rows.length, body.began_to_slip]).toEqual([2, true, body.slipping.customers]);
  });

  it('leaves out the moves of a week in which scores began, and says so of the running one', async () => {
    const digestOf = (day: string) => merchant.shop.get('/churn/digest').query({ week: weekOf(day) });
    const { body: running } = await digestOf(monday()).expect(200);
    expect(running).toMatchObject({ from: monday(), is_over: false });
    const { body: first } = await digestOf(addDays(monday(), -14)).expect(200);
    expect(first).toMatchObject({ came_back: null, new: null, lost: null, revenue_at_risk_change: null });
  });

  it('knows no state of a week before the first score', async () => {
    const { body } = await calls.taken(merchant.shop.get('/churn/digest').query({ week: weekOf(addDays(monday(), -21)) }));
    expect(body).toMatchObject({ slipping: null, revenue_at_risk: null, text: ['Customers had no scores in this week yet.'] });
  });

  it('leaves out the moves of a week into which the history was imported, although a score was there before', async () => {
    await system.owner.query(
      `INSERT INTO past_weeks (tenant_id, day, basis, order_days, outcome_days, model_version, horizon_days, low, medium, high, critical,
                               new, second_order_due, active, slipping, lost, score_sum, revenue_sum, expected_sum)
       VALUES ($1, $2, 'b', 1, 1, 'm', 30, 1000, 0, 0, 0, 0, 0, 1000, 0, 0, 1, 1, 1)`,
      [merchant.owner.tenantId, addDays(monday(), -8)],
    );
    const { body } = await calls.taken(merchant.shop.get('/churn/digest'));
    expect(body).toMatchObject({ came_back: null, new: null, lost: null, revenue_at_risk_change: null });
  });

  it('does not compare sums in two currencies', async () => {
    await merchant.owner.call('PATCH', '/settings').send({ currency: 'USD' }).expect(200);
    await merchant.shop.settled();
    const { body: running } = await merchant.shop
      .get('/churn/digest')
      .query({ week: weekOf(monday()) })
      .expect(200);
    expect(running).toMatchObject({ currency: 'USD', came_back: null, new: 0, revenue_at_risk_change: null });
  });

  it('needs no time zone of the database, which has another list of them', async () => {
    // Node takes VST for the clock of Ho Chi Minh City. Postgres does not know it.
    await system.owner.query("UPDATE tenants SET timezone = 'VST' WHERE id = $1", [merchant.owner.tenantId]);
    const { body } = await calls.taken(merchant.shop.get('/churn/digest'));
    expect(body).toMatchObject({ from: addDays(monday(), -7), came_back: { customers: 0, revenue: '0.00' } });
    await wakeUp();
    await eventually('the mail of the week', () => Promise.resolve(mails().length > 0 || null));
  });

  it('exists only up to the current week', async () => {
    for (const week of ['2026-W54', '0000-W01', '2019-W53', '9999-W01', 'last', '']) {
      const { body } = await calls.refused(merchant.shop.get('/churn/digest').query({ week }), 422, 'validation_error');
      expect(body.details).toEqual([expect.objectContaining({ field: 'week', message: expect.stringContaining('ISO 8601') })]);
    }
  });

  it('is mailed to everybody with a verified address who has not turned it off', async () => {
    await eventually('the mail of the Monday that has come', () => Promise.resolve(mails().length > 0 || null));
    const { body } = await merchant.shop.get('/churn/digest').expect(200);
    for (const line of body.text as string[]) expect(mails()[0]).toContain(line);
    await setVerified(false);
    await wakeUp();
    await setVerified(true);
    expect((await merchant.owner.get('/auth/me')).body.weekly_mail).toBe(true);
    await system.owner.query("UPDATE users SET role = 'viewer' WHERE tenant_id = $1", [merchant.owner.tenantId]);
    const { body: me } = await calls.taken(merchant.owner.call('PATCH', '/auth/me').send({ weekly_mail: false }));
    expect(me.weekly_mail).toBe(false);
    await wakeUp();
    // Mails go out in the order in which they were queued.
    await merchant.owner.call('PATCH', '/auth/me').send({ weekly_mail: true }).expect(200);
    await wakeUp();
    await eventually('one more mail', () => Promise.resolve(mails().length > 1 || null));
    expect(mails()).toHaveLength(2);
  }, 60_000);

  it('comes at eight on the clocks of the shop, from the first week on', async () => {
    const tokyo = await Person.register(system.api.url, { timezone: 'Asia/Tokyo' });
    const planned = async (tenantId: string): Promise<Date> => {
      const { rows } = await system.owner.query<{ next_digest_at: Date }>('SELECT next_digest_at FROM tenants WHERE id = $1', [tenantId]);
      return rows[0]!.next_digest_at;
    };
    const hourIn = (timeZone: string, at: Date): string =>
      new Intl.DateTimeFormat('en-GB', { timeZone, weekday: 'long', hour: '2-digit', minute: '2-digit' }).format(at);
    expect(hourIn('Asia/Tokyo', await planned(tokyo.tenantId))).toBe('Monday 08:00');
    const { tenantId } = merchant.owner;
    await eventually('the first Monday', async () =>
      (await planned(tenantId)) > new Date(Date.now() + msUntil(TUESDAY) + 13 * DAY_MS) ? true : null,
    );
    const before = await planned(tenantId);
    await merchant.owner.call('PATCH', '/settings').send({ timezone: 'Asia/Tokyo' }).expect(200);
    expect(hourIn('Asia/Tokyo', await planned(tenantId))).toBe('Monday 08:00');
    // The mail of this week has been sent: a move to the west does not send it again.
    await merchant.owner.call('PATCH', '/settings').send({ timezone: 'America/Los_Angeles' }).expect(200);
    expect(hourIn('America/Los_Angeles', await planned(tenantId))).toBe('Monday 08:00');
    expect((await planned(tenantId)).getTime() - before.getTime()).toBeGreaterThan(-DAY_MS);
  }, 60_000);

  it('tells another tenant nothing', async () => {
    const other = await merchantOf(system);
    const { body } = await other.shop.get('/churn/digest').expect(200);
    expect(body).toMatchObject({ slipping: null, revenue_at_risk: null, came_back: null });
  });
});
