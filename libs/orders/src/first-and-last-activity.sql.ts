import { identifiersOf } from '#libs/database';
import { IS_REMOVED } from './order-keys.js';

// Needs events_by_customer and orders_by_customer.
const extreme = (customer: string, which: 'min' | 'max', order: string): string => `(
  SELECT ${which}(e.at) FROM unnest(${identifiersOf(customer)}) AS i (id), LATERAL (
    (SELECT occurred_at AS at FROM events WHERE tenant_id = $1 AND customer_id = i.id ORDER BY occurred_at ${order} LIMIT 1)
    UNION ALL (SELECT ${which}(placed_at) FROM orders WHERE tenant_id = $1 AND customer_id = i.id AND ${IS_REMOVED})) e)`;

/** SQL: the first instant of what is stored about a customer and its aliases. It is null when nothing is left. @param customer id, a parameter or column */
export const firstActivityOf = (customer: string): string => extreme(customer, 'min', 'ASC');

/** SQL: the last instant of what is stored about a customer and its aliases. It is null when nothing is left. @param customer id, a parameter or column */
export const lastActivityOf = (customer: string): string => extreme(customer, 'max', 'DESC');
