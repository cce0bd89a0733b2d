import { ApiProperty } from '@nestjs/swagger';
import { PLAN_IDS, type PlanId } from '#libs/core';
import { IsIn } from 'class-validator';

class UsageDto {
  @ApiProperty({ format: 'date-time', description: 'The beginning of the UTC month' })
  period_start: string;

  @ApiProperty({ format: 'date-time', description: 'The end of the period, exclusive' })
  period_end: string;

  @ApiProperty({ type: 'integer', description: 'Events stored in the period, each once' })
  events: number;

  @ApiProperty({ type: 'integer', description: 'Customers that exist now' })
  customers: number;

  @ApiProperty({ type: 'integer', description: 'Requests with an API key that were answered in the period' })
  requests: number;
}

class PlanLimitsDto {
  @ApiProperty({ type: 'integer', description: 'Requests of all API keys that send events, and as many others' })
  requests_per_minute: number;

  @ApiProperty({ type: 'integer', description: 'Events in one request' })
  max_batch: number;

  @ApiProperty({ type: 'integer', description: 'Bytes of a request body after decompression' })
  max_body_bytes: number;
}

class StorageDto {
  @ApiProperty({ type: 'integer', description: 'Bytes that events and notes of this UTC day take' })
  day_bytes: number;

  @ApiProperty({
    type: 'integer',
    description: 'The most bytes of a UTC day. Beyond it events and notes are refused with 429 `quota_exceeded` until the next day',
  })
  day_limit: number;

  @ApiProperty({
    type: 'integer',
    description:
      'Bytes that all events and notes take. Bytes of months that the retention has removed do not count; bytes that an erasure removes do',
  })
  total_bytes: number;

  @ApiProperty({
    type: 'integer',
    description: 'The most bytes in all. Both limits are small until an owner has verified their e-mail address',
  })
  total_limit: number;

  @ApiProperty({
    description: 'Whether 80 % of one of the limits is used up. Owners get a mail then, for a day once a day, and in all once a week',
  })
  nearly_full: boolean;
}

export class BillingDto {
  @ApiProperty({ enum: PLAN_IDS })
  plan: PlanId;

  @ApiProperty({
    enum: PLAN_IDS,
    nullable: true,
    description: 'A larger plan that an owner has asked for, until the operator confirms it; null: none',
  })
  requested_plan: PlanId | null;

  @ApiProperty({ type: UsageDto, description: 'As of a few seconds ago' })
  usage: UsageDto;

  @ApiProperty({ type: PlanLimitsDto })
  limits: PlanLimitsDto;

  @ApiProperty({ type: StorageDto, description: 'The quota of stored bytes, as of a few seconds ago' })
  storage: StorageDto;
}

export class ChangePlanDto {
  @ApiProperty({ enum: PLAN_IDS })
  @IsIn(PLAN_IDS, { message: `plan must be one of ${PLAN_IDS.join(', ')}` })
  plan: PlanId;
}
