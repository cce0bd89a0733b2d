import { setTimeout as sleep } from 'node:timers/promises';
import type { WireEvent } from '../support/shop/builders.js';
import type { Received } from '../support/webhooks/webhook-endpoint.js';
import type { Ledger } from './ledger.js';
import { PATIENCE, PROMISED } from './patience.js';
import type { Victim } from './stand.js';

/** Deliveries may have to wait for attempts that hang. */
const DELIVERED_WITHIN_MS = 90_000 * PATIENCE;

/** The measured outcome of a shop, and the invariants that do not hold. */
export interface Verdict {
  readonly acknowledged: number;
  readonly refused: number;
  readonly lost: number;
  readonly doubled: number;
  readonly scoredAfterMs: number;
  readonly freshAfterMs: number;
  readonly delivered: number;
  readonly deliveredTwice: number;
  readonly slowestMs: number;
  readonly broken: readonly string[];
}

/** Waits until nothing is due to be scored. @returns milliseconds since the repair */
export async function scoredAfter({ shop }: Victim, repairedAt: number): Promise<number> {
  await until('all scored', PROMISED.scored, async () => (await shop.rows('score_requests', '1 AS due')).length === 0).catch(
    () => undefined,
  );
  return performance.now() - repairedAt;
}

/** Checks the invariants after the repair, when the shop has been scored. */
export async function checkInvariants(
  victim: Victim,
  ledger: Ledger,
  { scoredAfterMs, freshAfterMs }: { scoredAfterMs: number; freshAfterMs: number },
): Promise<Verdict> {
  await untilDelivered(victim).catch(() => undefined);
  const stored = new Set((await victim.shop.rows<{ event_id: string }>('events', 'event_id')).map((row) => row.event_id));
  const lost = [...ledger.accepted.keys()].filter((id) => !stored.has(id)).length;
  const counts = await countingErrors(victim, ledger, stored);
  const twice = [...ledger.accepted.values()].filter((times) => times > 1).length;
  const delivered = await checkDeliveries(victim);
  const broken = [
    lost > 0 ? `I1: ${lost} acknowledged events are not stored` : [],
    scoredAfterMs > PROMISED.scored ? `I2: not all scored ${Math.round(scoredAfterMs)} ms after the repair` : [],
    twice > 0 ? `I3: ${twice} events were accepted as new more than once` : [],
    counts.map((error) => `I3: ${error}`),
    delivered.errors.map((error) => `I4: ${error}`),
    traces(ledger, stored).map((error) => `I5: ${error}`),
    ledger.slowestMs > PROMISED.answer ? `I6: an answer took ${Math.round(ledger.slowestMs)} ms` : [],
    freshAfterMs > PROMISED.fresh ? `I7: an event of after the repair was scored ${Math.round(freshAfterMs)} ms after it` : [],
  ].flat();
  const refused = [...ledger.statuses].reduce((sum, [status, times]) => sum + (status === 0 || status >= 400 ? times : 0), 0);
  return {
    acknowledged: ledger.accepted.size,
    refused,
    lost,
    doubled: twice + counts.length,
    scoredAfterMs,
    freshAfterMs,
    delivered: delivered.count,
    deliveredTwice: victim.endpoint.received.length - delivered.count,
    slowestMs: ledger.slowestMs,
    broken,
  };
}

/** I5: refused events are not stored, and a batch is stored whole or not at all. */
function traces(ledger: Ledger, stored: ReadonlySet<string>): string[] {
  const strangers = [...stored].filter((id) => !ledger.sent.has(id)).length;
  const rejected = [...ledger.rejected].filter((id) => stored.has(id)).length;
  const halves = ledger.refused.filter(({ ids }) => new Set(ids.map((id) => stored.has(id))).size > 1).length;
  // After a 503, or without an answer, the batch may or may not be stored. After a 4xx it is not.
  const kept = ledger.refused.filter(({ ids, status }) => status >= 400 && status < 500 && ids.some((id) => stored.has(id))).length;
  return [
    strangers > 0 ? `${strangers} events are stored that were never sent` : [],
    rejected > 0 ? `${rejected} rejected events are stored` : [],
    halves > 0 ? `${halves} batches are stored in part` : [],
    kept > 0 ? `${kept} refused batches are stored` : [],
  ].flat();
}

interface Counted {
  orders: number;
  total: number;
}

