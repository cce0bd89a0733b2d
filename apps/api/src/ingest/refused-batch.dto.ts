import { ApiPropertyOptional } from '@nestjs/swagger';
import { EventResultDto } from '#libs/dto';
import { ErrorDto } from '../http/errors/error.dto.js';

/** The answer to a batch without an accepted event. A body that is not a batch is refused without results. */
export class RefusedBatchDto extends ErrorDto {
  @ApiPropertyOptional({ type: 'integer' })
  accepted?: number;

  @ApiPropertyOptional({ type: 'integer' })
  rejected?: number;

  @ApiPropertyOptional({ type: 'integer' })
  duplicates?: number;

  @ApiPropertyOptional({
    type: [EventResultDto],
    description: 'Present when every event was rejected: one result per event, in the order sent',
  })
  results?: EventResultDto[];

  @ApiPropertyOptional({
    type: [String],
    description: 'Present when events have unknown fields: a mistyped name comes with the one that was most likely meant',
    example: ['events have unknown fields in 1 event that count for nothing: evnt_id (did you mean event_id?)'],
  })
  warnings?: string[];
}
