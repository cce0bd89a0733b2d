import { ApiProperty } from '@nestjs/swagger';
import { ChurnSummaryDto } from './customer.dto.js';
import { IsInstant } from './event-rules.js';
import { PageQuery, PaginationDto } from './page.dto.js';

export class LabelChangesQuery extends PageQuery {
  @ApiProperty({
    format: 'date-time',
    example: '2026-11-21T03:00:00.000Z',
    description: 'Label changes since then. Take `next_since` of your last walk',
  })
  @IsInstant()
  since: string;
}

export class LabelChangeDto {
  @ApiProperty({ example: 'c-1042', description: 'Your own identifier of the customer' })
  external_id: string;

  @ApiProperty({ type: ChurnSummaryDto, nullable: true, description: 'The present score and label. Null: the customer has none any more' })
  churn: ChurnSummaryDto | null;

  @ApiProperty({ format: 'date-time', description: 'When the label last changed, appeared or went away' })
  changed_at: string;
}

export class LabelChangePageDto {
  @ApiProperty({ type: [LabelChangeDto] })
  data: LabelChangeDto[];

  @ApiProperty({ type: PaginationDto })
  pagination: PaginationDto;

  @ApiProperty({
    format: 'date-time',
    description:
      'The `since` of your next walk, once this one has reached its last page. It is some minutes before this walk began, so a change that was being written is not missed, and a few changes come twice',
  })
  next_since: string;
}
