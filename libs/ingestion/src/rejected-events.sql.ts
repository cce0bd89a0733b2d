import { LIMITS } from '#libs/core';
import type { TenantDb } from '#libs/database';

/** A rejected event as it is kept. Nothing in it is a value that broke a rule. */
export interface KeptRejection {
  readonly via: string;
  readonly sender: string | null;
  readonly event_id: string | null;
  readonly customer_id: string | null;
  readonly external_id: string | null;
  readonly order_id: string | null;
  readonly event_type: string | null;
  readonly code: string;
  readonly reason: string;
  /** Further rejected events of the same request, which are not kept. */
  readonly further: number;
}

const COLUMNS = 'via, sender, event_id, customer_id, external_id, order_id, event_type, code, reason, further';

const NEW = COLUMNS.split(', ').map((name) => `EXCLUDED.${name}`).join(', '); // prettier-ignore

const LOCK = `SELECT pg_advisory_xact_lock(hashtextextended('rejected events ' || $1::uuid::text, 0))`;

// The rows of a tenant are a ring: a new one takes the place of the oldest, so that no sender fills the disk. Needs the primary key. Without
// RETURNING, Citus would make it a COPY, which policies forbid.
const KEEP = `
WITH next AS (SELECT coalesce(max(number), -1) AS number FROM rejected_events WHERE tenant_id = $1)
INSERT INTO rejected_events (tenant_id, slot, number, received_at, ${COLUMNS})
SELECT $1, (n.number + r.place) % ${LIMITS.rejections.kept}, n.number + r.place, $3, ${COLUMNS}
FROM next n, ROWS FROM (jsonb_to_recordset($2::jsonb) AS (
  via text, sender text, event_id text, customer_id uuid, external_id text, order_id text, event_type text, code text,
  reason text, further int)) WITH ORDINALITY AS r (${COLUMNS}, place)
ON CONFLICT (tenant_id, slot) DO UPDATE SET (number, received_at, ${COLUMNS}) =
  (EXCLUDED.number, EXCLUDED.received_at, ${NEW})
RETURNING slot`;

/** Keeps rejections in the place of the oldest ones. */
export async function keepRejections(db: TenantDb, rows: readonly KeptRejection[], now: Date): Promise<void> {
  await db.query(LOCK);
  await db.query(KEEP, [JSON.stringify(rows), now]);
}
