import { isPseudonym } from '../identities/pseudonyms.js';
import type { ReadRow } from '../reading/row-reader.js';
import type { OutgoingEvent } from '../outgoing-event.js';
import type { OwnerFinder } from './event-sender.js';

/** Orders of one question. */
const AT_ONCE = 1000;

/** Customer ids of the service, by the orders and by the pseudonyms of a file. */
export interface KnownCustomers {
  readonly byOrder: ReadonlyMap<string, string>;
  readonly byPseudonym: ReadonlyMap<string, string>;
}

export const NOBODY_KNOWN: KnownCustomers = { byOrder: new Map(), byPseudonym: new Map() };

/**
 * Reads a file and asks the service who has its orders. A connected shop knows its customers by ids, an export by e-mail addresses: one order
 * that both have tells that the two are one customer.
 */
export async function findKnownCustomers(rows: AsyncIterable<ReadRow>, client: OwnerFinder): Promise<KnownCustomers> {
  const [byOrder, byPseudonym] = [new Map<string, string>(), new Map<string, string>()];
  let asked = new Map<string, string>();
  const ask = async (): Promise<void> => {
    const owners = await client.customersOf([...asked.keys()]);
    for (const [orderId, pseudonym] of asked) {
      const owner = owners.get(orderId);
      if (owner === undefined || isPseudonym(owner)) continue;
      byOrder.set(orderId, owner);
      if (!byPseudonym.has(pseudonym)) byPseudonym.set(pseudonym, owner);
    }
    asked = new Map();
  };
  for await (const { outcome } of rows) {
    if (outcome.kind !== 'events') continue;
    for (const { customer_id: customer, data } of outcome.events)
      if (data?.order_id !== undefined && isPseudonym(customer)) asked.set(data.order_id, customer);
    if (asked.size >= AT_ONCE) await ask();
  }
  if (asked.size > 0) await ask();
  return { byOrder, byPseudonym };
}

/** Gives the event to the customer whom the service knows. Two customers may share an e-mail address: an order stays with its own. */
export function withKnownCustomer(event: OutgoingEvent, { byOrder, byPseudonym }: KnownCustomers): OutgoingEvent {
  if (!isPseudonym(event.customer_id)) return event;
  const known = byOrder.get(event.data?.order_id ?? '') ?? byPseudonym.get(event.customer_id);
  return known === undefined ? event : { ...event, customer_id: known };
}
