import { identifiersOf } from './aliases.sql.js';

// Needs events_by_customer and the primary key of kept_orders.
const extreme = (customer: string, which: 'min' | 'max', order: string, kept: string): string => `(
  SELECT ${which}(e.at) FROM unnest(${identifiersOf(customer)}) AS i (id), LATERAL (
    (SELECT occurred_at AS at FROM events WHERE tenant_id = $1 AND customer_id = i.id ORDER BY occurred_at ${order} LIMIT 1)
    UNION ALL (SELECT ${which}(${kept}) FROM kept_orders WHERE tenant_id = $1 AND customer_id = i.id)) e)`;

/** SQL: the first instant of what is stored about a customer and its aliases. It is null when nothing is left. @param customer id, a parameter or column */
export const firstActivityOf = (customer: string): string => extreme(customer, 'min', 'ASC', 'first_at');

/** SQL: the last instant of what is stored about a customer and its aliases. It is null when nothing is left. @param customer id, a parameter or column */
export const lastActivityOf = (customer: string): string => extreme(customer, 'max', 'DESC', 'last_at');
