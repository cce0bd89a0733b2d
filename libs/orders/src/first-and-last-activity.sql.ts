import { identifiersOf } from '#libs/database';
import { IS_REMOVED } from './order-keys.js';

// Needs events_by_customer and orders_by_customer.
const extreme = (which: 'min' | 'max', order: string): string => `(
  SELECT ${which}(e.at) FROM unnest(${identifiersOf('$2::uuid')}) AS i (id), LATERAL (
    (SELECT occurred_at AS at FROM events WHERE tenant_id = $1 AND customer_id = i.id ORDER BY occurred_at ${order} LIMIT 1)
    UNION ALL (SELECT ${which}(placed_at) FROM orders WHERE tenant_id = $1 AND customer_id = i.id AND ${IS_REMOVED})) e)`;

/** SQL: the first instant of what is stored about the customer in $2 and its aliases. It is null when nothing is left. */
export const FIRST_ACTIVITY = extreme('min', 'ASC');

/** SQL: the last instant of what is stored about the customer in $2 and its aliases. It is null when nothing is left. */
export const LAST_ACTIVITY = extreme('max', 'DESC');
