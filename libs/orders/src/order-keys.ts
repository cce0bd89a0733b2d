import { createHash } from 'node:crypto';

const OF_ORDER = 'order:';
const OF_EVENT = 'event:';
const REMOVED = 'removed:';

/** Returns the key of an order with an id, in `orders` and in score requests. */
export const orderKeyOf = (orderId: string): string => OF_ORDER + orderId;

/** Returns the key of an order that an event reports without an id. */
export const eventKeyOf = (eventId: string): string => OF_EVENT + eventId;

/** Returns the order's id in a key; null when it is the key of an event. */
export const orderIdOf = (key: string): string | null => (key.startsWith(OF_ORDER) ? key.slice(OF_ORDER.length) : null);

/** SQL: the key of the order that a row of `events` is about. @param event alias of the row */
export const orderKeyOfEvent = (event: string): string =>
  `CASE WHEN ${event}.data ->> 'order_id' IS NULL THEN '${OF_EVENT}' || ${event}.event_id ELSE '${OF_ORDER}' || (${event}.data ->> 'order_id') END`;

/** SQL: the row of `orders` has the key of an order with an id. */
export const HAS_ORDER_ID = `order_key LIKE '${OF_ORDER}%'`;

/** SQL: the id in the key of a row of `orders` that has one. */
export const ORDER_ID = `substr(order_key, ${OF_ORDER.length + 1})`;

/** Returns the key that takes the place of `key` when the retention removes the order. The same order is recognised by it, and its id is gone. */
export const removedKeyOf = (key: string): string => REMOVED + createHash('sha256').update(key).digest('hex');

/** SQL: the retention has removed the order of a row of `orders`. */
export const IS_REMOVED = `order_key LIKE '${REMOVED}%'`;
