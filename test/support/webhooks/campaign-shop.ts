import { randomUUID } from 'node:crypto';
import type { Response } from 'supertest';
import { customerIdOf, toTenantId } from '#libs/core';
import type { ChurnSystem } from '../servers/churn-system.js';
import { type Merchant, merchantOf } from '../people/merchant.js';
import type { Person } from '../people/person.js';
import type { Received } from './webhook-endpoint.js';
import type { Shop } from '../shop/shop.js';
import { eventually } from '../waiting/eventually.js';
import { moved } from '../waiting/moved.js';

/** A signed-in owner of a shop that has a signing secret and has never had a webhook URL or another destination. */
export async function campaignMerchant(system: ChurnSystem): Promise<Merchant & { readonly secret: string }> {
  const merchant = await merchantOf(system);
  return { ...merchant, secret: await system.webhookSecret(merchant.shop) };
}

// Customers c-1 to c-n with a score, every second one critical and slipping away, the others low and active. Those with low numbers have
// the most revenue at risk.
const FILL = `
INSERT INTO customers (tenant_id, id, external_id, score, label, calculated_at, model_version, lifecycle, last_order_at, monetary_total, revenue_at_risk)
SELECT $1, id, 'c-' || i, CASE WHEN i % 2 = 0 THEN 0.95 ELSE 0.1 END, CASE WHEN i % 2 = 0 THEN 'critical' ELSE 'low' END,
       now(), 'test-1.0', CASE WHEN i % 2 = 0 THEN 'slipping' ELSE 'active' END, now() - interval '50 days', cardinality($2::uuid[]) - i + 1, cardinality($2::uuid[]) - i + 1
FROM unnest($2::uuid[]) WITH ORDINALITY AS c (id, i)`;

/** Stores customers with scores behind the service's back. */
export async function fillWithScored(system: ChurnSystem, tenantId: string, count: number): Promise<void> {
  await system.owner.query(FILL, [tenantId, Array.from({ length: count }, (_, i) => customerIdOf(toTenantId(tenantId), `c-${i + 1}`))]);
  await system.owner.query('ANALYZE customers');
}

/** An order of the customer `c-<number>` that `fillWithScored` has made, placed just now. */
export async function orderOf(system: ChurnSystem, tenantId: string, number: number, amount: number): Promise<void> {
  await system.owner.query(
    `INSERT INTO orders (tenant_id, order_key, customer_id, state_at, state, placed_at, amount, amount_at)
     VALUES ($1, $2, $3, now(), 2, now(), $4, now())`,
    [tenantId, randomUUID(), customerIdOf(toTenantId(tenantId), `c-${number}`), amount],
  );
}

/** A new campaign, to all customers unless the input says otherwise; 201. */
export async function campaignOf(owner: Person, url: string, input: object = {}): Promise<string> {
  const { status, body } = await owner.post('/campaigns', { name: 'Win back', webhook_url: url, audience: {}, ...input });
  if (status !== 201) throw new Error(`no campaign: ${status} ${JSON.stringify(body)}`);
  return (body as { id: string }).id;
}

export interface SendAnswer {
  readonly campaign_id: string;
  readonly recipients_count: number;
  readonly holdout_count: number;
  readonly delivery_ids: readonly string[];
}

export const send = (owner: Person, id: string, key: string = randomUUID(), body?: object): Promise<Response> => {
  const call = owner.call('POST', `/campaigns/${id}/send`).set('Idempotency-Key', key);
  return Promise.resolve(body === undefined ? call : call.send(body));
};

/** A sending that was taken; 202. */
export async function sent(owner: Person, id: string, key?: string): Promise<SendAnswer> {
  const { status, body } = await send(owner, id, key);
  if (status !== 202) throw new Error(`not sent: ${status} ${JSON.stringify(body)}`);
  return body as SendAnswer;
}

/** The time in a column, as many days earlier as $2 says. */
const past = (column: string): string => moved(column, `- $2 * interval '1 day'`);

/** Moves everything that the shop's campaigns, or one of them, have sent into the past. */
export async function backdateSends(system: ChurnSystem, tenantId: string, days: number, campaignId: string | null = null): Promise<void> {
  for (const sql of [
    `UPDATE campaign_recipients r SET sent_at = ${past('r.sent_at')} WHERE r.tenant_id = $1 AND ($3::uuid IS NULL OR r.campaign_id = $3)`,
    `UPDATE campaign_sends s SET sent_at = ${past('s.sent_at')} WHERE s.tenant_id = $1 AND ($3::uuid IS NULL OR s.campaign_id = $3)`,
    `UPDATE campaign_parts p SET delivered_at = ${past('p.delivered_at')} FROM campaign_sends s
     WHERE p.tenant_id = $1 AND s.tenant_id = $1 AND s.id = p.send_id AND ($3::uuid IS NULL OR s.campaign_id = $3)`,
  ])
    await system.owner.query(sql, [tenantId, days, campaignId]);
}

const ADD_RECIPIENTS = `
INSERT INTO campaign_recipients (tenant_id, campaign_id, customer_id, send_id, part, holdout, sent_at)
SELECT r.tenant_id, r.campaign_id, gen_random_uuid(), r.send_id, r.part, false, r.sent_at
FROM (SELECT * FROM campaign_recipients WHERE tenant_id = $1 LIMIT 1) r, generate_series(1, $2::int) RETURNING customer_id`;

/** Adds contacted customers without any other data. They share the delivery of a recipient of the shop's campaign. */
export async function addRecipients(system: ChurnSystem, tenantId: string, count: number): Promise<void> {
  await system.owner.query(ADD_RECIPIENTS, [tenantId, count]);
}

/** Waits until no part of a campaign is under way. @returns the states of all parts. */
export const untilPartsEnded = (shop: Shop): Promise<string[]> =>
  eventually('the parts', async () => {
    const states = (await shop.rows<{ state: string }>('campaign_parts', 'state')).map(({ state }) => state);
    return states.some((state) => state === 'open' || state === 'sending') ? null : states;
  });

/** Returns the customers that campaign requests named. A repeated request counts once. */
export function namedIn(received: readonly Received[]): string[] {
  const byDelivery = new Map(received.map(({ headers, json }) => [String(headers['x-service-delivery-id']), json]));
  return [...byDelivery.values()].flatMap((json) => json['customer_external_ids'] as string[]);
}