/** Sums the stored events of each customer. */
function countOf(events: readonly WireEvent[]): Map<string, Counted> {
  const cancelled = new Set(events.filter((event) => event['event_type'] === 'order_cancelled').map(orderOf));
  const counts = new Map<string, Counted>();
  for (const event of events) {
    const id = String(event['customer_id']);
    const count = counts.get(id) ?? { orders: 0, total: 0 };
    counts.set(id, count);
    const type = String(event['event_type']);
    if (!type.startsWith('order_') || type === 'order_cancelled' || cancelled.has(orderOf(event))) continue;
    count.orders += 1;
    count.total += Number(event['value']);
  }
  return counts;
}

const orderOf = (event: WireEvent): unknown => (event['data'] as { order_id?: string } | undefined)?.order_id ?? event['event_id'];

/** I3: compares the totals of each customer in the API with the stored events. */
async function countingErrors({ shop }: Victim, ledger: Ledger, stored: ReadonlySet<string>): Promise<string[]> {
  const events = [...ledger.sent].filter(([id]) => stored.has(id)).map(([, event]) => event);
  const expected = countOf(events);
  const shown = new Map<string, Counted>();
  for (let cursor: string | null = ''; cursor !== null;) {
    const response = await shop.get(`/customers?limit=200${cursor && `&cursor=${encodeURIComponent(cursor)}`}`);
    const page = response.body as {
      data: { external_id: string; orders_count: number; monetary_total: string }[];
      pagination: { next_cursor: string | null };
    };
    for (const row of page.data) shown.set(row.external_id, { orders: row.orders_count, total: Number(row.monetary_total) });
    cursor = page.pagination.next_cursor;
  }
  const ids = new Set([...expected.keys(), ...shown.keys()]);
  return [...ids].flatMap((id) => {
    const [is, should] = [shown.get(id), expected.get(id)];
    return is?.orders === should?.orders && is?.total === should?.total
      ? []
      : `${id} has ${JSON.stringify(is)} and should have ${JSON.stringify(should)}`;
  });
}

interface CustomerRow {
  readonly external_id: string;
  readonly event_sequence: string;
  readonly label: string | null;
}

/** I4: every outbox event has arrived, in order, and each change begins with the label of the one before. */
async function checkDeliveries({ shop, endpoint }: Victim): Promise<{ count: number; errors: string[] }> {
  const customers = await shop.rows<CustomerRow>('customers', 'external_id, event_sequence, label');
  const first = new Map<string, Received>();
  for (const request of endpoint.received) {
    const id = String(request.headers['x-service-delivery-id']);
    if (!first.has(id)) first.set(id, request);
  }
  const deliveries = new Map<string, Received[]>();
  for (const request of first.values()) {
    const id = String(request.json['customer_id']);
    deliveries.set(id, [...(deliveries.get(id) ?? []), request]);
  }
  const errors = customers.flatMap((customer) => deliveryErrors(customer, deliveries.get(customer.external_id) ?? []));
  return { count: first.size, errors };
}

function deliveryErrors({ external_id: id, event_sequence: last, label }: CustomerRow, deliveries: readonly Received[]): string[] {
  const sequences = deliveries.map(({ headers }) => Number(headers['x-service-sequence']));
  const expected = Array.from({ length: Number(last) }, (_, i) => i + 1);
  if (JSON.stringify(sequences) !== JSON.stringify(expected))
    return [`${id} has ${last} outbox events; these sequence numbers arrived: ${sequences.join(' ')}`];
  const changes = deliveries.filter(({ json }) => json['event'] === 'customer.churn_score.changed').map(({ json }) => json);
  const gaps = changes.filter((change, i) => i > 0 && change['previous_label'] !== changes[i - 1]?.['new_label']).length;
  const end = changes.at(-1)?.['new_label'] ?? label;
  return [
    gaps > 0 ? `${gaps} changes of ${id} do not follow one another` : [],
    end === label ? [] : `${id} is ${label}, but the last delivery said ${JSON.stringify(end)}`,
  ].flat();
}

async function untilDelivered({ shop }: Victim): Promise<void> {
  await until('all delivered', DELIVERED_WITHIN_MS, async () => {
    const [waiting, open] = [await shop.rows('outbox', 'id'), await shop.rows<{ status: string }>('deliveries', 'status')];
    return waiting.length === 0 && open.every(({ status }) => status === 'success');
  });
}

/** Waits until the condition holds. A failing check is repeated. @throws Error after `withinMs` */
export async function until(what: string, withinMs: number, isSo: () => Promise<boolean>): Promise<void> {
  const deadline = Date.now() + withinMs;
  while (!(await isSo().catch(() => false))) {
    if (Date.now() > deadline) throw new Error(`after ${withinMs} ms still not: ${what}`);
    await sleep(25);
  }
}
