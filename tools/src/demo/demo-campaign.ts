import { setTimeout as sleep } from 'node:timers/promises';
import { type ServiceClient } from '#libs/backfill';
import { DAY_MS, toTenantId } from '#libs/core';
import { Database, type TenantDb } from '#libs/database';
import { type OutgoingEvent, sendRows } from '#libs/order-import';
import { SeededRandom } from '#libs/scoring';
import { StoppedError } from '#libs/terminal';
import type { DashboardSession } from './storefront/dashboard-session.js';

/** The campaign is this old, and its window of 30 days is over. */
const DAYS_AGO = 45;
const WINDOW_DAYS = 30;
/** The shares of the customers who order again: with a contact, and in the control group. */
const RETURNING = { contacted: 0.36, control: 0.14 };
const LIST_WITHIN_MS = 60_000;

const daysAgo = (now: Date, days: number): Date => new Date(now.getTime() - days * DAY_MS);
const dateOf = (at: Date): string => at.toISOString().slice(0, 10);

/** A campaign by hand, to customers who had been silent for a while on that day and have not ordered since. */
const campaignOn = (now: Date): object => ({
  name: 'Come back: 10 % in autumn',
  channel: 'download',
  holdout_percent: 30,
  window_days: WINDOW_DAYS,
  audience: {
    last_order_from: dateOf(daysAgo(now, DAYS_AGO + 200)),
    last_order_to: dateOf(daysAgo(now, DAYS_AGO + 1)),
  },
});

const MOVES = [
  ['campaigns', 'last_sent_at'],
  ['campaign_sends', 'sent_at'],
  ['campaign_recipients', 'sent_at'],
] as const;
const RECIPIENTS = `
SELECT c.external_id, r.holdout FROM campaign_recipients r JOIN customers c ON c.tenant_id = $1 AND c.id = r.customer_id
WHERE r.tenant_id = $1 ORDER BY c.external_id`;

interface Recipient {
  readonly external_id: string;
  /** In the control group. */
  readonly holdout: boolean;
}

/** Moves the list into the past, because the service accepts no contact before the day on which the list was made. */
async function moveBack(db: TenantDb): Promise<Recipient[]> {
  for (const [table, column] of MOVES)
    await db.query(`UPDATE ${table} SET ${column} = ${column} - $2 * interval '1 day' WHERE tenant_id = $1`, [DAYS_AGO]);
  return db.query<Recipient>(RECIPIENTS);
}

/** Orders of the recipients who come back. */
function ordersOf(recipients: readonly Recipient[], sentAt: Date): OutgoingEvent[] {
  const random = new SeededRandom(11);
  return recipients.flatMap(({ external_id: customer, holdout }, index) => {
    const [chance, delay, size] = [random.unit(), random.unit(), random.unit()];
    if (chance >= (holdout ? RETURNING.control : RETURNING.contacted)) return [];
    return {
      event_id: `sim-campaign-${index}`,
      customer_id: customer,
      event_type: 'order_completed',
      occurred_at: new Date(sentAt.getTime() + (1 + delay * (WINDOW_DAYS - 3)) * DAY_MS).toISOString(),
      value: Math.round((20 + 60 * size) * 100) / 100,
      data: { order_id: `sim-campaign-${index}`, currency: 'EUR', simulated: true },
    };
  });
}

interface Service {
  readonly session: DashboardSession;
  readonly client: ServiceClient;
  readonly databaseUrl: string;
}

/**
 * Gives the demo shop a finished campaign, so that people can see a result. The service chooses the customers and the control group, and computes
 * the result from the simulated orders that follow.
 * @throws StoppedError when the service refuses a step
 */
export async function finishCampaign({ session, client, databaseUrl }: Service, now: Date): Promise<void> {
  const { user } = await session.call<{ user: { tenant_id: string } }>('GET', '/auth/me');
  const { id } = await session.call<{ id: string }>('POST', '/campaigns', campaignOn(now));
  await session.call('POST', `/campaigns/${id}/send`, {}, { 'Idempotency-Key': 'demo' });
  const list = await untilListed(session, id);
  const database = await Database.open({ url: databaseUrl, poolSize: 1, deadlineMs: 30_000 });
  try {
    const recipients = await database.transaction(toTenantId(user.tenant_id), moveBack);
    const sentAt = daysAgo(now, DAYS_AGO);
    const contactedAt = new Date(sentAt.getTime() + DAY_MS / 2);
    await session.call('POST', `/campaigns/${id}/sends/${list}/contacted`, { contacted_at: contactedAt.toISOString() });
    const events = ordersOf(recipients, contactedAt);
    await sendRows(
      client,
      events.map((event, index) => ({ position: index + 1, events: [event] })),
      { endsBackfill: true, onOutcome: () => Promise.resolve() },
    );
  } finally {
    await database.close();
  }
}

/** Waits until the list is made. @returns the id of its send */
async function untilListed(session: DashboardSession, id: string): Promise<string> {
  const until = Date.now() + LIST_WITHIN_MS;
  for (;;) {
    const { data } = await session.call<{ data: { id: string }[] }>('GET', `/campaigns/${id}/sends`);
    const [send] = data;
    if (send !== undefined && (await session.has(`/campaigns/${id}/sends/${send.id}/recipients.csv`))) return send.id;
    if (Date.now() > until) throw new StoppedError('The list of the demo campaign was not made in time.');
    await sleep(500);
  }
}
