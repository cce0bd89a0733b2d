import { ApiExtraModels, ApiProperty, getSchemaPath, OmitType, PickType } from '@nestjs/swagger';
import {
  CAMPAIGN_CHANNELS,
  type CampaignChannel,
  DELIVERY_STATUSES,
  type DeliveryStatus,
  EVENT_TYPES,
  type EventType,
  type Label,
  LABELS,
  type Lifecycle,
  LIFECYCLES,
  OUTBOUND_EVENT_TYPES,
  type OutboundEvent,
  SCORE_CAUSES,
  type ScoreCause,
} from '#libs/core';
import { OrderDto } from './order.dto.js';
import { PaginationDto } from './page.dto.js';

const at = (description: string) => ({ type: String, format: 'date-time', description });

export class OrderEntryDto extends OmitType(OrderDto, ['placed_at']) {
  @ApiProperty({ enum: ['order'] })
  kind: 'order';

  @ApiProperty(at('The earliest event of the order'))
  at: string;
}

/** A refund without a reported order. The entry of a known order shows its refunds. */
export class RefundEntryDto extends PickType(OrderDto, ['order_id', 'currency', 'test']) {
  @ApiProperty({ enum: ['refund'] })
  kind: 'refund';

  @ApiProperty(at('The latest refund of this order'))
  at: string;

  @ApiProperty({
    type: String,
    nullable: true,
    example: '12.50',
    description: 'null: the whole order was refunded, and its amount is not known',
  })
  amount: string | null;
}

export class ScoreEntryDto {
  @ApiProperty({ enum: ['score'] })
  kind: 'score';

  @ApiProperty(at('When the score was calculated'))
  at: string;

  @ApiProperty({ example: '0.8312' })
  score: string;

  @ApiProperty({ enum: LABELS })
  label: Label;

  @ApiProperty({ enum: LIFECYCLES, nullable: true })
  lifecycle: Lifecycle | null;

  @ApiProperty({ type: String, nullable: true, example: '0.3150', description: 'null: this is the first score' })
  previous_score: string | null;

  @ApiProperty({ enum: LABELS, nullable: true })
  previous_label: Label | null;

  @ApiProperty({ enum: LIFECYCLES, nullable: true })
  previous_lifecycle: Lifecycle | null;

  @ApiProperty({ enum: SCORE_CAUSES, description: 'As in the history of GET /customers/{customer_id}/churn' })
  cause: ScoreCause;
}

export class CampaignEntryDto {
  @ApiProperty({ enum: ['campaign'] })
  kind: 'campaign';

  @ApiProperty(at('When the recipients were chosen'))
  at: string;

  @ApiProperty({ format: 'uuid' })
  campaign_id: string;

  @ApiProperty({ description: 'The name of the campaign at that time' })
  campaign_name: string;

  @ApiProperty({ format: 'uuid' })
  send_id: string;

  @ApiProperty({ enum: CAMPAIGN_CHANNELS, description: '`download`: a person contacts the customers, by a list' })
  channel: CampaignChannel;

  @ApiProperty({ description: 'true: the customer was in the control group and was not contacted' })
  holdout: boolean;

  @ApiProperty({
    enum: DELIVERY_STATUSES,
    nullable: true,
    description:
      'Status of the delivery or list that names the customer: `success` once your server has accepted it or you have used it, `dead_letter` if it was given up; null in the control group',
  })
  delivery_status: DeliveryStatus | null;

  @ApiProperty({ type: 'integer', description: 'Orders count for this campaign for so many days' })
  window_days: number;

  @ApiProperty({
    type: Boolean,
    nullable: true,
    description: 'Whether the customer ordered within `window_days` after the delivery; null while that is open, and without a delivery',
  })
  ordered: boolean | null;
}

export class DeliveryEntryDto {
  @ApiProperty({ enum: ['delivery'] })
  kind: 'delivery';

  @ApiProperty(at('When the event happened'))
  at: string;

  @ApiProperty({ format: 'uuid' })
  delivery_id: string;

  @ApiProperty({ enum: OUTBOUND_EVENT_TYPES })
  event: OutboundEvent['event'];

  @ApiProperty({ enum: DELIVERY_STATUSES, description: '`failed`: an attempt failed and there will be another' })
  status: DeliveryStatus;

  @ApiProperty({ type: 'integer', description: 'Attempts so far' })
  attempts: number;

  @ApiProperty({ type: 'integer', nullable: true, description: "Status of the endpoint's last answer; null when it did not answer" })
  last_status_code: number | null;
}

export class ActivityEntryDto {
  @ApiProperty({ enum: ['activity'] })
  kind: 'activity';

  @ApiProperty(at('The last of these events on its UTC day'))
  at: string;

  @ApiProperty({ enum: EVENT_TYPES, description: 'A type that is about no order' })
  event_type: EventType;

  @ApiProperty({ type: 'integer', example: 3, description: 'Events of this type on that day' })
  count: number;
}

/** A note is for people. Answers to API keys have none. */
export class NoteEntryDto {
  @ApiProperty({ enum: ['note'] })
  kind: 'note';

  @ApiProperty(at('When the note was written'))
  at: string;

  @ApiProperty({ format: 'uuid' })
  note_id: string;

  @ApiProperty({ example: 'Called on Monday: waits for the new collection.' })
  text: string;

  @ApiProperty({ type: String, nullable: true, example: 'ada@example.com', description: 'E-mail address; null: the author has left' })
  author: string | null;

  @ApiProperty({ description: 'You may change and delete it' })
  may_change: boolean;

  @ApiProperty({ type: String, format: 'date-time', nullable: true, description: 'null: as it was written' })
  edited_at: string | null;
}

export type TimelineEntryDto =
  OrderEntryDto | RefundEntryDto | ScoreEntryDto | CampaignEntryDto | DeliveryEntryDto | ActivityEntryDto | NoteEntryDto;

const ENTRIES = [OrderEntryDto, RefundEntryDto, ScoreEntryDto, CampaignEntryDto, DeliveryEntryDto, ActivityEntryDto, NoteEntryDto];

@ApiExtraModels(...ENTRIES)
export class TimelinePageDto {
  @ApiProperty({
    type: 'array',
    items: { oneOf: ENTRIES.map((entry) => ({ $ref: getSchemaPath(entry) })) },
    description: 'The latest first. `kind` says which fields an entry has. Only people get notes',
  })
  data: TimelineEntryDto[];

  @ApiProperty({ type: PaginationDto })
  pagination: PaginationDto;

  @ApiProperty({
    type: String,
    format: 'date-time',
    nullable: true,
    description: 'Older orders of the customer are removed by the retention and not listed; null: none are',
  })
  removed_before: string | null;
}
