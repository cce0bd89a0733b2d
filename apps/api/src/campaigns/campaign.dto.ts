import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import {
  CAMPAIGN_CHANNELS,
  CAMPAIGN_STATUSES,
  CAMPAIGN_TRIGGERS,
  type CampaignChannel,
  type CampaignStatus,
  type CampaignTrigger,
  LIMITS,
} from '#libs/core';
import { Transform } from 'class-transformer';
import { IsBoolean, IsIn, IsOptional, IsString } from 'class-validator';
import { IsName } from '#libs/dto';
import { ARMS, CampaignArmDto, HOPED_EFFECT, NewCampaignArmDto } from './arms/campaign-arm.dto.js';
import { CampaignAudienceDto } from './campaign-audience.dto.js';
import { CampaignStatsDto } from './campaign-stats.dto.js';
import { WINDOW, WITHIN_WINDOW } from './campaign-window.js';
import { IsArms, IsAudience, IsBetween, IsOneOf, IsTriggerOrNull, IsWhole } from './campaign-rules.js';
import { PaginationDto } from '#libs/dto';
import { toList } from '#libs/dto';
import { IfGiven, IsTextOrNull } from '#libs/dto';
import { PageQuery } from '#libs/dto';

const { holdoutPercent, cooldownDays, windowDays, recipients, nameLength, hopedEffect } = LIMITS.campaign;

const NAME = { minLength: 1, maxLength: nameLength, example: 'Win back' };
const URL = {
  minLength: 1,
  maxLength: LIMITS.urlLength,
  example: 'https://shop.example.com/campaigns',
  description: 'For the channel `webhook`, which needs it. Follows the same rules as the URL in the webhook settings',
};
const CHANNEL = {
  enum: CAMPAIGN_CHANNELS,
  default: 'webhook',
  description:
    '`webhook`: your server gets the customers. `download`: you download the list of each send, contact the customers, and say so. It cannot change after the first send, and `download` has no trigger',
} as const;
const HOLDOUT = {
  type: 'integer',
  minimum: 0,
  maximum: holdoutPercent.max,
  default: holdoutPercent.default,
  description:
    'Percent of the audience that is sent nothing, so that results have something to be compared with; always the same customers',
} as const;
const COOLDOWN = {
  type: 'integer',
  minimum: 0,
  maximum: cooldownDays.max,
  default: cooldownDays.default,
  description: 'Leaves out customers whom any of your campaigns reached within this number of days',
} as const;
const MOST = {
  type: 'integer',
  minimum: 1,
  maximum: recipients,
  nullable: true,
  description: 'Largest number of recipients: those with the most revenue at risk; null: all',
} as const;
const UNSUBSCRIBED = {
  type: Boolean,
  default: false,
  description:
    'Also sends to customers who have unsubscribed from e-mails (`email_unsubscribed`) or accept no marketing (`data.accepts_marketing`)',
};
const SCHEDULE = {
  type: String,
  nullable: true,
  maxLength: LIMITS.campaign.scheduleLength,
  example: '0 9 * * 1',
  description: 'Cron expression with five fields, in your time zone. One run makes up for all missed runs.',
};
const TRIGGER = {
  enum: CAMPAIGN_TRIGGERS,
  nullable: true,
  description:
    'Send to each customer of the audience who enters high or critical from below (`entered_high`), enters critical from anywhere else (`entered_critical`), whose next order becomes overdue (`overdue`), or whose second order becomes due (`second_order_due`)',
};
const instant = (description: string) => ({ type: String, format: 'date-time', nullable: true, description });
export class CampaignDto {
  @ApiProperty({ format: 'uuid' })
  id: string;

  @ApiProperty(NAME)
  name: string;

  @ApiProperty(CHANNEL)
  channel: CampaignChannel;

  @ApiProperty({ ...URL, type: String, nullable: true, description: 'Viewers get scheme and host' })
  webhook_url: string | null;

  @ApiProperty({ enum: CAMPAIGN_STATUSES })
  status: CampaignStatus;

  @ApiProperty({ type: CampaignAudienceDto })
  audience: CampaignAudienceDto;

  @ApiProperty(HOLDOUT)
  holdout_percent: number;

  @ApiProperty(COOLDOWN)
  cooldown_days: number;

  @ApiProperty(WINDOW)
  window_days: number | null;

  @ApiProperty(WITHIN_WINDOW)
  contact_within_window: boolean;

  @ApiProperty(MOST)
  max_recipients: number | null;

  @ApiProperty(UNSUBSCRIBED)
  include_unsubscribed: boolean;

  @ApiProperty(SCHEDULE)
  schedule: string | null;

  @ApiProperty(TRIGGER)
  trigger: CampaignTrigger | null;

  @ApiProperty({ ...ARMS, type: [CampaignArmDto] })
  arms: readonly CampaignArmDto[];

  @ApiProperty(HOPED_EFFECT)
  hoped_effect: number;

  @ApiProperty(instant('When the schedule runs next; null while it does not'))
  next_run_at: string | null;

  @ApiProperty({ format: 'date-time' })
  created_at: string;

  @ApiProperty({ format: 'date-time' })
  updated_at: string;

