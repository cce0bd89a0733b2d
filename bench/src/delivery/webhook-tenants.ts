import { randomUUID } from 'node:crypto';
import type { Client } from 'pg';
import { toTenantId, type TenantId } from '#libs/core';
import { Database } from '#libs/database';
import { rotateWebhookSecret, SecretBox } from '#libs/tenants';
import type { SystemUnderTest } from '../system/system-under-test.js';

/** A tenant with a webhook endpoint. */
export interface WebhookTenant {
  readonly tenantId: TenantId;
  readonly secret: string;
}

const INSERT_TENANT = `INSERT INTO tenants (id, name, plan, currency) VALUES ($1, 'Benchmark', 'enterprise', 'EUR')`;
const INSERT_ENDPOINT = 'INSERT INTO destinations (tenant_id, id, url) VALUES ($1, $1, $2)';

/** Creates a tenant with a secret and an endpoint for each URL. @param existing uses this tenant instead of a new one. */
export async function openWebhookTenants(
  system: SystemUnderTest,
  owner: Client,
  urls: readonly string[],
  existing?: TenantId,
): Promise<WebhookTenant[]> {
  const { DATABASE_URL: url = '', SECRETS_KEY: secretsKey = '' } = system.env;
  const [id = '', key = ''] = secretsKey.split(':');
  const box = new SecretBox([{ id, key: Buffer.from(key, 'base64') }]);
  const database = await Database.open({ url, poolSize: 1, deadlineMs: 10_000 });
  const tenants: WebhookTenant[] = [];
  for (const webhookUrl of urls) {
    const tenantId = existing ?? toTenantId(randomUUID());
    if (existing === undefined) await owner.query(INSERT_TENANT, [tenantId]);
    await owner.query(INSERT_ENDPOINT, [tenantId, webhookUrl]);
    const { secret } = await database.transaction(tenantId, (db) => rotateWebhookSecret(db, box, new Date(), 0));
    tenants.push({ tenantId, secret });
  }
  await database.close();
  return tenants;
}

// Like the events that scoring writes: ids rise with time, and each event is about another customer.
const INSERT_EVENTS = `
INSERT INTO outbox (tenant_id, id, customer_id, sequence, event, payload, created_at)
SELECT t, (left(ms, 8) || '-' || right(ms, 4) || '-7' || right(chance, 3) || '-a' || substr(chance, 21, 3) || '-' || right(chance, 12))::uuid,
       gen_random_uuid(), 1, 'customer.churn_score.changed',
       jsonb_build_object('event', 'customer.churn_score.changed', 'customer_id', 'customer-' || i, 'previous_score', 0.3127, 'new_score', 0.8312,
                          'previous_label', 'medium', 'new_label', 'high', 'model_version', 'mbg-prior-1.0/h90'),
       clock_timestamp()
FROM unnest($1::uuid[]) AS t, generate_series(1, $2) AS i,
     LATERAL (SELECT lpad(to_hex((extract(epoch FROM clock_timestamp()) * 1000)::bigint), 12, '0') AS ms, md5(t::text || i || random()) AS chance) AS made`;

/** Writes `each` outbox events for each tenant. */
export async function writeOutboxEvents(owner: Client, tenants: readonly WebhookTenant[], each: number): Promise<void> {
  await owner.query(INSERT_EVENTS, [tenants.map(({ tenantId }) => tenantId), each]);
}
