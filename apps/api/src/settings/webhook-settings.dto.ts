import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { LIMITS, OUTBOUND_EVENT_TYPES } from '#libs/core';
import { IfGiven, IsGraceHours, IsTextOrNull } from '#libs/dto';
import { IsEventTypes, IsScoreDelta, IsTrueOrFalse } from './settings-rules.js';

type EventType = (typeof OUTBOUND_EVENT_TYPES)[number];

const instant = (description: string) => ({ type: String, format: 'date-time', nullable: true, description });

const DELTA = {
  type: Number,
  nullable: true,
  minimum: LIMITS.scoreDelta.min,
  maximum: LIMITS.scoreDelta.max,
  description: 'Announce also a score that moved so far within its label, all at once or little by little; null: changes of label only',
} as const;

export class WebhookSettingsDto {
  @ApiProperty({ type: String, nullable: true, example: 'https://shop.example.com/webhooks', description: 'null: nothing is sent' })
  url: string | null;

  @ApiProperty()
  enabled: boolean;

  @ApiProperty({ type: String, nullable: true, description: 'Why the service switched it off by itself' })
  disabled_reason: string | null;

  @ApiProperty({ description: 'Whether there is a secret to sign with' })
  secret_set: boolean;

  @ApiProperty({ type: String, nullable: true, description: 'The first characters of the secret after whsec_' })
  secret_hint: string | null;

  @ApiProperty(instant('When the secret was made'))
  secret_created_at: string | null;

  @ApiProperty(instant('Until when the secret before it is good; null: there is none'))
  previous_secret_expires_at: string | null;

  @ApiProperty({ enum: OUTBOUND_EVENT_TYPES, isArray: true })
  event_types: EventType[];

  @ApiProperty(DELTA)
  score_delta_threshold: number | null;

  @ApiProperty(instant('The last delivery that arrived'))
  last_success_at: string | null;

  @ApiProperty(instant('The last attempt that failed'))
  last_failure_at: string | null;

  @ApiProperty({ type: 'integer', description: 'Attempts that failed since the last delivery that arrived' })
  consecutive_failures: number;

  @ApiProperty({ type: 'integer', description: 'Deliveries that have neither arrived nor been given up' })
  pending_count: number;

  @ApiProperty({ type: 'integer', description: 'Deliveries that were given up and are still kept' })
  dead_letter_count: number;
}

export class ChangeWebhookSettingsDto {
  @ApiPropertyOptional({ type: String, nullable: true, example: 'https://shop.example.com/webhooks', description: 'null: send nothing' })
  @IfGiven()
  @IsTextOrNull()
  url?: string | null;

  @ApiPropertyOptional({ description: 'true also brings back an endpoint that the service switched off' })
  @IfGiven()
  @IsTrueOrFalse()
  enabled?: boolean;

  @ApiPropertyOptional({ enum: OUTBOUND_EVENT_TYPES, isArray: true, minItems: 1 })
  @IfGiven()
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
    description: 'How long the secret there is stays good',
  })
  @IfGiven()
  @IsGraceHours(LIMITS.webhookSecretGraceHours.max)
  grace_period_hours: number = LIMITS.webhookSecretGraceHours.default;
}

export class NewWebhookSecretDto {
  @ApiProperty({ example: 'whsec_…', description: 'Shown this once' })
  secret: string;

  @ApiProperty({ format: 'date-time' })
  created_at: string;

  @ApiProperty(instant('Until when the secret before it is good; null: there was none'))
  previous_secret_expires_at: string | null;
}
