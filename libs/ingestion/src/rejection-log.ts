import { customerIdOf, isEventType, LIMITS, MINUTE_MS, type TenantId } from '#libs/core';
import type { Database } from '#libs/database';
import { LRUCache } from 'lru-cache';
import type { EventSource } from './event-source.js';
import { keepRejections, type KeptRejection } from './rejected-events.sql.js';
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

  /** Keeps the first ones of a request. A database that refuses them fails no request. */
  async keep(tenantId: TenantId, source: EventSource, rejections: readonly RejectedInput[], now: Date): Promise<void> {
    const count = this.admit(tenantId, Math.min(rejections.length, perRequest));
    if (count === 0) return;
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
    await this.database.transaction(tenantId, (db) => keepRejections(db, rows, now)).catch(() => undefined);
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
