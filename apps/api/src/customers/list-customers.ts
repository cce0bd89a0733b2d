import { Injectable } from '@nestjs/common';
import { AppError, type TenantId } from '#libs/core';
import { Database, type TenantDb } from '#libs/database';
import type { CustomerPageDto, CustomerSort, ListCustomersQuery } from '#libs/dto';
import { toCustomer } from './customer-row.js';
import { listCustomers, type ListedRow } from './list-customers.sql.js';
import { type CustomerFilter, includesUnscored, selectScored, UNSCORED } from './list-groups.js';
import { decodeCursor, encodeCursor, type PageEnd } from './page-cursor.js';
import { decodeSearchCursor, encodeSearchCursor } from './search-cursor.js';
import { searchCustomers } from './search-customers.sql.js';

/** Pages through a tenant's customers by keyset: equally fast at any depth, and changes of other customers skip nobody. */
@Injectable()
export class ListCustomers {
  constructor(private readonly database: Database) {}

  /** @throws AppError `invalid_query` for a cursor of another sort or tenant, or a minimum above the maximum. */
  async page(tenantId: TenantId, query: ListCustomersQuery): Promise<CustomerPageDto> {
    const { churn_label: labels = null, min_score: minScore = null, max_score: maxScore = null, limit, sort } = query;
    if (minScore !== null && maxScore !== null && minScore > maxScore) throw emptyRange(minScore, maxScore);
    const filter = { labels, minScore, maxScore };
    if (query.external_id_prefix !== undefined) return this.search(tenantId, query, query.external_id_prefix, filter);
    const after = query.cursor === undefined ? null : decodeCursor(tenantId, sort, query.cursor);
    const request: ListRequest = { sort, filter, after, rows: limit + 1 };
    const rows = await this.database.read(tenantId, (db) => readList(db, request));
    const page = rows.slice(0, limit);
    const last = page.at(-1);
    const hasMore = rows.length > limit;
    return {
      data: page.map(toCustomer),
      pagination: { next_cursor: hasMore && last !== undefined ? encodeCursor(tenantId, sort, endAt(last)) : null, has_more: hasMore },
    };
  }

  private async search(
    tenantId: TenantId,
    { cursor, limit }: ListCustomersQuery,
    prefix: string,
    filter: CustomerFilter,
  ): Promise<CustomerPageDto> {
    const after = cursor === undefined ? '' : decodeSearchCursor(tenantId, prefix, cursor);
    const rows = await this.database.read(tenantId, (db) => searchCustomers(db, { prefix, filter, after, rows: limit + 1 }));
    const page = rows.slice(0, limit);
    const last = page.at(-1);
    const hasMore = rows.length > limit;
    return {
      data: page.map(toCustomer),
      pagination: {
        next_cursor: hasMore && last !== undefined ? encodeSearchCursor(tenantId, prefix, last.external_id) : null,
        has_more: hasMore,
      },
    };
  }
}

interface ListRequest {
  readonly sort: CustomerSort;
  readonly filter: CustomerFilter;
  readonly after: PageEnd | null;
  /** One row more than the page shows. */
  readonly rows: number;
}

/** Customers with a score, followed by those without. */
async function readList(db: TenantDb, { sort, filter, after, rows }: ListRequest): Promise<ListedRow[]> {
  const isAmongUnscored = after?.isScored === false;
  const scored = isAmongUnscored ? [] : await listCustomers(db, sort, selectScored(filter), after, rows);
  if (scored.length === rows || !includesUnscored(filter)) return scored;
  const unscored = await listCustomers(db, sort, UNSCORED, isAmongUnscored ? after : null, rows - scored.length);
  return [...scored, ...unscored];
}

const endAt = (row: ListedRow): PageEnd => ({ isScored: row.score !== null, value: row.position, id: row.id });

function emptyRange(min: number, max: number): AppError {
  const message = `min_score ${min} is above max_score ${max}`;
  return new AppError('invalid_query', message, [{ field: 'min_score', code: 'empty_range', message }]);
}
