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
}

export class ChangePlanDto {
  @ApiProperty({ enum: PLAN_IDS })
  @IsIn(PLAN_IDS, { message: `plan must be one of ${PLAN_IDS.join(', ')}` })
  plan: PlanId;
}
