import { type Consent, LIFECYCLES, LIMITS } from '#libs/core';
import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { MARKETING_CONSENT, PageQuery, PaginationDto } from '#libs/dto';

export class DataRequestDto {
  @ApiProperty({ format: 'uuid' })
  id: string;

  @ApiProperty({ enum: ['generic', 'shopify', 'shopline', 'woocommerce'] })
  platform: string;

  @ApiProperty({ example: 'my-shop.example.com' })
  shop: string;

  @ApiProperty({ description: 'Your own identifier of the customer whose data is requested' })
  external_id: string;

  @ApiProperty({ format: 'date-time' })
  requested_at: string;

  @ApiProperty({ type: String, format: 'date-time', nullable: true, description: 'When the data was first downloaded' })
  fetched_at: string | null;
}

const { min, max } = LIMITS.pageSize;

export class DataRequestsQuery extends PageQuery {
  @ApiPropertyOptional({ type: 'integer', minimum: min, maximum: max, default: max, description: 'Most entries of the page' })
  override limit: number = max;
}

export class DataRequestListDto {
  @ApiProperty({ type: [DataRequestDto], description: 'Newest first' })
  data: DataRequestDto[];

  @ApiProperty({ type: PaginationDto })
  pagination: PaginationDto;
}

class StoredEventDto {
  @ApiProperty()
  event_id: string;

  @ApiProperty()
  event_type: string;

  @ApiProperty({ format: 'date-time' })
  occurred_at: string;

  @ApiProperty({ type: Number, nullable: true })
  value: number | null;

  @ApiProperty({ type: Object, nullable: true })
  data: object | null;
}

class RemovedOrderDto {
  @ApiProperty({ format: 'date-time' })
  placed_at: string;

  @ApiProperty({ type: String, nullable: true, example: '123.45' })
  amount: string | null;

  @ApiProperty({ example: '0.00' })
  refunded: string;

  @ApiProperty({ type: String, nullable: true, example: 'EUR' })
  currency: string | null;

  @ApiProperty({ example: false })
  cancelled: boolean;
}

class StoredScoreDto {
  @ApiProperty({ format: 'date-time' })
  calculated_at: string;

  @ApiProperty({ example: '0.8312' })
  score: string;

  @ApiProperty({ enum: ['low', 'medium', 'high', 'critical'] })
  label: string;

  @ApiProperty({ type: String, enum: LIFECYCLES, nullable: true })
  lifecycle: string | null;

  @ApiProperty()
  model_version: string;
}

class StoredTraitDto {
  @ApiProperty({ example: 'loyalty_points' })
  name: string;

  @ApiProperty({ type: String, format: 'date', description: 'The UTC day on which the value began' })
  from: string;

  @ApiProperty({ type: Number, nullable: true, description: 'null: the trait was removed on that day' })
  value: number | null;
}

/** Everything that we store about a customer, for the customer's own request to the shop. */
class RejectedEventDto {
  @ApiProperty({ format: 'date-time' })
  received_at: string;

  @ApiProperty({ type: String, nullable: true })
  event_id: string | null;

  @ApiProperty({ type: String, nullable: true, example: 'order_completed' })
  event_type: string | null;

  @ApiProperty({ type: String, nullable: true })
  order_id: string | null;

  @ApiProperty({ description: 'The field and the rule that it broke', example: 'value: it must be a number' })
  reason: string;
}

class StoredNoteDto {
  @ApiProperty({ format: 'date-time' })
  written_at: string;

  @ApiProperty({ example: 'Called on Monday: waits for the new collection.' })
  text: string;
}

export class CustomerDataDto {
  @ApiProperty({ type: DataRequestDto })
  request: DataRequestDto;

  @ApiProperty({ type: [StoredEventDto], description: 'All of them, oldest first' })
  events: StoredEventDto[];

  @ApiProperty({
    type: [StoredEventDto],
    description: 'What earlier imports said of events before a later one corrected them. Oldest first, at most 1,000',
  })
  replaced_events: StoredEventDto[];

  @ApiProperty({ type: [RemovedOrderDto], description: 'Orders whose events the retention has removed. Oldest first, at most 10 000' })
  older_orders: RemovedOrderDto[];

  @ApiProperty(MARKETING_CONSENT)
  marketing_consent: Consent;

  @ApiProperty({ type: [StoredTraitDto], description: 'Past and present values of numeric traits, by name, oldest first' })
  traits: StoredTraitDto[];

  @ApiProperty({ type: [StoredNoteDto], description: 'Notes of people on the customer, oldest first' })
  notes: StoredNoteDto[];

  @ApiProperty({ type: [String], example: ['Picked in November'], description: 'Names of segments that list the customer' })
  segments: string[];

  @ApiProperty({ type: [RejectedEventDto], description: 'Rejected events of the last 30 days that named the customer, oldest first' })
  rejected_events: RejectedEventDto[];

  @ApiProperty({ type: [StoredScoreDto], description: 'Oldest first' })
  scores: StoredScoreDto[];
}
