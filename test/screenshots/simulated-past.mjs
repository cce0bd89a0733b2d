import pg from 'pg';

const DAYS = 120;
const DAY_MS = 86_400_000;
const LABELS = ['low', 'medium', 'high', 'critical'];
/** The numbers at the start of the period, as a fraction of today's. */
const BEGINNING = { low: 1.12, medium: 0.94, high: 0.72, critical: 0.63, revenue: 0.7 };
const SCORES_OF_ONE = [0.18, 0.17, 0.21, 0.2, 0.27, 0.36, 0.41, 0.47, 0.58, 0.66, 0.71, 0.74];

/**
 * Gives the demo shop a past: all of its scores are from today, and a curve needs days. The numbers of today stay what they are.
 *
 * @param {string} databaseUrl of the owner
 * @param {string} externalId a customer who gets a history of scores
 */
export async function simulatePast(databaseUrl, externalId) {
  const db = new pg.Client({ connectionString: databaseUrl });
  await db.connect();
  try {
    const { rows } = await db.query(
      `SELECT tenant_id, sum(low)::int AS low, sum(medium)::int AS medium, sum(high)::int AS high, sum(critical)::int AS critical,
              sum(score_sum)::float8 AS score_sum, sum(revenue_sum)::float8 AS revenue FROM daily_score_changes GROUP BY tenant_id`,
    );
    for (const totals of rows) await spread(db, totals);
    await rewriteHistory(db, externalId);
  } finally {
    await db.end();
  }
}

async function spread(db, totals) {
  await db.query('DELETE FROM daily_score_changes WHERE tenant_id = $1', [totals.tenant_id]);
  let before = null;
  for (let day = 0; day < DAYS; day += 1) {
    const stood = standing(totals, day / (DAYS - 1), day);
    const change = (name) => stood[name] - (before?.[name] ?? 0);
    await db.query('INSERT INTO daily_score_changes VALUES ($1, $2, 0, $3, $4, $5, $6, $7, $8)', [
      totals.tenant_id,
      new Date(Date.now() - (DAYS - 1 - day) * DAY_MS).toISOString().slice(0, 10),
      ...LABELS.map(change),
      change('score_sum').toFixed(4),
      change('revenue').toFixed(2),
    ]);
    before = stood;
  }
}

function standing(totals, share, day) {
  const part = (name, wave) => BEGINNING[name] + (1 - BEGINNING[name]) * share + wave * Math.sin(day / 7) * (1 - share);
  const counts = Object.fromEntries(LABELS.map((label) => [label, Math.round(totals[label] * part(label, 0.03))]));
  return { ...counts, score_sum: totals.score_sum * part('critical', 0.01), revenue: totals.revenue * part('revenue', 0.02) };
}

async function rewriteHistory(db, externalId) {
  const { rows } = await db.query('SELECT tenant_id, id, score::float8 AS score, model_version FROM customers WHERE external_id = $1', [
    externalId,
  ]);
  const [customer] = rows;
  for (const [index, score] of SCORES_OF_ONE.entries()) {
    const at = new Date(Date.now() - (SCORES_OF_ONE.length - index) * 6 * DAY_MS);
    const label = score >= 0.9 ? 'critical' : score >= 0.7 ? 'high' : score >= 0.4 ? 'medium' : 'low';
    await db.query(
      `INSERT INTO score_history (tenant_id, customer_id, calculated_at, score, label, model_version) VALUES ($1, $2, $3, $4, $5, $6)
       ON CONFLICT DO NOTHING`,
      [customer.tenant_id, customer.id, at, score, label, customer.model_version],
    );
  }
}
