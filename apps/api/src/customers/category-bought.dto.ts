import { ApiProperty } from '@nestjs/swagger';
import { LIMITS } from '#libs/core';

/** A category that a customer has bought from. */
export class CategoryBoughtDto {
  @ApiProperty({ minLength: 1, maxLength: LIMITS.items.categoryLength, example: 'Coffee' })
  category: string;

  @ApiProperty({ type: 'integer', minimum: 1, example: 3, description: 'Orders that count and have an item of the category' })
  orders: number;

  @ApiProperty({ format: 'date-time', description: 'When the first of these orders was placed', example: '2026-03-02T10:15:00.000Z' })
  first_at: string;

  @ApiProperty({ format: 'date-time', description: 'When the last of these orders was placed', example: '2026-10-21T18:40:00.000Z' })
  last_at: string;
}
