import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { LIMITS } from '#libs/core';

export class RecalculateDto {
  @ApiPropertyOptional({
    type: [String],
    minItems: 1,
    maxItems: LIMITS.customersPerRecalculation,
    description: 'Your own identifiers of the customers; leave it out for all customers',
  })
  customer_ids?: string[];

  @ApiPropertyOptional({ default: false, description: 'Calculate also what was calculated within the last hour' })
  force?: boolean;
}

export class RecalculationDto {
  @ApiProperty({ format: 'uuid', description: 'For GET /churn/jobs/{job_id}' })
  job_id: string;

  @ApiProperty({ type: 'integer', description: 'Customers that the job goes through' })
  queued: number;

  @ApiProperty({ description: 'What happens now, in a sentence' })
  message: string;

  @ApiProperty({ type: [String], description: 'Those of `customer_ids` that no event has ever named' })
  unknown: string[];
}
