import type { CustomerId } from '#libs/core';
import { type TenantDb, unitsOf } from '#libs/database';
import { DIFFERS, EVENTS, type ReceivedRow } from './store-events.sql.js';

// Needs the primary key of events. It locks in the order in which events are inserted, and looks again once it has a row: of two imports at once,
// the second sees the first one's content.
const CORRECT = `
WITH input (${EVENTS.names}) AS MATERIALIZED (SELECT ${EVENTS.sideBySide}),
stored AS MATERIALIZED (
  SELECT e.event_id, e.customer_id, e.event_type, e.value FROM input JOIN events e ON e.tenant_id = $1 AND e.event_id = input.event_id
  WHERE ${DIFFERS} ORDER BY e.event_id FOR UPDATE OF e)
UPDATE events e SET ${EVENTS.assigned('input')}, received_at = now()
FROM input JOIN stored ON stored.event_id = input.event_id WHERE e.tenant_id = $1 AND e.event_id = input.event_id
RETURNING e.event_id AS "eventId", stored.customer_id AS "customerId", CASE WHEN stored.event_type = 'order_refunded' THEN stored.value::float8 END AS refunded`;

interface Replaced {
  readonly eventId: string;
  readonly customerId: CustomerId;
  readonly refunded: number | null;
}

/** Events that have taken the place of what an earlier import said, and the customers who had them. */
export interface Corrections {
  readonly rows: readonly ReceivedRow[];
  readonly previousOwners: readonly CustomerId[];
}

/** Gives stored events the content that a later import states. The caller's transaction must also store the score requests of these rows. */
export async function correctEvents(db: TenantDb, events: readonly ReceivedRow[], now: () => Date): Promise<Corrections> {
  if (events.length === 0) return { rows: [], previousOwners: [] };
  const replaced = new Map((await db.query<Replaced>(CORRECT, EVENTS.parametersOf(events))).map((row) => [row.eventId, row]));
  // Only now: an import that this one waited for must be the earlier one.
  const importedAt = now().getTime();
  const rows = events.flatMap((row) => {
    const before = replaced.get(row.event.eventId);
    return before === undefined ? [] : [{ ...row, importedAt, refundedBefore: unitsOf(before.refunded ?? 0) }];
  });
  return { rows, previousOwners: [...replaced.values()].map(({ customerId }) => customerId) };
}
