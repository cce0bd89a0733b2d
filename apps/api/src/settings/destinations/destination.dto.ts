import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsIn, IsOptional, IsString } from 'class-validator';
import { DESTINATION_KINDS, type DestinationKind, LIMITS, OUTBOUND_EVENT_TYPES } from '#libs/core';
import { IsName } from '#libs/dto';
import { IsEventTypes, IsTrueOrFalse } from '../settings-rules.js';

type EventType = (typeof OUTBOUND_EVENT_TYPES)[number];

const instant = (description: string) => ({ type: String, format: 'date-time', nullable: true, description });

const NAME = { minLength: 1, maxLength: LIMITS.destinations.nameLength, example: 'Warehouse' } as const;
const URL = { maxLength: LIMITS.urlLength, example: 'https://shop.example.com/webhooks' } as const;
const EVENT_TYPES = { enum: OUTBOUND_EVENT_TYPES, isArray: true, uniqueItems: true } as const;

export class DestinationDto {
  @ApiProperty({ format: 'uuid' })
  id: string;

  @ApiProperty({ enum: DESTINATION_KINDS, description: '`webhook`: your own server' })
  kind: DestinationKind;

  @ApiProperty({ ...NAME, description: 'For people' })
  name: string;

  @ApiProperty({ ...URL, type: String, nullable: true, description: 'Where webhooks go; null for the other kinds' })
  url: string | null;

  @ApiProperty({ ...EVENT_TYPES, nullable: true, description: 'The events that this webhook gets; null for the other kinds' })
  event_types: EventType[] | null;

  @ApiProperty()
  enabled: boolean;

  @ApiProperty({ type: String, nullable: true, example: 'gone', description: 'Why the service disabled it' })
  disabled_reason: string | null;

  @ApiProperty({ type: String, nullable: true, description: 'The last characters of its key; null for a kind without one' })
  key_hint: string | null;

  @ApiProperty(instant('When the last delivery succeeded'))
  last_success_at: string | null;

  @ApiProperty(instant('When the last attempt failed'))
  last_failure_at: string | null;

  @ApiProperty({ type: 'integer', description: 'Failed attempts since the last successful delivery' })
  consecutive_failures: number;

  @ApiProperty({ type: 'integer', description: 'Deliveries that wait for an attempt' })
  pending_count: number;

  @ApiProperty({ type: 'integer', description: 'Dead letters that are still kept' })
  dead_letter_count: number;

  @ApiProperty({ format: 'date-time' })
  created_at: string;

  @ApiProperty({ format: 'date-time' })
  updated_at: string;
}

export class DestinationsDto {
  @ApiProperty({ type: [DestinationDto], description: 'The first webhook (that of GET /settings/webhook) comes first' })
  data: DestinationDto[];
}

class DestinationFields {
  @ApiPropertyOptional({ ...URL, description: 'Of a webhook' })
  @IsOptional()
  @IsString({ message: 'url must be text' })
  url?: string;

  @ApiPropertyOptional({ ...EVENT_TYPES, minItems: 1, description: 'Of a webhook. Default: all' })
  @IsOptional()
  @IsEventTypes()
  event_types?: EventType[];
}

export class CreateDestinationDto extends DestinationFields {
  @ApiProperty({ enum: DESTINATION_KINDS })
  @IsIn(DESTINATION_KINDS, { message: `kind must be one of ${DESTINATION_KINDS.join(', ')}` })
  kind: DestinationKind;

  @ApiProperty(NAME)
  @IsName(LIMITS.destinations.nameLength)
  name: string;
}

export class ChangeDestinationDto extends DestinationFields {
  @ApiPropertyOptional(NAME)
  @IsOptional()
  @IsName(LIMITS.destinations.nameLength)
  name?: string;

  @ApiPropertyOptional({ description: 'true also enables a destination that the service disabled' })
  @IsOptional()
  @IsTrueOrFalse()
  enabled?: boolean;
}
