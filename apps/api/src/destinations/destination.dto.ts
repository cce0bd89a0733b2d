import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { Type } from 'class-transformer';
import { IsIn, IsOptional, IsString, Length, ValidateNested } from 'class-validator';
import { DESTINATION_KINDS, type DestinationKind, LIMITS, OUTBOUND_EVENT_TYPES } from '#libs/core';
import { IsName } from '#libs/dto';
import { IsEventTypes, IsTrueOrFalse } from '../settings/settings-rules.js';
import { SnapshotRunDto, StoragePlaceDto, StorageFieldsDto } from './storage.dto.js';

type EventType = (typeof OUTBOUND_EVENT_TYPES)[number];

const instant = (description: string) => ({ type: String, format: 'date-time', nullable: true, description });

const NAME = { minLength: 1, maxLength: LIMITS.destinations.nameLength, example: 'Warehouse' } as const;
const URL = { maxLength: LIMITS.urlLength, example: 'https://shop.example.com/webhooks' } as const;
const EVENT_TYPES = { enum: OUTBOUND_EVENT_TYPES, isArray: true, uniqueItems: true } as const;

export class DestinationDto {
  @ApiProperty({ format: 'uuid' })
  id: string;

  @ApiProperty({
    enum: DESTINATION_KINDS,
    description:
      '`webhook`: your own server. `klaviyo`: the profiles of a Klaviyo account. `shopify`: the customers of the connected shop. `slack`: a channel, for people. `storage`: files in an S3-compatible bucket',
  })
  kind: DestinationKind;

  @ApiProperty({ ...NAME, description: 'For people' })
  name: string;

  @ApiProperty({
    ...URL,
    type: String,
    nullable: true,
    description: 'Where webhooks go, or the files of a storage; null for the other kinds. Viewers get scheme and host',
  })
  url: string | null;

  @ApiProperty({ ...EVENT_TYPES, nullable: true, description: 'The events that this webhook gets; null for the other kinds' })
  event_types: EventType[] | null;

  @ApiProperty()
  enabled: boolean;

  @ApiProperty({
    type: String,
    nullable: true,
    example: 'gone',
    description:
      'Why the service disabled it. `access_missing`, `access_ended`: connect the Shopify shop again, which then allows it. `operator`: the operator of the service switched it off',
  })
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

  @ApiProperty({
    type: String,
    format: 'uuid',
    nullable: true,
    description: 'The job of the latest resync, for GET /dashboard/churn/jobs/{job_id}; null: none within 30 days, or no profiles',
  })
  resync_job_id: string | null;

  @ApiProperty({ type: StoragePlaceDto, nullable: true, description: 'Where the files of a storage go; null for the other kinds' })
  storage: StoragePlaceDto | null;

  @ApiProperty({
    type: SnapshotRunDto,
    nullable: true,
    description: 'The latest run of a storage; null: none within 30 days, or another kind',
  })
  last_snapshot: SnapshotRunDto | null;

  @ApiProperty({ format: 'date-time' })
  created_at: string;

  @ApiProperty({ format: 'date-time' })
  updated_at: string;
}

export class DestinationsDto {
  @ApiProperty({ type: [DestinationDto], description: 'The first webhook (that of GET /settings/webhook) comes first' })
  data: DestinationDto[];
}

/** The number of profiles of a vendor that get values. */
export class DestinationProfilesDto {
  @ApiProperty({ type: 'integer', example: 1480, description: 'Customers with a score whom the vendor can find by your own `customer_id`' })
  matched_by_id: number;

  @ApiProperty({
    type: 'integer',
    example: 20,
    description:
      'Customers with a score who are known by a pseudonym of an e-mail address, phone number or name only. No vendor knows it, so nothing is sent',
  })
  left_out: number;
}

class DestinationFields {
  @ApiPropertyOptional({ ...URL, description: 'Of a webhook' })
  @IsOptional()
  @IsString({ message: 'url must be text' })
  url?: string;

  @ApiPropertyOptional({
    ...EVENT_TYPES,
    minItems: 1,
    description: 'Of a webhook. Default: all but `customer.order_overdue` and `customer.second_order_due`',
  })
  @IsOptional()
  @IsEventTypes()
  event_types?: EventType[];

  @ApiPropertyOptional({
    minLength: 1,
    maxLength: LIMITS.urlLength,
    writeOnly: true,
    example: 'pk_…',
    description:
      'The credential of the vendor, which no answer shows: for Klaviyo a private API key that may write profiles and lists, for Slack the URL of an incoming webhook',
  })
  @IsOptional()
  @IsString({ message: 'key must be text' })
  @Length(1, LIMITS.urlLength, { message: `key must have 1 to ${LIMITS.urlLength} characters` })
  key?: string;

  @ApiPropertyOptional({
    type: StorageFieldsDto,
    description: 'Of a storage. A new one needs `endpoint`, `bucket`, `access_key_id` and `secret_access_key`',
  })
  @IsOptional()
  @ValidateNested()
  @Type(() => StorageFieldsDto)
  storage?: StorageFieldsDto;
}

/** The job of a resync or a snapshot. */
export class ResyncDto {
  @ApiProperty({
    format: 'uuid',
    description: 'For GET /dashboard/churn/jobs/{job_id}. The job is complete when all profiles wait to be sent, or all files are written',
  })
  job_id: string;

  @ApiProperty({ type: 'integer', description: 'Customers whose profiles are pushed, or who are in the files' })
  queued: number;
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
