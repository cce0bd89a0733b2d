import { Injectable, type StreamableFile } from '@nestjs/common';
import { Clock, type CustomerId, customerIdOf, LIMITS, type TenantId } from '#libs/core';
import { type CustomerDto, type CustomerPageDto, ListCustomersQuery } from '#libs/dto';
import { Downloads } from '../../http/transport/downloads.js';
import { ListCustomers } from '../list-customers.js';
import { CSV_HEAD, csvLine } from '#libs/customers';
import type { ExportCustomersQuery, ExportFormat } from './export-customers.dto.js';

/** Customers in memory at once, about a megabyte. */
const PAGE = 1000;

interface FileFormat {
  readonly type: string;
  readonly head: string;
  readonly line: (customer: CustomerDto) => string;
}

const FORMATS: Readonly<Record<ExportFormat, FileFormat>> = {
  csv: { type: 'text/csv; charset=utf-8', head: CSV_HEAD, line: csvLine },
  ndjson: { type: 'application/x-ndjson', head: '', line: (customer) => `${JSON.stringify(customer)}\n` },
};

/** Sends a list of customers as a file, reading a page at a time. */
@Injectable()
export class ExportCustomers {
  constructor(
    private readonly customers: ListCustomers,
    private readonly downloads: Downloads,
    private readonly clock: Clock,
  ) {}

  /** @throws AppError `invalid_query` for a range that ends before it begins; the errors of `Downloads` */
  open(tenantId: TenantId, query: ExportCustomersQuery, format: ExportFormat = 'csv'): Promise<StreamableFile> {
    return this.send(tenantId, Object.assign({}, query, { limit: PAGE }), null, format);
  }

  /**
   * Sends the existing ones of these customers, the most revenue at risk first. They fit on one page, so none of them moves while it is read.
   * @throws the errors of `Downloads`
   */
  openChosen(tenantId: TenantId, externalIds: readonly string[]): Promise<StreamableFile> {
    const query = Object.assign(new ListCustomersQuery(), { sort: 'revenue_at_risk_desc' as const, limit: LIMITS.segments.customers });
    return this.send(
      tenantId,
      query,
      externalIds.map((each) => customerIdOf(tenantId, each)),
      'csv',
    );
  }

  private send(
    tenantId: TenantId,
    query: ListCustomersQuery,
    among: readonly CustomerId[] | null,
    format: ExportFormat,
  ): Promise<StreamableFile> {
    return this.downloads.open(
      tenantId,
      partsOf(FORMATS[format], query, (page) => this.customers.page(tenantId, page, among)),
      {
        type: FORMATS[format].type,
        disposition: `attachment; filename="customers-${this.clock.now().toISOString().slice(0, 10)}.${format}"`,
      },
    );
  }
}

async function* partsOf(
  { head, line }: FileFormat,
  query: ListCustomersQuery,
  read: (page: ListCustomersQuery) => Promise<CustomerPageDto>,
): AsyncGenerator<string> {
  let { cursor } = query;
  for (let before = head; ; before = '') {
    const { data, pagination } = await read(Object.assign({}, query, { cursor }));
    yield before + data.map(line).join('');
    if (pagination.next_cursor === null) return;
    cursor = pagination.next_cursor;
  }
}
