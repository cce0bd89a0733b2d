import pg from 'pg';

const DAYS = 182;
const DAY_MS = 86_400_000;
const LABELS = ['low', 'medium', 'high', 'critical'];
const LIFECYCLES = ['new', 'second_order_due', 'active', 'slipping', 'lost'];
const SLIPPING_SUMS = ['slipping_sum', 'slipping_expected_sum', 'slipping_if_ordered_sum'];
const DUE_SUMS = ['second_due_sum', 'second_due_expected_sum', 'second_due_if_ordered_sum'];
const SUMS = ['score_sum', 'revenue_sum', 'expected_sum', ...SLIPPING_SUMS, ...DUE_SUMS, 'late_active_sum'];
const TOTALS = [...LABELS, ...LIFECYCLES, 'late_active', ...SUMS];
const MOVES = ['joined', 'came_back', 'came_back_sum', 'became_lost'];
/** The numbers at the start of the period, as a fraction of today's. */
const BEGINNING = {
  low: 1.12,
  medium: 0.94,
  high: 0.72,
  critical: 0.63,
  new: 0.8,
  second_order_due: 0.75,
  active: 1.1,
  slipping: 0.6,
  lost: 0.65,
  score_sum: 0.63,
  revenue_sum: 0.7,
  expected_sum: 0.9,
  slipping_sum: 0.7,
  slipping_expected_sum: 0.7,
  slipping_if_ordered_sum: 0.7,
  second_due_sum: 0.75,
  second_due_expected_sum: 0.75,
  second_due_if_ordered_sum: 0.75,
  late_active: 0.9,
  late_active_sum: 0.9,
};
/** These moves happen on each day of the last week. */
const MOVES_OF_A_DAY = { joined: 3, came_back: 1, came_back_sum: 127.4, became_lost: 1 };
const MOVING_DAYS = 7;
/** The scores of a customer who comes to slip away, oldest first. */
const PAST_OF_ONE = [
  [0.11, 'events'],
  [0.12, 'events'],
  [0.09, 'events'],
  [0.14, 'model'],
  [0.16, 'aging'],
  [0.13, 'events'],
  [0.19, 'aging'],
  [0.26, 'aging'],
  [0.33, 'aging'],
  [0.4, 'aging'],
];
const DAYS_BETWEEN = 7;

/**
 * Gives the demo shop a past: all of its scores are from today, and a curve needs days. The numbers of today stay what they are.
 *
 * @param {string} databaseUrl of the owner
 * @returns {Promise<string>} the customer to show, who gets a history of scores: the first one to contact
 */
export async function simulatePast(databaseUrl) {
  const db = new pg.Client({ connectionString: databaseUrl });
  await db.connect();
  try {
    const sums = [...LABELS, ...LIFECYCLES, 'late_active'].map((name) => `sum(${name})::int AS ${name}`);
    const { rows } = await db.query(
      `SELECT tenant_id, ${[...sums, ...SUMS.map((name) => `sum(${name})::float8 AS ${name}`)].join(', ')} FROM daily_score_changes GROUP BY tenant_id`,
    );
    for (const totals of rows) await spread(db, totals);
    return await rewriteHistory(db);
  } finally {
    await db.end();
  }
}

async function spread(db, totals) {
  await db.query('DELETE FROM daily_score_changes WHERE tenant_id = $1', [totals.tenant_id]);
  const columns = [...TOTALS, ...MOVES];
  const insert = `INSERT INTO daily_score_changes (tenant_id, day, shard, ${columns.join(', ')})
    VALUES ($1, $2, 0, ${columns.map((_, index) => `$${index + 3}`).join(', ')})`;
  let before = null;
  for (let day = 0; day < DAYS; day += 1) {
    const stood = standing(totals, day / (DAYS - 1), day);
    const moves = MOVES.map((name) => (day >= DAYS - MOVING_DAYS ? MOVES_OF_A_DAY[name] : 0));
    await db.query(insert, [
      totals.tenant_id,
      new Date(Date.now() - (DAYS - 1 - day) * DAY_MS).toISOString().slice(0, 10),
      ...TOTALS.map((name) => (stood[name] - (before?.[name] ?? 0)).toFixed(SUMS.includes(name) ? 2 : 0)),
      ...moves,
    ]);
    before = stood;
  }
}

function standing(totals, share, day) {
  const part = (name) => BEGINNING[name] + (1 - BEGINNING[name]) * share + 0.02 * Math.sin(day / 7) * (1 - share);
  return Object.fromEntries(
    TOTALS.map((name) => [name, SUMS.includes(name) ? totals[name] * part(name) : Math.round(totals[name] * part(name))]),
  );
}

async function rewriteHistory(db) {
  const { rows } = await db.query(
    `SELECT tenant_id, id, external_id, model_version FROM customers WHERE lifecycle = 'slipping' ORDER BY revenue_at_risk DESC, id LIMIT 1`,
  );
  const [customer] = rows;
  await db.query('DELETE FROM score_history WHERE tenant_id = $1 AND customer_id = $2', [customer.tenant_id, customer.id]);
  for (const [index, [score, cause]] of PAST_OF_ONE.entries()) {
    const at = new Date(Date.now() - (PAST_OF_ONE.length - index) * DAYS_BETWEEN * DAY_MS);
    await db.query(
      `INSERT INTO score_history (tenant_id, customer_id, calculated_at, score, label, model_version, lifecycle, cause)
       VALUES ($1, $2, $3, $4, $5, $6, 'active', $7)`,
      [customer.tenant_id, customer.id, at, score, score >= 0.4 ? 'medium' : 'low', customer.model_version, cause],
    );
  }
  await db.query(`UPDATE customers SET cause = 'aging' WHERE tenant_id = $1 AND id = $2`, [customer.tenant_id, customer.id]);
  return customer.external_id;
}
