import { isPseudonym } from '../identities/pseudonyms.js';
import { isHistory } from '../orders/customer-history.js';
import { isConsentOnly } from '../orders/customer-consent.js';
import { leftOut, type ReadRow, type RowOutcome } from '../rows/row-reader.js';
import type { OutgoingEvent } from '../outgoing-event.js';
import type { OwnerFinder } from './event-sender.js';

/** Orders of one question. */
const AT_ONCE = 1000;

/** Customer ids of the service, by the orders and by the pseudonyms of a file. */
export interface KnownCustomers {
  readonly byOrder: ReadonlyMap<string, string>;
  readonly byPseudonym: ReadonlyMap<string, string>;
  /** The orders of the service that were not bought, as the file says. */
  readonly unbought: ReadonlySet<string>;
  /** The customers of a list that the service knows. It gets the consent of no others. */
  readonly listed: ReadonlySet<string>;
}

export const UNKNOWN_CUSTOMERS = 'customers whom the shop does not know';

const NOBODY_KNOWN: KnownCustomers = { byOrder: new Map(), byPseudonym: new Map(), unbought: new Set(), listed: new Set() };

/**
 * Reads a file and asks the service who has its orders. A connected shop knows its customers by ids, an export by e-mail addresses: one order
 * that both have tells that the two are one customer.
 */
export async function findKnownCustomers(readRows: () => Promise<AsyncIterable<ReadRow>>, client: OwnerFinder): Promise<KnownCustomers> {
  // The first file of a shop: reading it and asking would find nothing.
  if (!(await client.hasOrders())) return NOBODY_KNOWN;
  const [byOrder, byPseudonym, unbought] = [new Map<string, string>(), new Map<string, string>(), new Set<string>()];
  const listed = new Set<string>();
  let people = new Set<string>();
  const askForPeople = async (): Promise<void> => {
    for (const id of await client.knownOf([...people])) listed.add(id);
    people = new Set();
  };
  let asked = new Map<string, { readonly customer: string; readonly isUnbought: boolean }>();
  const ask = async (): Promise<void> => {
    const owners = await client.customersOf([...asked.keys()]);
    for (const [orderId, { customer, isUnbought }] of asked) {
      const owner = owners.get(orderId);
      if (owner === undefined) continue;
      if (isUnbought) unbought.add(orderId);
      if (!isPseudonym(customer) || isPseudonym(owner)) continue;
      byOrder.set(orderId, owner);
      if (!byPseudonym.has(customer)) byPseudonym.set(customer, owner);
    }
    asked = new Map();
  };
  for await (const { outcome } of await readRows()) {
    const isUnbought = outcome.kind === 'left_out';
    for (const { event_id: eventId, customer_id: customer } of statementsOf(outcome))
      if (isConsentOnly(eventId) || isHistory(eventId)) people.add(customer);
    if (people.size >= AT_ONCE - 2) await askForPeople();
    for (const { customer_id: customer, data } of statementsOf(outcome))
      if (data?.order_id !== undefined && (isUnbought || isPseudonym(customer)))
        asked.set(data.order_id, { customer, isUnbought: isUnbought || asked.get(data.order_id)?.isUnbought === true });
    if (asked.size >= AT_ONCE) await ask();
  }
  if (asked.size > 0) await ask();
  if (people.size > 0) await askForPeople();
  return { byOrder, byPseudonym, unbought, listed };
}

function statementsOf(outcome: RowOutcome): readonly OutgoingEvent[] {
  if (outcome.kind === 'left_out') return outcome.ended === undefined ? [] : [outcome.ended];
  return outcome.kind === 'events' ? outcome.events : [];
}

/** Returns the outcome of a row at this service: an order that it has and that was not bought is cancelled there. */
export function withKnownOrders(outcome: RowOutcome, known: KnownCustomers): RowOutcome {
  const isEnded = outcome.kind === 'left_out' && known.unbought.has(outcome.ended?.data?.order_id ?? '');
  if (outcome.kind !== 'events' && !isEnded) return outcome;
  const stated = statementsOf(outcome);
  const histories = stated.filter(({ event_id: id }) => isHistory(id));
  const history = histories.find(({ customer_id: customer }) => known.listed.has(customer)) ?? histories[0];
  const isKnown = (customer: string): boolean => known.listed.has(customer) || customer === history?.customer_id;
  const events = stated.filter((event) => {
    if (isHistory(event.event_id)) return event === history;
    return !isConsentOnly(event.event_id) || isKnown(event.customer_id);
  });
  if (events.length === 0) return leftOut((outcome.kind === 'events' && outcome.whenUnknown) || UNKNOWN_CUSTOMERS);
  return { kind: 'events', events: events.map((event) => withKnownCustomer(event, known)) };
}

/**
 * Gives the event to the customer that the service knows. Two customers may share an e-mail address, so the owner of the order comes first.
 */
function withKnownCustomer(event: OutgoingEvent, { byOrder, byPseudonym }: KnownCustomers): OutgoingEvent {
  if (!isPseudonym(event.customer_id) || isConsentOnly(event.event_id) || isHistory(event.event_id)) return event;
  const known = byOrder.get(event.data?.order_id ?? '') ?? byPseudonym.get(event.customer_id);
  return known === undefined ? event : { ...event, customer_id: known };
}
