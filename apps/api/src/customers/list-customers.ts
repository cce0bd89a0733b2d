import { Injectable } from '@nestjs/common';
import { AppError, type TenantId } from '#libs/core';
import { Database } from '#libs/database';
import type { CustomerPageDto, ListCustomersQuery } from '#libs/dto';
import { toCustomer } from './customer-row.js';
import { listByScore } from './list-customers.sql.js';
import { decodeCursor, encodeCursor } from './page-cursor.js';

/** Pages through the customers of a tenant by keyset: as fast at any depth, and nobody is skipped when scores change meanwhile. */
@Injectable()
export class ListCustomers {
  constructor(private readonly database: Database) {}

  /** @throws AppError `invalid_query` for a cursor of another sort or tenant, or a minimum above the maximum. */
  async page(tenantId: TenantId, query: ListCustomersQuery): Promise<CustomerPageDto> {
    const { churn_label: labels = null, min_score: minScore = null, max_score: maxScore = null, limit, sort } = query;
    if (minScore !== null && maxScore !== null && minScore > maxScore) throw emptyRange(minScore, maxScore);
    const after = query.cursor === undefined ? null : decodeCursor(tenantId, sort, query.cursor);
    const rows = await this.database.transaction(tenantId, (db) => listByScore(db, { labels, minScore, maxScore }, after, limit + 1));
    const page = rows.slice(0, limit);
    const last = page.at(-1);
    const hasMore = rows.length > limit;
    return {
      data: page.map(toCustomer),
      pagination: { next_cursor: hasMore && last !== undefined ? encodeCursor(tenantId, sort, last) : null, has_more: hasMore },
    };
  }
}

function emptyRange(min: number, max: number): AppError {
  const message = `min_score ${min} is above max_score ${max}`;
  return new AppError('invalid_query', message, [{ field: 'min_score', code: 'empty_range', message }]);
}
