import { ApiPropertyOptional } from '@nestjs/swagger';
import { IsIn } from 'class-validator';
import { CUSTOMER_SORTS, type CustomerSort, ListCustomersQuery } from '#libs/dto';

/** Selects the customers of a file. By creation each comes exactly once, although their ranks change while the pages are read. */
export class ExportCustomersQuery extends ListCustomersQuery {
  @ApiPropertyOptional({
    enum: CUSTOMER_SORTS,
    default: 'created_asc',
    description: 'In an order other than `created_asc`, customers whose rank changes while the file is written can be missed or come twice',
  })
  override sort: CustomerSort = 'created_asc';
}

export const EXPORT_FORMATS = ['csv', 'ndjson'] as const;

export type ExportFormat = (typeof EXPORT_FORMATS)[number];

/** Selects the customers of a file, and its format. */
export class ExportFileQuery extends ExportCustomersQuery {
  @ApiPropertyOptional({
    enum: EXPORT_FORMATS,
    default: 'csv',
    description: '`csv`: a table for spreadsheets. `ndjson`: a customer of GET /customers in each line, as JSON',
  })
  @IsIn(EXPORT_FORMATS, { message: `format must be one of ${EXPORT_FORMATS.join(', ')}` })
  format: ExportFormat = 'csv';
}
