import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { LIMITS } from '#libs/core';

const anything = { type: 'object', additionalProperties: true } as const;

/** One call of Segment's protocol. Its other fields, such as `context`, are not read. */
export class SegmentCallDto {
  @ApiPropertyOptional({
    type: String,
    description: 'Only in a batch: `track`, `identify`, `page`, `screen`, `alias` or `group`',
    example: 'track',
  })
  type?: string;

  @ApiPropertyOptional({ type: String, maxLength: LIMITS.idLength, description: 'The key of repetitions, as `event_id`', example: 'm-1' })
  messageId?: string;

  @ApiPropertyOptional({
    type: String,
    maxLength: LIMITS.idLength,
    description: 'The customer; an e-mail address becomes a pseudonym',
    example: 'c-42',
  })
  userId?: string;

  @ApiPropertyOptional({ type: String, maxLength: LIMITS.idLength, description: 'The customer of a call without `userId`', example: 'a-7' })
  anonymousId?: string;

  @ApiPropertyOptional({
    type: String,
    maxLength: LIMITS.idLength,
    description: 'Another identifier of the customer. Only in `alias`',
    example: 'a-7',
  })
  previousId?: string;

  @ApiPropertyOptional({ type: String, description: 'Name of the event. Only in `track`', example: 'Order Completed' })
  event?: string;

  @ApiPropertyOptional({
    ...anything,
    description: 'Properties of the event. Only in `track`',
    example: { order_id: '1001', total: 59.9, currency: 'EUR' },
  })
  properties?: object;

  @ApiPropertyOptional({ ...anything, description: 'Traits of the customer. Only in `identify`', example: { accepts_marketing: true } })
  traits?: object;

  @ApiPropertyOptional({ type: String, format: 'date-time', description: 'When it happened; default: now' })
  timestamp?: string;

  @ApiPropertyOptional({ type: String, format: 'date-time', description: 'When the client sent it, by its own clock' })
  sentAt?: string;

  @ApiPropertyOptional({ type: 'array', items: anything, description: 'Calls, each with its `type`. Only in `batch` and `import`' })
  batch?: object[];
}

export class SegmentAnswerDto {
  @ApiProperty({ type: Boolean, enum: [true] })
  success: true;
}
