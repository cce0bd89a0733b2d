import type { SimulatedOrder } from '../../../tools/src/storefront-simulator/simulated-order.js';
import { order } from '../shop/builders.js';
import { endOf } from '../shop/jobs.js';
import type { Shop } from '../shop/shop.js';

/** The events that a merchant's own program would send of an order of the simulated platform. */
export function eventsOfOrder(placed: SimulatedOrder): object[] {
  const customerId = placed.customer === undefined ? `guest ${placed.email?.toLowerCase()}` : String(placed.customer);
  const about = { customer_id: customerId };
  const data = { order_id: String(placed.id), currency: placed.currency };
  const created = order({
    ...about,
    event_type: 'order_created',
    occurred_at: placed.createdAt.toISOString(),
    value: Number(placed.total),
    data: { ...data, ...(placed.test === true && { test: true }) },
  });
  const refunds = placed.refunds.map(({ amount, at }) =>
    order({ ...about, event_type: 'order_refunded', occurred_at: at.toISOString(), value: Number(amount), data }),
  );
  const cancelled = placed.cancelledAt === null ? [] : [order({ ...about, event_type: 'order_cancelled', occurred_at: placed.updatedAt.toISOString(), data, value: undefined })]; // prettier-ignore
  return [created, ...refunds, ...cancelled];
}

const isGuest = ([id]: [string, unknown]): boolean => /^(guest |email:)/.test(id);

/**
 * Returns the scores of each customer with an id of the platform, and of all guests, because ids of guests cannot be compared. All are
 * scored again first. Otherwise customers with an earlier last order would keep the score of that day until the next nightly pass, which
 * may be hours away.
 */
export async function standingOf(shop: Shop): Promise<{ readonly known: Record<string, unknown>; readonly guests: string[] }> {
  const client = shop.client();
  const ids = (await shop.rows<{ external_id: string }>('customers', 'external_id')).map(({ external_id: id }) => id);
  await endOf(shop, (await client.recalculate({ customer_ids: ids, force: true })).job_id);
  const found: [string, unknown][] = [];
  for await (const { external_id: id, churn } of client.customers.list({ limit: 200 })) {
    const { features } = await shop.churnOf(id);
    found.push([id, { score: churn?.score, label: churn?.label, features }]);
  }
  return {
    known: Object.fromEntries(found.filter((one) => !isGuest(one))),
    guests: found.filter(isGuest).map(([, standing]) => JSON.stringify(standing)).toSorted(),
  }; // prettier-ignore
}
