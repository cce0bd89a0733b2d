import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import {
  DELIVERY_STATUSES,
  type DeliveryStatus,
  LIMITS,
  OUTBOUND_EVENT_TYPES,
  PROFILES_REMOVED,
  PROFILES_UPDATED,
  SNAPSHOT_TESTED,
  SUMMARY_EVENTS,
} from '#libs/core';
import { Transform } from 'class-transformer';
import { ArrayNotEmpty, IsIn, IsOptional, IsString, IsUUID, Length } from 'class-validator';
import { PaginationDto } from '#libs/dto';
import { IsInstant } from '#libs/dto';
import { toList } from '#libs/dto';
import { PageQuery } from '#libs/dto';

/** The types of events that a delivery may carry. */
const DELIVERY_EVENTS = [
  ...OUTBOUND_EVENT_TYPES,
  'retention.campaign.sent',
  PROFILES_UPDATED,
  PROFILES_REMOVED,
  SNAPSHOT_TESTED,
  ...SUMMARY_EVENTS,
] as const;
export type DeliveryEvent = (typeof DELIVERY_EVENTS)[number];

/** The statuses from which deliveries may be replayed: ended, or waiting for the next attempt. */
const RECOVERABLE = ['success', 'failed', 'dead_letter'] as const;

export const STATS_PERIODS = ['24h', '7d', '30d'] as const;
export type StatsPeriod = (typeof STATS_PERIODS)[number];

const instant = (description: string) => ({ type: String, format: 'date-time', nullable: true, description });
const text = (description: string, example?: string) => ({
  type: String,
  nullable: true,
  description,
  ...(example !== undefined && { example }),
});
const wholeNumber = (description: string) => ({ type: 'integer', nullable: true, description }) as const;

export class DeliveryDto {
  @ApiProperty({ format: 'uuid', description: 'Also sent as `X-Service-Delivery-Id` and `webhook-id`; the same for every attempt' })
  id: string;

  @ApiProperty({ enum: DELIVERY_EVENTS })
  event: DeliveryEvent;

  @ApiProperty({ enum: DELIVERY_STATUSES, description: '`failed`: an attempt failed and there will be another' })
  status: DeliveryStatus;

  @ApiProperty({ description: 'The URL of the endpoint. Viewers get scheme and host' })
  url: string;

  @ApiProperty(text('Your own identifier of the customer it is about; null for campaigns, tests and erased customers'))
  customer_id: string | null;

  @ApiProperty({ type: String, format: 'uuid', nullable: true })
  campaign_id: string | null;

  @ApiProperty({ type: String, format: 'uuid', nullable: true, description: 'From GET /settings/destinations; null for campaigns' })
  destination_id: string | null;

  @ApiProperty({ type: 'integer', description: 'Attempts so far; a replay starts again from 0' })
  attempts: number;

  @ApiProperty({ type: 'integer' })
  max_attempts: number;

  @ApiProperty(instant('When the next attempt is due; null when there is none'))
  next_attempt_at: string | null;

  @ApiProperty(instant('When the last attempt began'))
  last_attempt_at: string | null;

  @ApiProperty(wholeNumber("Status of the endpoint's last answer; null when it did not answer"))
  last_status_code: number | null;

  @ApiProperty(text('Why the last attempt failed; null when it did not', 'timeout'))
  last_error: string | null;

  @ApiProperty(wholeNumber('Milliseconds that the last attempt took'))
  duration_ms: number | null;

  @ApiProperty({ format: 'date-time' })
  created_at: string;

  @ApiProperty(instant('When the delivery succeeded or became a dead letter'))
  completed_at: string | null;

  @ApiProperty(text('Why it was given up', 'attempts_exhausted'))
  dead_letter_reason: string | null;
}

export class DeliveryAttemptDto {
  @ApiProperty({ type: 'integer' })
  attempt: number;

  @ApiProperty({ format: 'date-time' })
  at: string;

  @ApiProperty(wholeNumber('null: there was no answer'))
  status_code: number | null;

  @ApiProperty({ type: 'integer' })
  duration_ms: number;

  @ApiProperty(text('null: it was taken', 'http_5xx'))
  error: string | null;

  @ApiProperty(text('The first 2 KB of the answer'))
  response_body: string | null;
}

export class DeliveryDetailDto extends DeliveryDto {
  @ApiProperty({
    type: Object,
    additionalProperties: true,
    nullable: true,
    description: 'The body as sent; null after its customer was erased, and for profiles that have arrived',
  })
  payload: Record<string, unknown> | null;

  @ApiProperty({ type: [DeliveryAttemptDto], description: 'Oldest first, the latest 40' })
  attempts_log: DeliveryAttemptDto[];
}

export class DeliveryPageDto {
  @ApiProperty({ type: [DeliveryDto], description: 'Newest first' })
  data: DeliveryDto[];

  @ApiProperty({ type: PaginationDto })
  pagination: PaginationDto;
}

const repeated = 'Repeat the parameter, or separate values by commas';

