import { Injectable } from '@nestjs/common';
import { readContactRates } from '#libs/campaigns';
import { Clock, type CustomerId, type TenantId } from '#libs/core';
import { Database, type TenantDb } from '#libs/database';
import type { CustomerDto, CustomerPageDto, CustomerSort, ListCustomersQuery } from '#libs/dto';
import { type CustomerRow, toCustomers } from '#libs/customers';
import { listCustomers, type ListedCustomers, type ListedRow } from './list-customers.sql.js';
import { ALL, type CustomerFilter, includesUnscored, selectScored, UNSCORED } from './list-groups.js';
import { choiceIn, controlsOf, requireRanges, withinSegment } from './list-conditions.js';
import { decodeCursor, encodeCursor, type PageEnd } from './page-cursor.js';
import { decodeSearchCursor, encodeSearchCursor } from './search-cursor.js';
import { mayHaveCustomers, positionIn, readToWinRules, sectionsAfter } from './to-win-order.js';
import { searchCustomers } from './search-customers.sql.js';

/** Pages through a tenant's customers by keyset: equally fast at any depth, and changes of other customers do not make it skip any. */
@Injectable()
export class ListCustomers {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /**
   * @param among internal ids of the customers who may be listed; null for all
   * @throws AppError `invalid_query` for a cursor of another sort or tenant, or a range that ends before it begins
   */
  async page(tenantId: TenantId, query: ListCustomersQuery, among: readonly CustomerId[] | null = null): Promise<CustomerPageDto> {
    const { limit, sort } = query;
    const now = this.clock.now();
    requireRanges(query, now);
    const filter = await this.filterOf(tenantId, query, among, now);
    if (query.external_id_prefix !== undefined) return this.search(tenantId, query, query.external_id_prefix, filter);
    const after = query.cursor === undefined ? null : decodeCursor(tenantId, sort, query.cursor);
    const request: ListRequest = { sort, filter, after, rows: limit + 1 };
    const { rows, data } = await this.database.read(tenantId, (db) => readPage(db, readList(db, request), limit, now));
    const last = rows[data.length - 1];
    const hasMore = rows.length > limit;
    return {
      data,
      pagination: { next_cursor: hasMore && last !== undefined ? encodeCursor(tenantId, sort, endAt(last)) : null, has_more: hasMore },
    };
  }

  /** Reads a segment from the primary: it may be only seconds old. */
  private async filterOf(
    tenantId: TenantId,
    query: ListCustomersQuery,
    among: readonly CustomerId[] | null,
    now: Date,
  ): Promise<CustomerFilter & ListConditions> {
    const { segment } = query;
    const asked = { ...choiceIn(query), among };
    const needsDatabase = segment !== undefined || asked.control_group != null;
    const resolve = async (db: TenantDb) => {
      const choice = segment === undefined ? asked : await withinSegment(db, asked, segment, now);
      return { ...choice, controls: await controlsOf(db, choice, now) };
    };
    const choice = needsDatabase ? await this.database.transaction(tenantId, resolve) : asked;
    const { labels, min_score: minScore, max_score: maxScore, control_group: _, ...conditions } = choice;
    return { labels, minScore, maxScore, conditions, now };
  }

  private async search(
    tenantId: TenantId,
    { cursor, limit }: ListCustomersQuery,
    prefix: string,
    filter: CustomerFilter & ListConditions,
  ): Promise<CustomerPageDto> {
    const after = cursor === undefined ? '' : decodeSearchCursor(tenantId, prefix, cursor);
    const search = { ...filter, prefix, filter, after, rows: limit + 1 };
    const { rows, data } = await this.database.read(tenantId, (db) => readPage(db, searchCustomers(db, search), limit, filter.now));
    const last = rows[data.length - 1];
    const hasMore = rows.length > limit;
    return {
      data,
      pagination: {
        next_cursor: hasMore && last !== undefined ? encodeSearchCursor(tenantId, prefix, last.found_as) : null,
        has_more: hasMore,
      },
    };
  }
}

/** Reads rows, one more than the page has if there are others, and the customers of the page. */
async function readPage<Row extends CustomerRow>(
  db: TenantDb,
  found: Promise<Row[]>,
  limit: number,
  now: Date,
): Promise<{ readonly rows: readonly Row[]; readonly data: CustomerDto[] }> {
  const rows = await found;
  return { rows, data: await toCustomers(db, rows.slice(0, limit), now) };
}

type ListConditions = Pick<ListedCustomers, 'conditions' | 'now'>;

interface ListRequest {
  readonly sort: CustomerSort;
  readonly filter: CustomerFilter & ListConditions;
  readonly after: PageEnd | null;
  /** One row more than the page shows. */
  readonly rows: number;
}

/**
 * Customers with a score, followed by those without. By creation both are in one order: while a walk lasts, customers get their first score
 * and would move from behind the cursor to before it.
 */
async function readList(db: TenantDb, { sort, filter, after, rows }: ListRequest): Promise<ListedRow[]> {
  const isByCreation = sort === 'created_asc' || sort === 'created_desc';
  const hasUnscored = filter.conditions.lifecycle == null && includesUnscored(filter);
  if (isByCreation) return listCustomers(db, { ...filter, sort, selection: hasUnscored ? ALL : selectScored(filter) }, after, rows);
  const isAmongUnscored = after?.isScored === false;
  const scored = isAmongUnscored ? [] : await readScored(db, { sort, filter, after, rows });
  if (scored.length === rows || !hasUnscored) return scored;
  const unscored = await listCustomers(db, { ...filter, sort, selection: UNSCORED }, isAmongUnscored ? after : null, rows - scored.length);
  return [...scored, ...unscored];
}

async function readScored(db: TenantDb, request: ListRequest): Promise<ListedRow[]> {
  const { sort, filter, after, rows } = request;
  if (sort === 'to_win_desc') return readByToWin(db, request);
  const rates = sort === 'contact_value_desc' ? await readContactRates(db) : null;
  return listCustomers(db, { ...filter, sort, selection: selectScored(filter), rates }, after, rows);
}

/** Reads section by section, each by the index of its order. */
async function readByToWin(db: TenantDb, { sort, filter, after: end, rows }: ListRequest): Promise<ListedRow[]> {
  const rules = await readToWinRules(db, filter.now);
  const found: ListedRow[] = [];
  for (const { section, after } of sectionsAfter(end)) {
    if (found.length === rows) break;
    if (!mayHaveCustomers(section, filter.conditions, rules)) continue;
    const listed = { ...filter, sort, selection: selectScored(filter), section: { name: section, rules } };
    const more = await listCustomers(db, listed, after, rows - found.length);
    found.push(...more.map((row) => ({ ...row, position: positionIn(section, row.position) })));
  }
  return found;
}

const endAt = (row: ListedRow): PageEnd => ({ isScored: row.score !== null, value: row.position, id: row.id });
