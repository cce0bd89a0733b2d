import { ApiProperty } from '@nestjs/swagger';
import { PaginationDto } from './page.dto.js';

const ORDER_STATUSES = ['placed', 'cancelled', 'refunded'] as const;

export class OrderDto {
  @ApiProperty({ type: String, nullable: true, description: 'Your own identifier; null when the event named none' })
  order_id: string | null;

  @ApiProperty({
    type: String,
    nullable: true,
    example: '#1001',
    description:
      'The number by which people know the order (`data.order_number`); null when the events of its first and last state name none',
  })
  order_number: string | null;

  @ApiProperty({ type: String, format: 'date-time', description: 'The earliest event of the order' })
  placed_at: string;

  @ApiProperty({ type: String, nullable: true, example: '123.45', description: 'The last reported value, before refunds' })
  amount: string | null;

  @ApiProperty({ example: '0.00', description: 'The refunded amount' })
  refunded: string;

  @ApiProperty({ example: 'EUR' })
  currency: string;

  @ApiProperty({ enum: ORDER_STATUSES, description: '`refunded`: the whole amount was refunded' })
  status: (typeof ORDER_STATUSES)[number];

  @ApiProperty({ description: 'Whether it is a test order, which is never counted' })
  test: boolean;
}

export class OrderPageDto {
  @ApiProperty({ type: [OrderDto], description: 'The latest first' })
  data: OrderDto[];

  @ApiProperty({ type: PaginationDto })
  pagination: PaginationDto;

  @ApiProperty({
    type: String,
    format: 'date-time',
    nullable: true,
    description: 'Older orders of the customer are removed by the retention and only counted in scores and sums; null: none are',
  })
  removed_before: string | null;
}
