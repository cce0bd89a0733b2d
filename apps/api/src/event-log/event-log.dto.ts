import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { EVENT_TYPES, type EventType, LIMITS } from '#libs/core';
import { IsIdentifier, IsInstant, PageQuery, PaginationDto } from '#libs/dto';
import { IsIn, IsOptional } from 'class-validator';

const STATUSES = ['accepted', 'rejected'] as const;
export type EventStatus = (typeof STATUSES)[number];
const SOURCES = ['api', 'webhook', 'upload', 'storefront'] as const;

const identifier = (description: string) => ({ minLength: 1, maxLength: LIMITS.idLength, description });
const nullable = (description: string, example?: string) =>
  ({ type: String, nullable: true, description, ...(example !== undefined && { example }) }) as const;

export class EventLogQuery extends PageQuery {
  @ApiPropertyOptional({ enum: STATUSES, description: 'Default: both' })
  @IsOptional()
  @IsIn(STATUSES)
  status?: EventStatus;

  @ApiPropertyOptional(identifier('Your own identifier of the customer'))
  @IsOptional()
  @IsIdentifier()
  customer_id?: string;

  @ApiPropertyOptional(identifier('`data.order_id` of the events'))
  @IsOptional()
  @IsIdentifier()
  order_id?: string;

  @ApiPropertyOptional(identifier('The id of one event'))
  @IsOptional()
  @IsIdentifier()
  event_id?: string;

  @ApiPropertyOptional({ format: 'date-time', description: 'Only events that were received from then on; at most 30 days ago' })
  @IsOptional()
  @IsInstant()
  since?: string;
}

export class LoggedEventDto {
  @ApiProperty({ enum: STATUSES })
  status: EventStatus;

  @ApiProperty({ format: 'date-time', description: 'When the service received the event' })
  received_at: string;

  @ApiProperty({ type: String, format: 'date-time', nullable: true, description: 'When it happened; null for a rejected event' })
  occurred_at: string | null;

  @ApiProperty(nullable('null: the rejected event had none, or one that is not valid', 'order-1001-completed'))
  event_id: string | null;

  @ApiProperty(nullable('Your own identifier of the customer', 'c-42'))
  customer_id: string | null;

  @ApiProperty({ enum: EVENT_TYPES, nullable: true })
  event_type: EventType | null;

  @ApiProperty(nullable('null: the event is about no order, or does not say', '1001'))
  order_id: string | null;

  @ApiProperty({ ...nullable('Decimal with two places; null for a rejected event', '59.90') })
  value: string | null;

  @ApiProperty({
    enum: SOURCES,
    nullable: true,
    description: '`upload`: a person in the dashboard. null: not known',
  })
  via: (typeof SOURCES)[number] | null;

  @ApiProperty(nullable('The first characters of the API key, or the shop as `platform:domain`; null when it is not known', '8CHARSID'))
  sender: string | null;

  @ApiProperty(
    nullable('The name of the API key; null when no key brought the event, or the key has ended more than 30 days ago', 'Shop server'),
  )
  key_name: string | null;

  @ApiProperty(nullable('Rejected: the rule that was broken, as in the answer to the sender', 'invalid_datetime'))
  code: string | null;

  @ApiProperty(
    nullable('Rejected: the field and what is allowed, without its value', 'occurred_at: it must not be later than 5 minutes from now'),
  )
  reason: string | null;

  @ApiProperty({ type: 'integer', example: 80, description: 'Further rejected events of the same request, which are not listed' })
  further: number;
}

export class EventLogPageDto {
  @ApiProperty({ type: [LoggedEventDto], description: 'Newest first' })
  data: LoggedEventDto[];

  @ApiProperty({ type: PaginationDto })
  pagination: PaginationDto;
}