  @ApiProperty(instant('null: never so far'))
  last_sent_at: string | null;

  @ApiProperty(instant('When the window of the last delivery ends; null: nobody was contacted so far'))
  last_window_ends_at: string | null;

  @ApiProperty({ type: CampaignStatsDto })
  stats: CampaignStatsDto;
}

export class CampaignPageDto {
  @ApiProperty({ type: [CampaignDto], description: 'Newest first' })
  data: CampaignDto[];

  @ApiProperty({ type: PaginationDto })
  pagination: PaginationDto;
}

export class ListCampaignsQuery extends PageQuery {
  @ApiPropertyOptional({ enum: CAMPAIGN_STATUSES, isArray: true, description: 'Repeat the parameter, or separate values by commas' })
  @IsOptional()
  @Transform(toList)
  @IsIn(CAMPAIGN_STATUSES, { each: true, message: `status must be one of ${CAMPAIGN_STATUSES.join(', ')}` })
  status?: CampaignStatus[];
}

/** The settings that select the recipients of a campaign. */
class CampaignChoiceDto {
  @ApiPropertyOptional({
    type: CampaignAudienceDto,
    description:
      'Replaces the whole audience; `{}` is every customer with a score. Default of a new campaign: `{"lifecycle": ["second_order_due", "slipping"]}`, those whose next order is missing and who can still be won back; with the trigger `overdue` also `active`, because some are late at a low risk; with the trigger `second_order_due` only those',
  })
  @IsOptional()
  @IsAudience()
  audience?: Partial<CampaignAudienceDto>;

  @ApiPropertyOptional(HOLDOUT)
  @IsOptional()
  @IsWhole(0, holdoutPercent.max)
  holdout_percent?: number;

  @ApiPropertyOptional(COOLDOWN)
  @IsOptional()
  @IsWhole(0, cooldownDays.max)
  cooldown_days?: number;

  @ApiPropertyOptional(WITHIN_WINDOW)
  @IsOptional()
  @IsBoolean({ message: 'contact_within_window must be true or false' })
  contact_within_window?: boolean;

  @ApiPropertyOptional(WINDOW)
  @IfGiven()
  @IsWhole(windowDays.min, windowDays.max, { orNull: true })
  window_days?: number | null;

  @ApiPropertyOptional(MOST)
  @IfGiven()
  @IsWhole(1, recipients, { orNull: true })
  max_recipients?: number | null;

  @ApiPropertyOptional(UNSUBSCRIBED)
  @IsOptional()
  @IsBoolean({ message: 'include_unsubscribed must be true or false' })
  include_unsubscribed?: boolean;

  @ApiPropertyOptional({ ...ARMS, type: [NewCampaignArmDto] })
  @IsOptional()
  @IsArms()
  arms?: readonly NewCampaignArmDto[];

  @ApiPropertyOptional(HOPED_EFFECT)
  @IsOptional()
  @IsBetween(hopedEffect.min, hopedEffect.max)
  hoped_effect?: number;
}

export class PreviewAudienceDto extends CampaignChoiceDto {
  @ApiPropertyOptional({ type: String, format: 'uuid', nullable: true, description: 'The campaign that you change; null: a new campaign' })
  @IfGiven()
  @IsTextOrNull()
  campaign_id?: string | null;
}

/** The settings that may change at any time. */
class CampaignSettingsDto extends CampaignChoiceDto {
  @ApiPropertyOptional(CHANNEL)
  @IsOptional()
  @IsOneOf(CAMPAIGN_CHANNELS)
  channel?: CampaignChannel;

  @ApiPropertyOptional(SCHEDULE)
  @IfGiven()
  @IsTextOrNull()
  schedule?: string | null;

  @ApiPropertyOptional(TRIGGER)
  @IfGiven()
  @IsTriggerOrNull()
  trigger?: CampaignTrigger | null;
}

export class CreateCampaignDto extends CampaignSettingsDto {
  @ApiProperty(NAME)
  @IsName(nameLength)
  name: string;

  @ApiPropertyOptional(URL)
  @IsOptional()
  @IsString({ message: 'webhook_url must be text' })
  webhook_url?: string;

  @ApiPropertyOptional({ enum: ['draft', 'active'], default: 'draft' })
  @IsOptional()
  @IsOneOf(['draft', 'active'])
  status?: 'draft' | 'active';
}

export class ChangeCampaignDto extends CampaignSettingsDto {
  @ApiPropertyOptional(NAME)
  @IsOptional()
  @IsName(nameLength)
  name?: string;

  @ApiPropertyOptional(URL)
  @IsOptional()
  @IsString({ message: 'webhook_url must be text' })
  webhook_url?: string;

  @ApiPropertyOptional({ enum: CAMPAIGN_STATUSES, description: 'draft → active ↔ paused; every status → archived, which is final' })
  @IsOptional()
  @IsOneOf(CAMPAIGN_STATUSES)
  status?: CampaignStatus;
}

export class RemovedCampaignDto {
  @ApiProperty({ format: 'uuid' })
  id: string;

  @ApiProperty({
    enum: ['deleted', 'archived'],
    description: '`archived`: the campaign was sent before, so it and its results stay readable',
  })
  outcome: 'deleted' | 'archived';
}
