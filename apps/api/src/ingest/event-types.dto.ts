import { ApiProperty } from '@nestjs/swagger';
import { EVENT_TYPES } from '#libs/core';

class EventTypeDto {
  @ApiProperty({ enum: EVENT_TYPES })
  type: string;

  @ApiProperty({ enum: ['purchase', 'engagement', 'negative', 'profile'] })
  role: string;

  @ApiProperty({ description: 'Whether your current model uses events of this type. Orders always count' })
  used_by_model: boolean;
}

export class EventTypeListDto {
  @ApiProperty({ type: [EventTypeDto] })
  data: EventTypeDto[];
}
