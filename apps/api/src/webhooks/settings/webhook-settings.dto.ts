import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsOptional } from 'class-validator';
import { LIMITS, OUTBOUND_EVENT_TYPES } from '#libs/core';
import { IfGiven, IsGraceHours, IsTextOrNull } from '#libs/dto';
import { IsEventTypes, IsScoreDelta, IsTrueOrFalse } from '../../settings/settings-rules.js';

type EventType = (typeof OUTBOUND_EVENT_TYPES)[number];

const instant = (description: string) => ({ type: String, format: 'date-time', nullable: true, description });

const URL = { type: String, nullable: true, maxLength: LIMITS.urlLength, example: 'https://shop.example.com/webhooks' } as const;

const DELTA = {
  type: Number,
  nullable: true,
  minimum: LIMITS.scoreDelta.min,
  maximum: LIMITS.scoreDelta.max,
  description:
    'Also send an event when a score moves this far within its label, at once or step by step; null: only when the label changes',
} as const;

export class WebhookSettingsDto {
  @ApiProperty({ ...URL, description: 'null: nothing is sent. Viewers get scheme and host' })
  url: string | null;

  @ApiProperty()
  enabled: boolean;

  @ApiProperty({
    type: String,
    nullable: true,
    description: 'Why the service disabled the endpoint. `operator`: the operator of the service did',
  })
  disabled_reason: string | null;

  @ApiProperty({ description: 'Whether a signing secret exists' })
  secret_set: boolean;

  @ApiProperty({ type: String, nullable: true, description: 'The first characters of the secret after whsec_' })
  secret_hint: string | null;

  @ApiProperty(instant('When the secret was created'))
  secret_created_at: string | null;

  @ApiProperty(instant('When the previous secret ends; null: there is none'))
  previous_secret_expires_at: string | null;

  @ApiProperty({ enum: OUTBOUND_EVENT_TYPES, isArray: true, uniqueItems: true })
  event_types: EventType[];

  @ApiProperty(DELTA)
  score_delta_threshold: number | null;

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
}

export class ChangeWebhookSettingsDto {
  @ApiPropertyOptional({ ...URL, description: 'null: send nothing' })
  @IfGiven()
  @IsTextOrNull()
  url?: string | null;

  @ApiPropertyOptional({ description: 'true also enables an endpoint that the service disabled' })
  @IsOptional()
  @IsTrueOrFalse()
  enabled?: boolean;

  @ApiPropertyOptional({
    enum: OUTBOUND_EVENT_TYPES,
    isArray: true,
    minItems: 1,
    uniqueItems: true,
    description: 'Default: all but `customer.order_overdue` and `customer.second_order_due`',
  })
  @IsOptional()
  @IsEventTypes()
  event_types?: EventType[];

  @ApiPropertyOptional(DELTA)
  @IfGiven()
  @IsScoreDelta()
  score_delta_threshold?: number | null;
}

export class RotateWebhookSecretDto {
  @ApiPropertyOptional({
    type: 'integer',
    minimum: 0,
    maximum: LIMITS.webhookSecretGraceHours.max,
    default: LIMITS.webhookSecretGraceHours.default,
    description: 'Hours that the current secret stays valid',
  })
  @IsOptional()
  @IsGraceHours(LIMITS.webhookSecretGraceHours.max)
  grace_period_hours: number = LIMITS.webhookSecretGraceHours.default;
}

export class NewWebhookSecretDto {
  @ApiProperty({ example: 'whsec_…', description: 'Shown only once' })
  secret: string;

  @ApiProperty({ format: 'date-time' })
  created_at: string;

  @ApiProperty(instant('When the previous secret ends; null: there was none'))
  previous_secret_expires_at: string | null;
}
