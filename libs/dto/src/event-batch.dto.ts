import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { DATA_FIELDS, EVENT_TYPES, type EventType, LIMITS, PLANS } from '#libs/core';
import { IsIn, IsNumber, IsString, Max, Min, ValidateIf } from 'class-validator';
import { IsEventData, IsIdentifier, IsPastInstant } from './event-rules.js';

const whenPresent = (property: string) => ValidateIf((event: Record<string, unknown>) => (event[property] ?? null) !== null);

/** The documented shape of an event. On the hot path `validateEvent` in libs/ingestion applies the same rules; a test compares the two. */
export class EventDto {
  @ApiProperty({
    description: 'Idempotency key: the service stores an event once, even if you send it twice',
    minLength: 1,
    maxLength: LIMITS.idLength,
    example: 'order-1001-completed',
  })
  @IsString()
  @IsIdentifier()
  event_id: string;

  @ApiProperty({ description: 'Your own identifier of the customer', minLength: 1, maxLength: LIMITS.idLength, example: 'c-42' })
  @IsString()
  @IsIdentifier()
  customer_id: string;

  @ApiProperty({ enum: EVENT_TYPES, example: 'order_completed' })
  @IsIn(EVENT_TYPES)
  event_type: EventType;

  @ApiProperty({
    format: 'date-time',
    description: 'ISO 8601 with Z or an offset, from 2000-01-01 to 5 minutes from now',
    example: '2026-11-01T10:15:00Z',
  })
  @IsPastInstant()
  occurred_at: string;

  @ApiPropertyOptional({
    minimum: LIMITS.value.min,
    maximum: LIMITS.value.max,
    type: Number,
    nullable: true,
    description: 'Amount in the currency of the shop; a refund carries a positive one',
    example: 59.9,
  })
  @whenPresent('value')
  @IsNumber()
  @Min(LIMITS.value.min)
  @Max(LIMITS.value.max)
  value?: number | null;

  @ApiPropertyOptional({
    type: 'object',
    additionalProperties: true,
    nullable: true,
    description: `At most 64 KB, counting all digits of its numbers, and 20 levels. Of events about an order these are read: order_id, currency, updated_at, placed_at, test, refunded_total, and of those that place or change an order \`items\`: an array of at most ${LIMITS.items.count} objects \`{product_id, category, quantity, price}\`. Their \`category\`, at most ${LIMITS.items.categoryLength} characters, says what the customer bought; the other fields only stand in the log of events. Of all events \`accepts_marketing\` is read, true or false: whether the customer accepts marketing, since \`accepts_marketing_updated_at\` or else since the event; the latest statement of all events counts. Of customer_history are read: orders and until, which it needs, and spent, currency, first_order_at, last_order_at, orders_since. It sums up the orders until \`until\` that are not sent one by one; the one with the latest \`until\` counts, and each order that is sent takes one out of it. Only these fields are stored, at any depth: ${[...DATA_FIELDS].join(', ')}, and those that \`allowed_data_fields\` of the settings names. All others are left out, such as email, name or shipping_address, and so is a value that is an e-mail address, a phone number, an IP address, a card or bank number; \`warnings\` lists their names`,
    example: { order_id: '1001', currency: 'EUR' },
  })
  @whenPresent('data')
  @IsEventData()
  data?: Record<string, unknown> | null;
}

export class EventBatchDto {
  @ApiProperty({
    type: [EventDto],
    minItems: 1,
    maxItems: PLANS.enterprise.maxBatch,
    description: 'At most 100 events; on the Enterprise plan 1000',
  })
  events: EventDto[];

  @ApiPropertyOptional({ default: false, description: 'Marks imported history. It is scored after fresh events and triggers no webhooks' })
  backfill?: boolean;

  @ApiPropertyOptional({
    default: false,
    description:
      'Ends the backfill: its model is fitted at once, and not only after some quiet minutes. Send it in the last batch, once all others are answered. Needs `backfill: true`',
  })
  backfill_done?: boolean;

  @ApiPropertyOptional({
    type: String,
    format: 'uuid',
    nullable: true,
    description: 'The upload that the events belong to, from `POST /events/uploads`. What an upload brought can be removed again',
  })
  upload_id?: string | null;

  @ApiPropertyOptional({ default: false, description: 'Ends the upload: the list of uploads shows it as complete. Needs `upload_id`' })
  upload_done?: boolean;
}

export class EventResultDto {
  @ApiProperty({ type: String, nullable: true, description: 'The id as sent; null when it was not text' })
  event_id: string | null;

  @ApiProperty({ enum: ['accepted', 'duplicate', 'rejected'] })
  status: 'accepted' | 'duplicate' | 'rejected';

  @ApiProperty({ type: 'integer', description: 'Place in the batch, from 0' })
  index: number;

  @ApiPropertyOptional({ description: 'Rejected: what is wrong, with the value and what is allowed' })
  error?: string;

  @ApiPropertyOptional({ description: 'Rejected: the rule that was broken' })
  code?: string;

  @ApiPropertyOptional({ description: 'Duplicate: the service already stores an event with this id and different content, and keeps it' })
  conflict?: boolean;

  @ApiPropertyOptional({
    description: 'Accepted: the event takes the place of the one with other content that an earlier import has stored under this id',
  })
  corrected?: boolean;
}

export class BatchReplyDto {
  @ApiProperty({ type: 'integer' })
  accepted: number;

  @ApiProperty({ type: 'integer' })
  rejected: number;

  @ApiProperty({ type: 'integer' })
  duplicates: number;

  @ApiProperty({ type: [EventResultDto], description: 'One for each event, in the order sent' })
  results: EventResultDto[];

  @ApiPropertyOptional({
    type: [String],
    description:
      'Present when events have unknown fields, fields in `data` are not stored, values that are read cannot be, or a `customer_id` looks like a placeholder, such as guest or 0, or is an e-mail address. A mistyped name comes with the one that was most likely meant',
    example: [
      'data has fields in 2 events that are not stored: email, first_name left out. Settings can allow names (allowed_data_fields), but never personal data',
    ],
  })
  warnings?: string[];
}
