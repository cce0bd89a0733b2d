import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { LIMITS } from '#libs/core';

export class RecalculateDto {
  @ApiPropertyOptional({
    type: 'array',
    items: { type: 'string', minLength: 1, maxLength: LIMITS.idLength },
    minItems: 1,
    maxItems: LIMITS.customersPerRecalculation,
    description: 'Your own identifiers of the customers; leave it out for all customers',
  })
  customer_ids?: string[];

  @ApiPropertyOptional({ default: false, description: 'Also recalculate scores that are less than one hour old' })
  force?: boolean;
}

export class RecalculationDto {
  @ApiProperty({ format: 'uuid', description: 'For GET /churn/jobs/{job_id}' })
  job_id: string;

  @ApiProperty({ type: 'integer', description: 'Customers that the job goes through' })
  queued: number;

  @ApiProperty({ description: 'One sentence about what happens now' })
  message: string;

  @ApiProperty({ type: [String], description: 'The ids in `customer_ids` for which no event ever arrived' })
  unknown: string[];
}
