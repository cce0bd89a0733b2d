import type { OutboxPayload, TenantId } from '#libs/core';
import { newIds } from '#libs/core';
import type { EntityManager, ObjectLiteral, ObjectType } from 'typeorm';
import { column, rowColumns } from './columns/row-columns.js';
import { TenantRepository } from './tenant-repository.js';

export type Row = Record<string, unknown>;

/**
 * Sends one statement on the transaction's connection and returns its rows.
 * @param prepared true: Postgres plans the statement once per connection instead of every time
 */
export type Send = (sql: string, parameters: readonly unknown[], prepared?: boolean) => Promise<Row[]>;

/** An outbox event that is not stored yet. `sequence` rises per customer. */
export interface OutboxEntry {
  readonly customerId: string;
  readonly sequence: string;
  readonly payload: OutboxPayload;
}

const OUTBOX = rowColumns<OutboxEntry & { readonly id: string }>({
  id: column.uuid((row) => row.id),
  customer_id: column.uuid((row) => row.customerId),
  sequence: column.bigint((row) => row.sequence),
  payload: column.json((row) => JSON.stringify(row.payload)),
});

// Needs no index but the primary key.
const APPEND_OUTBOX = `
INSERT INTO outbox (tenant_id, id, customer_id, sequence, event, payload, created_at, traceparent)
SELECT t.id, entry.id, customer_id, sequence, payload ->> 'event', payload, ${OUTBOX.parameterAfter(1)}, ${OUTBOX.parameterAfter(2)}::text
FROM tenants t, ${OUTBOX.unnest('entry')} WHERE t.id = $1`;

/** The data of one tenant within one transaction. Tables of tenants can only be reached through it. */
export class TenantDb {
  constructor(
    readonly tenantId: TenantId,
    private readonly send: Send,
    private readonly entities: () => EntityManager,
    /** The rows are on a node of a Citus cluster, where some statements need another form. */
    readonly isDistributed = false,
  ) {}

  /** Runs `sql` with the tenant as $1 and `parameters` from $2 on. */
  query<T>(sql: string, parameters: readonly unknown[] = []): Promise<T[]> {
    return this.send(sql, [this.tenantId, ...parameters]) as Promise<T[]>;
  }

  /** Like `query`, for a constant statement on a hot path with a best plan that does not depend on the parameters. */
  prepared<T>(sql: string, parameters: readonly unknown[] = []): Promise<T[]> {
    return this.send(sql, [this.tenantId, ...parameters], true) as Promise<T[]>;
  }

  /** Returns the tenant's rows of one table, for simple statements that are not hot: settings, accounts, campaigns, billing. */
  repository<E extends ObjectLiteral>(entity: ObjectType<E>): TenantRepository<E> {
    return new TenantRepository(this.entities().getRepository(entity), this.tenantId);
  }

  /**
   * Locks the row of the tenant until the transaction ends, so that two changes of the same settings come one after the other.
   * NO KEY: other transactions can still write rows that only refer to the tenant.
   */
  async lockTenant(): Promise<void> {
    await this.query('SELECT FROM tenants WHERE id = $1 FOR NO KEY UPDATE');
  }

  /**
   * Writes outbox events in the caller's transaction; the relay turns them into deliveries after the commit.
   * @param traceparent the trace of the work that caused the events; their deliveries continue it
   */
  async appendOutbox(entries: readonly OutboxEntry[], now: Date, traceparent?: string): Promise<void> {
    if (entries.length === 0) return;
    // Retention goes by the id, so the id carries the time of the event and not that of the machine.
    const ids = newIds(entries.length, now);
    const rows = entries.map((entry, index) => ({ ...entry, id: ids[index]! }));
    await this.query(APPEND_OUTBOX, [...OUTBOX.parametersOf(rows), now, traceparent ?? null]);
  }
}
