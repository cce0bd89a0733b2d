import { ApiProperty } from '@nestjs/swagger';
import { LIMITS } from '#libs/core';

/** Customers after their first order. */
export class FirstOrdersDto {
  @ApiProperty({ type: 'integer', minimum: 0, example: 412, description: 'Customers whose first order is older than the window' })
  first_orders: number;

  @ApiProperty({
    type: 'integer',
    minimum: 0,
    example: 131,
    description: 'How many of them ordered again, on a later day, within the window',
  })
  returned: number;

  @ApiProperty({ type: Number, nullable: true, minimum: 0, maximum: 1, example: 0.318, description: 'Null: fewer than 30 first orders' })
  rate: number | null;

  @ApiProperty({
    type: [Number],
    nullable: true,
    minItems: 2,
    maxItems: 2,
    example: [0.275, 0.364],
    description: 'The 95 % interval of the rate, lower bound first',
  })
  ci95: [number, number] | null;
}

const COMPARED = ['more', 'less', 'unclear'] as const;

export class CategoryDto extends FirstOrdersDto {
  @ApiProperty({ minLength: 1, maxLength: LIMITS.items.categoryLength, example: 'Coffee' })
  category: string;

  @ApiProperty({ type: 'integer', minimum: 1, example: 930, description: 'Customers who have bought from it, in any order' })
  customers: number;

  @ApiProperty({
    enum: COMPARED,
    nullable: true,
    description:
      'Whether customers come back more or less often after a first order with this category than after one without it. `unclear`: chance can explain the difference; null: too few customers, or not among the 20 categories with the most first orders',
  })
  compared: (typeof COMPARED)[number] | null;
}

export class CategoriesDto {
  @ApiProperty({
    type: String,
    format: 'date-time',
    nullable: true,
    description: 'When this was counted; null: not yet, or no order has items',
  })
  counted_at: string | null;

  @ApiProperty({ type: 'integer', nullable: true, minimum: 90, example: 90, description: 'The window for coming back, in days' })
  window_days: number | null;

  @ApiProperty({ type: FirstOrdersDto, nullable: true, description: 'All first orders with a category' })
  all: FirstOrdersDto | null;

  @ApiProperty({ type: [CategoryDto], description: 'At most 200, those of most customers first' })
  data: CategoryDto[];
}
