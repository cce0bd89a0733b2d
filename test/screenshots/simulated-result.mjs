import pg from 'pg';

const DAYS_AGO = 120;
/** The orders of the demo shop itself would hide the effect, so recipients have those of the simulation only. */
const FORGET = `
UPDATE orders o SET test = true FROM campaign_recipients r
WHERE r.tenant_id = o.tenant_id AND r.customer_id = o.customer_id AND o.placed_at > now() - $1 * interval '1 day'`;
/** Three in ten of the control group come back, four and a half in ten of those who were contacted. Some are of an earlier campaign, too. */
const RETURN = `
INSERT INTO orders (tenant_id, order_key, customer_id, state_at, state, placed_at, amount, amount_at)
SELECT DISTINCT ON (tenant_id, customer_id) tenant_id, 'returned-' || customer_id, customer_id, now(), 2, sent_at + interval '20 days', 20 + abs(hashtext(customer_id::text)) % 60, now()
FROM campaign_recipients WHERE abs(hashtext(customer_id::text)) % 100 < CASE WHEN holdout THEN 30 ELSE 45 END
ORDER BY tenant_id, customer_id, sent_at DESC`;

/**
 * Gives the campaign of the demo shop a result: all that it sent moves into the past, and some of its customers come back.
 *
 * @param {string} databaseUrl of the owner
 */
export async function simulateResult(databaseUrl) {
  const db = new pg.Client({ connectionString: databaseUrl });
  await db.connect();
  try {
    for (const [table, column] of [
      ['campaign_recipients', 'sent_at'],
      ['campaign_sends', 'sent_at'],
      ['campaign_parts', 'delivered_at'],
      ['campaigns', 'last_sent_at'],
    ])
      await db.query(`UPDATE ${table} SET ${column} = ${column} - $1 * interval '1 day'`, [DAYS_AGO]);
    await db.query(FORGET, [DAYS_AGO]);
    await db.query(RETURN);
  } finally {
    await db.end();
  }
}
