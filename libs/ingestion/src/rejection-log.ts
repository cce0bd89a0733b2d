import { customerIdOf, isEventType, LIMITS, MINUTE_MS, type TenantId } from '#libs/core';
import type { Database, TenantDb } from '#libs/database';
import { LRUCache } from 'lru-cache';
import type { EventSource } from './event-source.js';
import { textProblem } from './validation/rejection.js';

/** Something that was rejected: the input as it came, and the broken rule. */
export interface RejectedInput {
  readonly input: unknown;
  readonly code: string;
  /** Names no value. */
  readonly reason: string;
}

const { perRequest, perMinute } = LIMITS.rejections;
const TENANTS_KEPT = 10_000;

/**
 * Keeps rejected events for people to look at. Rejections are cheap to send, so few of a request are kept, few of a minute, and few in all:
 * the rest is only counted.
 */
export class RejectionLog {
  /** The rejections of a minute that were kept. */
  private readonly minutes = new LRUCache<TenantId, { kept: number }>({ max: TENANTS_KEPT, ttl: MINUTE_MS });

  constructor(private readonly database: Database) {}

  /** Keeps the first ones of a request. A database that refuses them fails no request. @returns the number kept */
  async keep(tenantId: TenantId, source: EventSource, rejections: readonly RejectedInput[], now: Date): Promise<number> {
    const count = this.admit(tenantId, Math.min(rejections.length, perRequest));
    if (count === 0) return 0;
    const rows = rejections.slice(0, count).map((each, i) => {
      const further = i === count - 1 ? rejections.length - count : 0;
      return {
        via: source.via,
        sender: source.sender,
        ...identifiersIn(tenantId, each.input),
        code: each.code,
        reason: each.reason,
        further,
      };
    });
    const kept = this.database.transaction(tenantId, (db) => keepRejections(db, rows, now));
    return kept.then(
      () => count,
      () => 0,
    );
  }

  /** @returns how many of the rows may be kept in this minute */
  private admit(tenantId: TenantId, rows: number): number {
    const minute = this.minutes.get(tenantId) ?? { kept: 0 };
    if (minute.kept === 0) this.minutes.set(tenantId, minute);
    const admitted = Math.min(rows, perMinute - minute.kept);
    minute.kept += admitted;
    return admitted;
  }
}

type Identifiers = Pick<KeptRejection, 'event_id' | 'customer_id' | 'external_id' | 'order_id' | 'event_type'>;

/** Returns the ids in a rejected event, each only if an accepted event might have it. */
function identifiersIn(tenantId: TenantId, input: unknown): Identifiers {
  const fields = fieldsOf(input);
  const externalId = identifier(fields['customer_id']);
  const type = fields['event_type'];
  const orderId = fieldsOf(fields['data'])['order_id'];
  return {
    event_id: identifier(fields['event_id']),
    customer_id: externalId === null ? null : customerIdOf(tenantId, externalId),
    external_id: externalId,
    order_id: identifier(typeof orderId === 'number' ? String(orderId) : orderId),
    event_type: typeof type === 'string' && isEventType(type) ? type : null,
  };
}

const fieldsOf = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
const identifier = (value: unknown): string | null => (textProblem('id', value) === null ? (value as string) : null);

/** A rejected event as it is kept. Nothing in it is a value that broke a rule. */
interface KeptRejection {
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

const NEW = COLUMNS.split(', ')
  .map((name) => `EXCLUDED.${name}`)
  .join(', ');

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
async function keepRejections(db: TenantDb, rows: readonly KeptRejection[], now: Date): Promise<void> {
  await db.query(LOCK);
  await db.query(KEEP, [JSON.stringify(rows), now]);
}
