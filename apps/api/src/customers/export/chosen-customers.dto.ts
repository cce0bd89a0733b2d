import { ApiProperty } from '@nestjs/swagger';
import { LIMITS } from '#libs/core';
import { IsCustomerIds } from './customer-ids-rule.js';

export const CUSTOMER_IDS = {
  type: String,
  isArray: true,
  minItems: 1,
  maxItems: LIMITS.segments.customers,
  example: ['c-42', 'c-43'] as string[],
} as const;

/** Customers chosen in a list. */
export class ChosenCustomersDto {
  @ApiProperty({ ...CUSTOMER_IDS, description: 'Your own identifiers of the customers' })
  @IsCustomerIds()
  customer_ids: string[];
}
