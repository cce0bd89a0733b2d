import { Injectable, type StreamableFile } from '@nestjs/common';
import { Clock, type CustomerId, customerIdOf, LIMITS, type TenantId } from '#libs/core';
import { ListCustomersQuery } from '#libs/dto';
import { Downloads } from '../../http/transport/downloads.js';
import { ListCustomers } from '../list-customers.js';
import { CSV_HEAD, csvLine } from './customer-csv.js';
import type { ExportCustomersQuery } from './export-customers.dto.js';

/** Customers in memory at once, about a megabyte. */
const PAGE = 1000;

/** Sends a list of customers as a CSV file, reading a page at a time. */
@Injectable()
export class ExportCustomers {
  constructor(
    private readonly customers: ListCustomers,
    private readonly downloads: Downloads,
    private readonly clock: Clock,
  ) {}

  /** @throws AppError `invalid_query` for a range whose end is before its beginning; the errors of `Downloads` */
  open(tenantId: TenantId, query: ExportCustomersQuery): Promise<StreamableFile> {
    return this.send(tenantId, Object.assign({}, query, { limit: PAGE }), null);
  }

  /**
   * Sends those of the customers that exist, the most revenue at risk first. They are one page, so none of them moves while it is read.
   * @throws the errors of `Downloads`
   */
  openChosen(tenantId: TenantId, externalIds: readonly string[]): Promise<StreamableFile> {
    const query = Object.assign(new ListCustomersQuery(), { sort: 'revenue_at_risk_desc' as const, limit: LIMITS.segments.customers });
    return this.send(tenantId, query, externalIds.map((each) => customerIdOf(tenantId, each))); // prettier-ignore
  }

  private send(tenantId: TenantId, query: ListCustomersQuery, among: readonly CustomerId[] | null): Promise<StreamableFile> {
    return this.downloads.open(tenantId, this.partsOf(tenantId, query, among), {
      type: 'text/csv; charset=utf-8',
      disposition: `attachment; filename="customers-${this.clock.now().toISOString().slice(0, 10)}.csv"`,
    });
  }

  private async *partsOf(tenantId: TenantId, query: ListCustomersQuery, among: readonly CustomerId[] | null): AsyncGenerator<string> {
    let { cursor } = query;
    for (let before = CSV_HEAD; ; before = '') {
      const { data, pagination } = await this.customers.page(tenantId, Object.assign({}, query, { cursor }), among);
      yield before + data.map(csvLine).join('');
      if (pagination.next_cursor === null) return;
      cursor = pagination.next_cursor;
    }
  }
}
