import type { Shop } from '../shop/shop.js';
import type { Received } from './webhook-endpoint.js';

interface ScoreOf {
  readonly customer_id: string;
  readonly calculated_at: Date;
  readonly label: string;
}

/** Every change of label that the history knows, of each customer in the order in which they happened. */
async function labelChangesOf(shop: Shop): Promise<Map<string, string[]>> {
  const customers = new Map((await shop.rows<{ id: string; external_id: string }>('customers')).map((row) => [row.id, row.external_id]));
  const columns = 'calculated_at, label';
  const past = await shop.rows<ScoreOf>('score_history', `customer_id, ${columns}`);
  const rows = [...past, ...(await shop.rows<ScoreOf>('customers', `id AS customer_id, ${columns}`)).filter(({ label }) => label !== null)];
  const changes = new Map<string, string[]>();
  const labels = new Map<string, string>();
  for (const row of rows.toSorted((a, b) => a.calculated_at.getTime() - b.calculated_at.getTime())) {
    const customer = customers.get(row.customer_id) ?? '';
    const before = labels.get(customer);
    labels.set(customer, row.label);
    if (before !== undefined && before !== row.label) changes.set(customer, [...(changes.get(customer) ?? []), `${before} ${row.label}`]);
  }
  return changes;
}

/** Returns the delivered changes per customer, in the order of their first arrival. */
function deliveredChanges(received: readonly Received[]): Map<string, string[]> {
  const seen = new Set<string>();
  const changes = new Map<string, string[]>();
  for (const { json, headers } of received) {
    const id = String(headers['x-service-delivery-id']);
    if (seen.has(id) || json['event'] !== 'customer.churn_score.changed') continue;
    seen.add(id);
    const customer = String(json['customer_id']);
    changes.set(customer, [...(changes.get(customer) ?? []), `${String(json['previous_label'])} ${String(json['new_label'])}`]);
  }
  return changes;
}

/** Compares the label changes of the history with the first arrivals: each change must arrive, in order. */
export async function expectEveryChangeDelivered(shop: Shop, received: readonly Received[]): Promise<void> {
  const happened = await labelChangesOf(shop);
  expect(happened.size).toBeGreaterThan(0);
  expect(Object.fromEntries(deliveredChanges(received))).toEqual(Object.fromEntries(happened));
  const sequences = new Map<string, number>();
  const first = new Set<string>();
  for (const { json, headers } of received) {
    const id = String(headers['x-service-delivery-id']);
    if (first.has(id)) continue;
    first.add(id);
    const customer = String(json['customer_id']);
    const sequence = Number(headers['x-service-sequence']);
    expect([customer, sequence > (sequences.get(customer) ?? 0)]).toEqual([customer, true]);
    sequences.set(customer, sequence);
  }
}
