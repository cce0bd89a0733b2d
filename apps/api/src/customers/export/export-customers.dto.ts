import { ApiPropertyOptional } from '@nestjs/swagger';
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