export class ListDeliveriesQuery extends PageQuery {
  @ApiPropertyOptional({ enum: DELIVERY_STATUSES, isArray: true, description: repeated })
  @IsOptional()
  @Transform(toList)
  @IsIn(DELIVERY_STATUSES, { each: true, message: `status must be one of ${DELIVERY_STATUSES.join(', ')}` })
  status?: DeliveryStatus[];

  @ApiPropertyOptional({ enum: DELIVERY_EVENTS, isArray: true, description: repeated })
  @IsOptional()
  @Transform(toList)
  @IsIn(DELIVERY_EVENTS, { each: true, message: `event must be one of ${DELIVERY_EVENTS.join(', ')}` })
  event?: DeliveryEvent[];

  @ApiPropertyOptional({ minLength: 1, maxLength: LIMITS.idLength, description: 'Your own identifier of the customer' })
  @IsOptional()
  @IsString()
  @Length(1, LIMITS.idLength)
  customer_id?: string;

  @ApiPropertyOptional({ format: 'uuid', description: 'Deliveries of this campaign' })
  @IsOptional()
  @IsUUID('all', { message: 'campaign_id must be a UUID' })
  campaign_id?: string;

  @ApiPropertyOptional({ format: 'uuid', description: 'Deliveries to this destination' })
  @IsOptional()
  @IsUUID('all', { message: 'destination_id must be a UUID' })
  destination_id?: string;

  @ApiPropertyOptional({ format: 'date-time', description: 'Created at this time or later' })
  @IsOptional()
  @IsInstant()
  from?: string;

  @ApiPropertyOptional({ format: 'date-time', description: 'Created before this time' })
  @IsOptional()
  @IsInstant()
  to?: string;
}

export class RecoverDeliveriesDto {
  @ApiProperty({ format: 'date-time', description: 'Deliveries created at this time or later; at most 14 days ago' })
  @IsInstant()
  since: string;

  @ApiPropertyOptional({ format: 'date-time', description: 'Deliveries created before this time. Default: now' })
  @IsOptional()
  @IsInstant()
  until?: string;

  @ApiPropertyOptional({ enum: RECOVERABLE, isArray: true, minItems: 1, default: ['dead_letter'] })
  @IsOptional()
  @ArrayNotEmpty({ message: `statuses must be one or more of ${RECOVERABLE.join(', ')}` })
  @IsIn(RECOVERABLE, { each: true, message: `statuses must be one or more of ${RECOVERABLE.join(', ')}` })
  statuses?: (typeof RECOVERABLE)[number][];

  @ApiPropertyOptional({ format: 'uuid', description: 'Only deliveries to this destination. Default: all, and those of campaigns' })
  @IsOptional()
  @IsUUID('all', { message: 'destination_id must be a UUID' })
  destination_id?: string;
}

export class RecoveryDto {
  @ApiProperty({
    format: 'uuid',
    description: 'For GET /dashboard/churn/jobs/{job_id}. The job is complete at once; the deliveries are still to be sent',
  })
  job_id: string;

  @ApiProperty({ type: 'integer', description: 'Deliveries that will be sent again, oldest first' })
  queued: number;
}

export class TestWebhookDto {
  @ApiPropertyOptional({
    enum: OUTBOUND_EVENT_TYPES,
    default: OUTBOUND_EVENT_TYPES[0],
    description: 'The type of the made-up event',
  })
  @IsOptional()
  @IsIn(OUTBOUND_EVENT_TYPES, { message: `event must be one of ${OUTBOUND_EVENT_TYPES.join(', ')}` })
  event?: (typeof OUTBOUND_EVENT_TYPES)[number];
}

class DeliveryLatencyDto {
  @ApiProperty(wholeNumber('Half of the first attempts began within so many milliseconds after the score was stored'))
  p50: number | null;

  @ApiProperty(wholeNumber('95 %'))
  p95: number | null;

  @ApiProperty(wholeNumber('99 %'))
  p99: number | null;
}

export class DeliveryStatsDto {
  @ApiProperty({ enum: STATS_PERIODS })
  period: StatsPeriod;

  @ApiProperty({
    type: 'integer',
    description: 'Deliveries created within the period, without tests and campaigns; at most the latest 100000',
  })
  total: number;

  @ApiProperty({ type: 'integer' })
  success: number;

  @ApiProperty({ type: 'integer' })
  dead_letter: number;

  @ApiProperty({ type: 'integer', description: 'Not yet attempted, or waiting for another attempt' })
  open: number;

  @ApiProperty({
    type: Number,
    nullable: true,
    example: 0.9987,
    description: 'Share of successful deliveries among those that ended; null when none ended',
  })
  success_rate: number | null;

  @ApiProperty({ type: DeliveryLatencyDto })
  latency_ms: DeliveryLatencyDto;
}

export class DeliveryStatsQuery {
  @ApiPropertyOptional({ enum: STATS_PERIODS, default: '24h', description: 'Deliveries created within this time until now' })
  @IsIn(STATS_PERIODS, { message: `period must be one of ${STATS_PERIODS.join(', ')}` })
  period: StatsPeriod = '24h';
}
