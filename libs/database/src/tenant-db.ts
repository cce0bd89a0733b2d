import type { OutboundEvent, TenantId } from '#libs/core';
import { newIds } from '#libs/core';
import type { EntityManager, EntityTarget, ObjectLiteral, Repository } from 'typeorm';

export type Row = Record<string, unknown>;

/** Sends one statement on the transaction's connection and gives its rows. @param prepared planned once per connection instead of every time. */
export type Send = (sql: string, parameters: readonly unknown[], prepared?: boolean) => Promise<Row[]>;

/** An announcement on its way into the outbox. `sequence` rises per customer. */
export interface OutboxEntry {
  readonly customerId: string;
  readonly sequence: string;
  readonly payload: OutboundEvent;
}

// Needs no index but the primary key.
const APPEND_OUTBOX = `
INSERT INTO outbox (tenant_id, id, customer_id, sequence, event, payload, created_at, traceparent)
SELECT $1, id, customer_id, sequence, payload ->> 'event', payload, $6, $7::text
FROM unnest($2::uuid[], $3::uuid[], $4::bigint[], $5::jsonb[]) AS entry (id, customer_id, sequence, payload)`;

/** One tenant's data within one transaction. There is no other way to the tables of tenants. */
export class TenantDb {
  constructor(
    readonly tenantId: TenantId,
    private readonly send: Send,
    private readonly entities: EntityManager,
  ) {}

  /** Runs `sql` with the tenant as $1 and `parameters` from $2 on. */
  query<T>(sql: string, parameters: readonly unknown[] = []): Promise<T[]> {
    return this.send(sql, [this.tenantId, ...parameters]) as Promise<T[]>;
  }

  /** As `query`, for a constant statement on a hot path whose best plan does not depend on the parameters. */
  prepared<T>(sql: string, parameters: readonly unknown[] = []): Promise<T[]> {
    return this.send(sql, [this.tenantId, ...parameters], true) as Promise<T[]>;
  }

  /** For settings and accounts, where no path is hot. Rows of other tenants stay out of sight by row-level security. */
  repository<T extends ObjectLiteral>(entity: EntityTarget<T>): Repository<T> {
    return this.entities.getRepository(entity);
  }

  /**
   * Writes announcements in the caller's transaction; the relay sends them after the commit.
   * @param traceparent of the work that has them to tell; their deliveries go on with its trace.
   */
  async appendOutbox(entries: readonly OutboxEntry[], now: Date, traceparent?: string): Promise<void> {
    if (entries.length === 0) return;
    await this.query(APPEND_OUTBOX, [
      // Retention goes by the id, so the id carries the time of the event and not that of the machine.
      newIds(entries.length, now),
      entries.map((entry) => entry.customerId),
      entries.map((entry) => entry.sequence),
      entries.map((entry) => JSON.stringify(entry.payload)),
      now,
      traceparent ?? null,
    ]);
  }
}
