import { ApiProperty } from '@nestjs/swagger';
import { LIMITS } from '#libs/core';

export class OrderIdsDto {
  @ApiProperty({
    type: 'array',
    items: { type: 'string', minLength: 1, maxLength: LIMITS.idLength },
    minItems: 1,
    maxItems: LIMITS.ordersPerLookUp,
    example: ['1001', '1002'],
    description: 'Your own identifiers of the orders, as in `data.order_id` of events',
  })
  order_ids: string[];
}

class OrderCustomerDto {
  @ApiProperty({ example: '1001' })
  order_id: string;

  @ApiProperty({ example: 'c-42', description: 'The customer who has the order' })
  external_id: string;
}

export class OrderCustomersDto {
  @ApiProperty({ type: [OrderCustomerDto], description: 'The orders that the service knows' })
  data: OrderCustomerDto[];
}

export class CustomerIdsDto {
  @ApiProperty({
    type: 'array',
    items: { type: 'string', minLength: 1, maxLength: LIMITS.idLength },
    minItems: 1,
    maxItems: LIMITS.ordersPerLookUp,
    example: ['c-42', 'c-43'],
    description: 'Your own identifiers of the customers, as in `customer_id` of events',
  })
  customer_ids: string[];
}

export class KnownCustomersDto {
  @ApiProperty({ type: [String], example: ['c-42'], description: 'Those of them that any event has named' })
  data: string[];
}

/** @param owners customers by their orders */
export const toOrderCustomers = (owners: ReadonlyMap<string, string>): OrderCustomersDto => ({
  data: [...owners].map(([orderId, externalId]) => ({ order_id: orderId, external_id: externalId })),
});
